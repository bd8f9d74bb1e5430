//! The operations, one chapter a file: each defined once, for every reading.

pub mod assume;
pub mod bitwise;
pub mod control;
pub mod convert;
pub mod float;
pub mod integer;
pub mod memory;
pub mod shape;
pub mod view;
