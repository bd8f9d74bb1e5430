//! From a kernel that was proved to PTX.
//!
//! In reading order: `ir` has the instructions, what a value of the kernel is in registers, and the builder that collects
//! both; `layout` says which thread holds which elements of a tile, and moves a tile from one layout to another; `analysis`
//! is what is known of a kernel before its code is made; `lower` has the code of every operation, a chapter a file.
//! `docs/codegen.md` says where each decision is made.
//!
//! What was proved is used and not checked again: a view access that promises to be inside has no bounds test, integers
//! are not looked at for overflow, addresses are computed in 64 bits without a second thought. What the code does is tested against the
//! interpreter and on hardware; it is not proved.

#![warn(clippy::as_conversions)]

pub mod analysis;
mod candidates;
mod compile;
mod ir;
mod layout;
mod lower;
mod target;
mod tensor_map;
#[cfg(test)]
#[expect(clippy::as_conversions, reason = "the simulators compute on bits")]
mod tests;

pub use candidates::{Candidate, candidates};
pub use compile::{Parameter, Program, compile, compile_for};
pub use target::{Options, Target};
pub use tensor_map::{MAP_ALIGNMENT, MapAtLaunch, MapConditions, Number, TensorMap};
