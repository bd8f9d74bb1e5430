//! Symbolic execution: the operations of a kernel, run once for one arbitrary block of every launch.

pub(crate) mod access;
pub(crate) mod aggregate;
pub(crate) mod bits;
pub(crate) mod checkpoint;
pub(crate) mod control;
pub(crate) mod eval;
pub(crate) mod exec;
pub(crate) mod exit;
pub(crate) mod loads;
pub(crate) mod machine;
pub(crate) mod mma;
pub(crate) mod recorder;
pub(crate) mod reduce;
pub(crate) mod require;
pub(crate) mod setup;
pub(crate) mod state;
pub(crate) mod views;
