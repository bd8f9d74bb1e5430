//! The debugger: a launch on the interpreter, operation by operation, forwards and backwards.
//!
//! A run is deterministic, so going back means running again from the nearest snapshot. Snapshots share tiles and pages of
//! memory with later states. In reading order:
//!
//! 1. `subject`: the kernel and launch, and `start`: the launch that a check finds.
//! 2. `program`: the operations by lines of the author's file, and what the author calls values.
//! 3. `run`: the timeline (`history`), the stops (`breakpoints`, `watch`), and the moves (`moves`).
//! 4. `show`: places and values as text. `why`: the origin of an element.
//! 5. `console`: commands and answers. `dap`: the same for editors, in the Debug Adapter Protocol.

#![warn(clippy::as_conversions)]

pub mod console;
pub mod dap;
mod program;
mod run;
mod show;
#[cfg(feature = "solver")]
pub mod start;
mod subject;
mod why;

pub use self::run::moves::Debugger;
pub use self::subject::Subject;
