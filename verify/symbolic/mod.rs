//! Symbolic execution: the operations of a kernel, run once for one arbitrary block of every launch of a contract.
//!
//! [`machine`] joins what is needed: the [`setup`] of the contract, the [`state`] at one place, the [`recorder`] of what is
//! found. [`exec`] runs operations, [`control`] runs loops, [`eval`] evaluates elements of tiles, and [`require`] decides
//! what operations require. [`ops`] has the operations that need more than a line.

pub(crate) mod checkpoint;
pub(crate) mod control;
pub(crate) mod cut;
pub(crate) mod eval;
pub(crate) mod exec;
pub(crate) mod exit;
pub(crate) mod machine;
pub(crate) mod observer;
pub(crate) mod ops;
pub(crate) mod recorder;
pub(crate) mod require;
pub(crate) mod setup;
pub(crate) mod state;
mod unroll;
