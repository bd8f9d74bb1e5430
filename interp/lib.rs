//! The specification over bits: computes the results of a launch, or finds the broken rule.
//!
//! Every operation is the definition of `spec::ops`, read over machine words; this crate adds what a run needs: tiles,
//! memory, control flow and the detection of races. In reading order:
//!
//! 1. `values`: what a name of a kernel stands for at run time, from one element to tiles, tokens and views.
//! 2. `memory`: the arrays that blocks share, and `memory/shadow`: the recorded accesses, for races by
//!    happens-before.
//! 3. `machine`: the state of a run, the step from one operation to the next, and runs of whole launches.
//! 4. `ops`: how each family of operations is carried out over whole tiles.
//! 5. `stepper`: a run that stands still between two operations.
//! 6. `explore`: all that a launch can come to under the memory model, where blocks run in any order and weakly.

#![warn(clippy::as_conversions)]

mod explore;
mod machine;
mod memory;
mod ops;
mod stepper;
mod values;

pub use explore::explorer::{Explored, explore};
pub use explore::limits::Unexplored;
pub use machine::launch::has_known_code;
pub use machine::outcome::{Contents, Exhausted, FailedAssert, Limit, Options, Outcome, Step, Stop};
pub use machine::repetition::{Repetition, find_repetition};
pub use machine::run::{Measured, measure, run};
pub use stepper::history::{End, History, Write};
pub use stepper::seen::{Accesses, ArrayOf, Seen, SeenElement, SeenTile, SeenView};
pub use stepper::slice::{Carried, Fault, How, Node, Of, Slicer, Step as SliceStep};
pub use stepper::sources::Sources;
pub use stepper::steps::{Inside, Stepper};
pub use values::element::payload::payload;
