//! The stepper: a run that stands still between two operations, and can be copied there, for those who look at it.
//!
//! It runs what [`crate::run`] runs, by the same functions, but keeps the regions that a block is in on a stack of its own, where
//! a run keeps them on the host's. A copy shares tiles and pages of memory with what it is a copy of.
//!
//! 1. `steps`: one operation after the other.
//! 2. `regions`: the stack, and how a region is left.
//! 3. `seen`: values and memory, as they are shown.
//! 4. `sources`: which elements an element was made of.

mod regions;
pub(crate) mod seen;
pub(crate) mod sources;
pub(crate) mod steps;
