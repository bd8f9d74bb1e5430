//! From a kernel that was proved to PTX.
//!
//! In reading order: `ir` has the instructions, the values in registers, and the builder. `layout` distributes tile
//! elements over threads and converts layouts. `analysis` computes facts before code is made. `lower` has the code of every
//! operation, one chapter per file. `docs/codegen.md` says where each decision is made.
//!
//! The code uses proved facts without a test: an access proved in bounds has no bounds test, integers are not tested for overflow,
//! and addresses have 64 bits. What the code does is tested against the interpreter and on hardware; it is not proved.

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
pub use tensor_map::{
    EXTENT_LIMIT, MAP_ALIGNMENT, MapAtLaunch, MapConditions, Number, STRIDE_LIMIT, TensorMap,
};
