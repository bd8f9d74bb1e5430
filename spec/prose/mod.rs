//! The third reading: what an operation computes and requires, as formulas for people.
//!
//! A name with ₛ is an integer read as signed, with ᵤ as unsigned. `n` is the width of the operands, `m` of a conversion's
//! result. Axes are counted from 0: `i` is an index of a view or a result, `j` a place in a tile, and `P` a place in a
//! tensor. `S` are extents of a tile, `T` the distances between tiles of a view, and `G` a row of indices. `e` are extents
//! and `s` strides of a tensor, and `b` the bytes of an element. A result is undetermined, and may be anything, if an
//! operand is, or if the condition behind `undetermined unless` fails. `near` is a float as near as `accuracy.md` says,
//! `approximate` one that may be less near. `round` is to the nearest, ties to even; `x mod y` has the sign of `y`, which
//! is positive.

pub mod block;
mod domain;
mod elements;
mod memory;
mod operation;
mod phrase;
mod print;
mod products;
mod reading;
mod symbols;
mod tiles;
mod variants;

pub use domain::{Prose, Word};
pub use operation::{operation, requires};
pub use phrase::Phrase;
pub use reading::Reading;
pub use variants::{requirements, variants};
