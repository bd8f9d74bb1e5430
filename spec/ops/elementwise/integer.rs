//! Integer arithmetic: exact over the integers, then modulo 2ⁿ, with the promises that an operation makes.

use crate::domain::{Bool, Domain, Int, Number, fits_signed, fits_unsigned, least_signed};
use crate::rules::Rule;
use crate::syntax::attributes::{Attributes, Comparison, Rounding, Signedness};

/// The integer read as the operation says.
fn read<I: Int>(int: &I, signedness: Option<Signedness>) -> I::Number {
    match signedness {
        Some(Signedness::Unsigned) => int.unsigned(),
        Some(Signedness::Signed) | None => int.signed(),
    }
}

/// Brings an exact result back to a width, under the promises of `overflow<…>`.
fn result<D: Domain>(
    d: &mut D,
    at: &Attributes,
    bits: u32,
    signed: &D::Number,
    unsigned: &D::Number,
) -> D::Int {
    if at.overflow.no_signed_wrap {
        d.require(Rule::SignedOverflow, fits_signed(signed, bits));
    }
    if at.overflow.no_unsigned_wrap {
        d.require(Rule::UnsignedOverflow, fits_unsigned(unsigned, bits));
    }
    d.wrap(bits, signed)
}

/// `addi`: the sum.
pub fn addi<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    let (signed, unsigned) = (lhs.signed().add(&rhs.signed()), lhs.unsigned().add(&rhs.unsigned()));
    result(d, at, lhs.bits(), &signed, &unsigned)
}

/// `subi`: the difference.
pub fn subi<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    let (signed, unsigned) = (lhs.signed().sub(&rhs.signed()), lhs.unsigned().sub(&rhs.unsigned()));
    result(d, at, lhs.bits(), &signed, &unsigned)
}

/// `muli`: the product.
pub fn muli<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    let (signed, unsigned) = (lhs.signed().mul(&rhs.signed()), lhs.unsigned().mul(&rhs.unsigned()));
    result(d, at, lhs.bits(), &signed, &unsigned)
}

/// `negi`: the negation.
pub fn negi<D: Domain>(d: &mut D, at: &Attributes, operand: &D::Int) -> D::Int {
    let zero = D::Number::constant(0);
    let (signed, unsigned) = (zero.sub(&operand.signed()), zero.sub(&operand.unsigned()));
    result(d, at, operand.bits(), &signed, &unsigned)
}

/// `absi`: the magnitude, to be read as unsigned (of the least value, 2ⁿ⁻¹).
pub fn absi<D: Domain>(d: &mut D, _: &Attributes, operand: &D::Int) -> D::Int {
    let (value, zero) = (operand.signed(), D::Number::constant(0));
    let magnitude = D::Number::choose(&value.less(&zero), &zero.sub(&value), &value);
    d.wrap(operand.bits(), &magnitude)
}

/// What division and remainder both require of their operands.
fn divisible<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) {
    let zero = D::Number::constant(0);
    d.require(Rule::DivisionByZero, read(rhs, at.signedness).equals(&zero).not());
    if at.signedness != Some(Signedness::Unsigned) {
        let least = lhs.signed().equals(&D::Number::constant(least_signed(lhs.bits())));
        let overflows = least.and(&rhs.signed().equals(&D::Number::constant(-1)));
        d.require(Rule::DivisionOverflow, overflows.not());
    }
}

/// The quotient, rounded down, up, or (by default) towards zero.
fn quotient<N: Number>(lhs: &N, rhs: &N, rounding: Option<Rounding>) -> N {
    let zero = N::constant(0);
    let down = lhs.div_floor(rhs);
    let up = || zero.sub(&zero.sub(lhs).div_floor(rhs));
    match rounding {
        Some(Rounding::NegativeInf) => down,
        Some(Rounding::PositiveInf) => up(),
        Some(
            Rounding::Zero
            | Rounding::NearestEven
            | Rounding::Approx
            | Rounding::Full
            | Rounding::NearestIntToZero
            | Rounding::NearestAway,
        )
        | None => {
            let negative = lhs.less(&zero).and(&zero.less(rhs)).or(&zero.less(lhs).and(&rhs.less(&zero)));
            N::choose(&negative, &up(), &down)
        }
    }
}

/// `divi`: the quotient, rounded towards zero, or as `rounding<…>` says.
pub fn divi<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    divisible(d, at, lhs, rhs);
    let quotient = quotient(&read(lhs, at.signedness), &read(rhs, at.signedness), at.rounding);
    d.wrap(lhs.bits(), &quotient)
}

/// `remi`: what the quotient rounded towards zero leaves; it has the sign of the left-hand side.
pub fn remi<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    divisible(d, at, lhs, rhs);
    let (left, right) = (read(lhs, at.signedness), read(rhs, at.signedness));
    let remainder = left.sub(&quotient(&left, &right, None).mul(&right));
    d.wrap(lhs.bits(), &remainder)
}

/// `mulhii`: the high half of the unsigned product.
pub fn mulhii<D: Domain>(d: &mut D, _: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    d.wrap(lhs.bits(), &lhs.unsigned().high_product(&rhs.unsigned(), lhs.bits()))
}

/// What a shift is by, read as unsigned. By as many bits as there are, or more, nobody says what comes out (semantics
/// I-12).
fn amount<D: Domain>(d: &mut D, rhs: &D::Int) -> D::Number {
    let amount = rhs.unsigned();
    d.determined_if(&amount.less(&D::Number::constant(rhs.bits().into())));
    amount
}

/// `shli`: shifted left.
pub fn shli<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    let (by, bits) = (amount(d, rhs), lhs.bits());
    let (signed, unsigned) = (lhs.signed().times_power(&by, bits), lhs.unsigned().times_power(&by, bits));
    result(d, at, bits, &signed, &unsigned)
}

/// `shri`: shifted right, copies of the sign from the left, or zeros where `unsigned`.
pub fn shri<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    let by = amount(d, rhs);
    d.wrap(lhs.bits(), &read(lhs, at.signedness).over_power(&by, lhs.bits()))
}

/// `mini`: the lesser.
pub fn mini<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    let (left, right) = (read(lhs, at.signedness), read(rhs, at.signedness));
    d.wrap(lhs.bits(), &D::Number::choose(&right.less(&left), &right, &left))
}

/// `maxi`: the greater.
pub fn maxi<D: Domain>(d: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Int {
    let (left, right) = (read(lhs, at.signedness), read(rhs, at.signedness));
    d.wrap(lhs.bits(), &D::Number::choose(&left.less(&right), &right, &left))
}

/// `cmpi`: a comparison.
pub fn cmpi<D: Domain>(_: &mut D, at: &Attributes, lhs: &D::Int, rhs: &D::Int) -> D::Bool {
    let (left, right) = (read(lhs, at.signedness), read(rhs, at.signedness));
    match at.comparison.unwrap_or(Comparison::Equal) {
        Comparison::Equal => left.equals(&right),
        Comparison::NotEqual => left.equals(&right).not(),
        Comparison::LessThan => left.less(&right),
        Comparison::LessThanOrEqual => left.at_most(&right),
        Comparison::GreaterThan => right.less(&left),
        Comparison::GreaterThanOrEqual => right.at_most(&left),
    }
}
