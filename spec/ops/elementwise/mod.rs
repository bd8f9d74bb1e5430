//! A result element, given the corresponding element of each operand.

pub mod bitwise;
pub mod convert;
pub mod float;
pub mod integer;
pub mod math;
