//! The library under the command line: it checks kernels of CUDA Tile, and does what is done with a kernel that is proved.
//! The command line, a Python package and an editor call this crate; none of it prints.
//!
//! # A check
//!
//! ```
//! # #[cfg(feature = "solver")] {
//! use driver::check::{Options, check_module, report::Verdict};
//!
//! let reports = check_module(
//!     "contract @divide { names = (b) grid = (1) requires = b >= 0, b <= 2 }
//!      entry @divide(%b: tile<i32>) {
//!        %c7 = constant <i32: 7> : tile<i32>
//!        %q = divi %c7, %b unsigned : tile<i32>
//!        return
//!      }",
//!     &Options::default(),
//! );
//! assert_eq!(reports[0].verdict, Verdict::Undefined);
//! let example = reports[0].counterexamples()[0];
//! assert_eq!(example.violation.rule.code(), "arith.div.zero");
//! # }
//! ```
//!
//! # In reading order
//!
//! - [`load`]: a kernel file with the contracts beside it, and the contract of a kernel. [`compile`]: the author's own source,
//!   by the compiler of its language.
//! - `check` (feature `solver`): every kernel of a file is proved, refuted by a launch that the interpreter has run, or
//!   neither; what comes of it is data (`check::report`).
//! - [`proof`]: proof files, and the only way to a proved kernel. [`certify`]: promises in bytecode that a proof
//!   allows. [`gpu`]: launches of a proved kernel on a GPU; [`accuracy`]: how far their results may be from the
//!   interpreter's. [`tune`]: which code of a kernel is the fastest.
//! - [`config`](mod@config): what a folder's checks are by default.
//! - [`files`]: launches and arrays in files. [`explain`]: suggestions for a broken rule.
//! - [`failure`]: failures before a verdict, with the [exit code](exit) of the process.
//!
//! # Errors
//!
//! A verdict is never an error: it is in the report. A function returns a [`failure::Failure`] if it has no verdict: a file
//! cannot be read, a required proof is missing, or the GPU is missing. It has a message, usually a remedy, and the place in
//! the source if known. What can go wrong while a kernel is checked is a verdict (`unknown`, `unsupported`, `ill-formed`), and
//! a panic of ours is a note in the report.
#![warn(clippy::as_conversions)]

pub mod accuracy;
pub mod cache;
pub mod certify;
#[cfg(feature = "solver")]
pub mod check;
pub mod code;
pub mod compile;
pub mod config;
#[cfg(feature = "solver")]
pub mod configs;
pub mod convert;
pub mod exit;
pub mod explain;
pub mod failure;
pub mod files;
pub mod gpu;
pub mod interrupt;
pub mod launcher;
pub mod load;
#[cfg(feature = "solver")]
pub mod pool;
pub mod proof;
pub mod repair;
pub mod scalar;
pub mod signature;
pub mod statistics;
pub mod tune;
