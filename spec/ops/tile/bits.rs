//! Bits: elements cut into bytes and joined from bytes, and addresses as integers.

use crate::domain::{Domain, Int, Number, sum};

/// How many elements of the narrower of two widths make one of the wider.
pub const fn ratio(bits: u32, other: u32) -> u32 {
    if bits > other { bits / other } else { other / bits }
}

/// An element of `bits` bits that some narrower ones make, each of `each` bits and read as a natural number, the first in
/// the lowest bits.
pub fn joined<D: Domain>(d: &mut D, bits: u32, each: u32, parts: &[D::Number]) -> D::Int {
    let at = |(place, part): (u32, &D::Number)| part.mul(&D::Number::constant(1 << (place * each)));
    let whole = sum((0..).zip(parts).map(at));
    d.wrap(bits, &whole)
}

/// The element of `bits` bits that is number `place` in a wider one, read as a natural number; the first is in the
/// lowest bits.
pub fn part<D: Domain>(d: &mut D, bits: u32, whole: &D::Number, place: &D::Number) -> D::Int {
    let lowest = place.mul(&D::Number::constant(bits.into()));
    d.wrap(bits, &whole.over_power(&lowest, 64))
}

/// `ptr_to_int`: the address of what is so many bytes from the start of an allocation, modulo 2⁶⁴.
pub fn ptr_to_int<D: Domain>(d: &mut D, base: &D::Number, offset: &D::Number) -> D::Int {
    d.wrap(64, &base.add(offset))
}

/// `int_to_ptr`: how far the address, read as signed, is from the start of an allocation.
pub fn int_to_ptr<D: Domain>(d: &mut D, address: &D::Number, base: &D::Number) -> D::Number {
    d.wrap(64, &address.sub(base)).signed()
}
