//! Elements: the words, numbers and floats over which every operation of the specification is read.

pub(crate) mod bits;
pub(crate) mod exponential;
pub(crate) mod float;
pub(crate) mod format;
pub(crate) mod function;
pub(crate) mod hyperbolic;
pub(crate) mod number;
pub(crate) mod payload;
pub(crate) mod restricted;
pub(crate) mod word;
