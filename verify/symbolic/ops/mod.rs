//! Operations of symbolic execution: memory accesses, views, reductions, matrix products, bits of values.

pub(crate) mod access;
pub(crate) mod aggregate;
pub(crate) mod assume;
pub(crate) mod bits;
pub(crate) mod digits;
pub(crate) mod injective;
pub(crate) mod loads;
pub(crate) mod masked;
pub(crate) mod mma;
pub(crate) mod records;
pub(crate) mod reduce;
pub(crate) mod spans;
mod terms_of_place;
pub(crate) mod views;
