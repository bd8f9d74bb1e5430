//! The third reading: what an operation computes and requires, as formulas for people.
//!
//! [`NOTATION`] explains the names in formulas.

pub mod block;
mod domain;
mod elements;
mod memory;
mod notation;
mod operation;
mod phrase;
mod print;
mod products;
mod reading;
mod symbols;
mod tiles;
mod variants;

pub use domain::{Prose, Word};
pub use notation::NOTATION;
pub use operation::{operation, requires};
pub use phrase::Phrase;
pub use reading::Reading;
pub use variants::{requirements, variants};
