//! Flags of a function in the function section.

pub(crate) const PRIVATE: u8 = 1;
pub(crate) const KERNEL: u8 = 2;
pub(crate) const HAS_HINTS: u8 = 4;
