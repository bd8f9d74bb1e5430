//! Element-wise operations: the element function of the specification, applied to every lane.
//!
//! `signature` has what they are given, `apply` chooses the reading of the element type, `lanewise` has the loop, and
//! `undef_probe` tries what undetermined operands may be.

pub(crate) mod apply;
pub(crate) mod lanewise;
pub(crate) mod signature;
pub(crate) mod undef_probe;

#[cfg(test)]
mod tests;
