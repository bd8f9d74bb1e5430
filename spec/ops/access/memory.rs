//! Memory: pointer arithmetic, and what every accessed element requires (semantics B.1.3).

use crate::domain::{Bool, Domain, Int, Number, fits_signed};
use crate::rules::Rule;

/// `offset`: a pointer moved by `index` elements of `bytes` bytes. Returns the new offset from the allocation's
/// start, modulo 2⁶⁴, and whether the offset overflows. An overflowed pointer is undefined, and an access breaks
/// [`Rule::OffsetOverflow`].
pub fn offset<D: Domain>(
    d: &mut D,
    start: &D::Number,
    index: &D::Number,
    bytes: u64,
) -> (D::Number, D::Bool) {
    let distance = index.mul(&D::Number::constant(bytes.into()));
    let end = start.add(&distance);
    let fits = fits_signed(&distance, 64).and(&fits_signed(&end, 64));
    (d.wrap(64, &end).signed(), fits.not())
}

/// The requirements of a view access on the base, extents, strides and indices that address it.
pub fn address<D: Domain>(d: &mut D, undetermined: &D::Bool) {
    d.require(Rule::UndeterminedIndex, undetermined.not());
}

/// An element of a possible access.
#[derive(Debug, Clone)]
pub struct Access<B, N> {
    /// Whether the lane is accessed at all: its mask, or that a view's element is inside the tensor.
    pub active: B,
    /// Whether the mask is undetermined.
    pub mask_undetermined: B,
    /// Whether the pointer, or an index behind it, is undetermined.
    pub undetermined: B,
    /// Whether the pointer's offset overflowed.
    pub overflowed: B,
    /// Bytes from the start of the allocation.
    pub offset: N,
    /// The address of the allocation.
    pub base: N,
    /// Bytes of the allocation.
    pub size: N,
    /// Bytes of the element.
    pub bytes: u64,
}

/// The requirements of an accessed element.
pub fn access<D: Domain>(d: &mut D, access: &Access<D::Bool, D::Number>) {
    let number = |value: u64| D::Number::constant(value.into());
    let end = access.offset.add(&number(access.bytes));
    let inside = number(0).at_most(&access.offset).and(&end.at_most(&access.size));
    let address = access.base.add(&access.offset);
    let aligned = address.rem_floor(&number(access.bytes)).equals(&number(0));

    let determined = access.mask_undetermined.not().and(&access.active.implies(&access.undetermined.not()));
    d.require(Rule::UndeterminedIndex, determined);
    d.require(Rule::OffsetOverflow, access.active.implies(&access.overflowed.not()));
    d.require(Rule::MemoryBounds, access.active.implies(&inside));
    d.require(Rule::MemoryAlignment, access.active.implies(&aligned));
}

/// The requirements on the memory of a written element.
pub fn write<D: Domain>(d: &mut D, active: &D::Bool, constant: &D::Bool) {
    d.require(Rule::ConstantWritten, active.implies(&constant.not()));
}

/// The requirements on the value of a stored element.
pub fn store<D: Domain>(d: &mut D, active: &D::Bool, undetermined: &D::Bool) {
    d.require(Rule::UndeterminedStored, active.implies(&undetermined.not()));
}
