//! Conversions between element types.

use crate::domain::{
    Bool, Domain, Int, Number, between, fits_signed, fits_unsigned, greatest_signed, greatest_unsigned,
    least_signed,
};
use crate::ops::float::mode;
use crate::rules::Rule;
use crate::syntax::attributes::{Attributes, Signedness};

/// The reading of the source that the operation names.
fn choose<'a, N>(at: &Attributes, signed: &'a N, unsigned: &'a N) -> &'a N {
    match at.signedness {
        Some(Signedness::Unsigned) => unsigned,
        Some(Signedness::Signed) | None => signed,
    }
}

/// `exti`: the same number in a wider type of `bits` bits; the source is given in both its readings.
pub fn exti<D: Domain>(
    d: &mut D,
    at: &Attributes,
    bits: u32,
    signed: &D::Number,
    unsigned: &D::Number,
) -> D::Int {
    d.wrap(bits, choose(at, signed, unsigned))
}

/// `trunci`: the low `bits` bits. The one bit of a boolean is no sign: of `i1`, `no_signed_wrap` accepts both readings.
pub fn trunci<D: Domain>(d: &mut D, at: &Attributes, bits: u32, operand: &D::Int) -> D::Int {
    if at.overflow.no_signed_wrap {
        let value = operand.signed();
        let kept = if bits == 1 { between(&value, -1, 1) } else { fits_signed(&value, bits) };
        d.require(Rule::TruncationSigned, kept);
    }
    if at.overflow.no_unsigned_wrap {
        d.require(Rule::TruncationUnsigned, fits_unsigned(&operand.unsigned(), bits));
    }
    d.wrap(bits, &operand.signed())
}

/// `itof`: the nearest float; the source is given in both its readings.
pub fn itof<D: Domain>(d: &mut D, at: &Attributes, signed: &D::Number, unsigned: &D::Number) -> D::Float {
    d.float_from_number(choose(at, signed, unsigned), mode(at))
}

/// `ftof`: the nearest float of another format.
pub fn ftof<D: Domain>(d: &mut D, at: &Attributes, operand: &D::Wide) -> D::Float {
    d.float_from_wide(operand, mode(at))
}

/// `ftoi`: the integer of `bits` bits next to the operand towards zero; the nearest that the type has, and 0 for NaN,
/// where it saturates. If not, the result is undetermined where the type does not have that integer, and for NaN.
pub fn ftoi<D: Domain>(d: &mut D, at: &Attributes, bits: u32, operand: &D::Wide) -> D::Int {
    let (number, nan) = (d.number_from_wide(operand), d.is_nan(operand));
    let signed = (least_signed(bits), greatest_signed(bits));
    let (least, greatest) = *choose(at, &signed, &(0, greatest_unsigned(bits)));
    if !at.saturating {
        d.determined_if(&nan.not().and(&between(&number, least, greatest)));
        return d.wrap(bits, &number);
    }
    let (least, greatest) = (D::Number::constant(least), D::Number::constant(greatest));
    let raised = D::Number::choose(&number.less(&least), &least, &number);
    let clamped = D::Number::choose(&greatest.less(&raised), &greatest, &raised);
    let result = D::Number::choose(&nan, &D::Number::constant(0), &clamped);
    d.wrap(bits, &result)
}
