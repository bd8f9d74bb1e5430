//! The stepper: a run that pauses between two operations, and can be copied there, for debuggers.
//!
//! It uses the functions of [`crate::run`], but keeps the open regions of a block on a stack of its own, where a run uses the host's stack.
//! A copy shares tiles and pages of memory with its original.
//!
//! 1. `steps`: single steps.
//! 2. `regions`: the stack, and exits of regions.
//! 3. `seen`: values and memory for display.
//! 4. `sources`: the source elements of an element.

mod regions;
pub(crate) mod seen;
pub(crate) mod sources;
pub(crate) mod steps;
