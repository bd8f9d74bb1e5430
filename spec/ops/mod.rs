//! The operations, one chapter a file: each defined once, for every reading.

pub mod accuracy;
pub mod assume;
pub mod atomic;
pub mod bits;
pub mod bitwise;
pub mod contraction;
pub mod control;
pub mod convert;
pub mod float;
pub mod flushing;
pub mod integer;
pub mod math;
pub mod memory;
pub mod mma;
pub mod powers;
pub mod reduce;
pub mod shape;
pub mod view;
