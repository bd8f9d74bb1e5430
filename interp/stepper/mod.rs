//! The stepper: a run that pauses between two operations, and can be copied there, for debuggers.
//!
//! It uses the functions of [`crate::run`], but keeps the open regions of a block on a stack of its own, where a run uses the host's stack.
//! A copy shares tiles and pages of memory with its original.
//!
//! 1. `steps`: one operation after another.
//! 2. `regions`: the stack, and how a region is left.
//! 3. `seen`: values and memory, as they are shown.
//! 4. `sources`: which elements an element was made of.
//! 5. `history`: a run in time, from which every earlier state is made again.
//! 6. `slice`, `reads`: the steps that made an element, backwards through the run and through memory.

pub(crate) mod history;
mod reads;
mod regions;
pub(crate) mod seen;
pub(crate) mod slice;
pub(crate) mod sources;
pub(crate) mod steps;
