//! What one element of the result is, given one element of each operand.

pub mod bitwise;
pub mod convert;
pub mod float;
pub mod integer;
pub mod math;
