//! The corpus as a suite of cases that any implementation can run (`corpus/CONFORM.md`).
//!
//! 1. [`corpus`]: the lines of the corpus, the launches that they describe, and the cases that are made of them.
//! 2. [`case`](mod@case): what a case is, and the comparison.
//! 3. `generate`: cases that nobody wrote.
//! 4. [`suite`]: cases in folders, written and read.
//! 5. [`run`]: what they run on, and how each ends.
//! 6. [`report`]: what came of it.
#![warn(clippy::as_conversions)]

pub mod case;
pub mod corpus;
mod generate;
pub mod report;
pub mod run;
pub mod suite;
