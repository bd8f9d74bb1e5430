//! The operations: each defined once, over the trait [`Domain`](crate::domain::Domain), for every reading.
//!
//! | folder | the question that its chapters answer |
//! |--|--|
//! | `elementwise` | what one element of the result is, given one element of each operand |
//! | `tile` | which elements of the operands make an element of the result |
//! | `access` | which bytes of memory an access touches, and what it requires of them |
//! | `tolerance` | how far a device's result may be from the one defined here |
//!
//! [`assume`] has the requirements of promises, and [`control`] those of loops. [`source`] has requirements of a
//! source language that its compiler drops. `unsupported.md` lists operations without a meaning.

mod access;
pub mod assume;
pub mod control;
mod elementwise;
pub mod source;
mod tile;
mod tolerance;

pub use access::{atomic, memory, view};
pub use elementwise::{bitwise, convert, float, integer, math};
pub use tile::{bits, mma, reduce, shape};
pub use tolerance::{accuracy, contraction, flushing, powers};
