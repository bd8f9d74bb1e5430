//! Conversions between element types.

use crate::domain::{Domain, Int, between, fits_signed, fits_unsigned};
use crate::ops::float::mode;
use crate::rules::Rule;
use crate::syntax::attributes::{Attributes, Signedness};

/// The reading of the source that the operation names.
fn chosen<'a, N>(at: &Attributes, signed: &'a N, unsigned: &'a N) -> &'a N {
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
    d.wrap(bits, chosen(at, signed, unsigned))
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
    d.float_from_number(chosen(at, signed, unsigned), mode(at))
}

/// `ftof`: the nearest float of another format.
pub fn ftof<D: Domain>(d: &mut D, at: &Attributes, operand: &D::Wide) -> D::Float {
    d.float_from_wide(operand, mode(at))
}
