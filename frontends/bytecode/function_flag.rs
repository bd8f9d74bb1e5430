//! Flags of a function in the function section.

pub(crate) const PRIVATE: u8 = 1;
pub(crate) const KERNEL: u8 = 2;
/// Up to 13.4.
pub(crate) const HAS_HINTS: u8 = 4;
/// From 13.5 on, two bits say what the function is, beside the two of visibility (tried with NVIDIA's disassembler 13.5.37).
pub(crate) const FORM: u8 = 4 | 8;
/// A function with a body.
pub(crate) const PLAIN: u8 = 0;
/// The implementation of a foreign function.
pub(crate) const FOREIGN: u8 = 4;
/// A function of the dialect's own tests.
pub(crate) const TESTING: u8 = 8;
