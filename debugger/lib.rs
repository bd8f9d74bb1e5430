//! The debugger: a launch on the interpreter, operation by operation, forwards and backwards.
//!
//! A run is deterministic, so going back is running again: from the nearest copy of the state that was kept on the way, which
//! shares tiles and pages of memory with what came after. In reading order:
//!
//! 1. `subject`: what is debugged, and `start`, how a check finds its launch.
//! 2. `program`: the operations by lines of the author's file, and what the author calls values.
//! 3. `run`: time (`history`), what stops a run (`breakpoints`, `watch`), and how one moves through it (`moves`).
//! 4. `show`: places and values as text. `why`: what an element was made of.
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
