//! The corpus as a suite of cases that any implementation can run (`corpus/CONFORM.md`).
//!
//! 1. [`corpus`]: the lines of the corpus, the launches that they describe, and the cases that are made of them.
//! 2. [`case`](mod@case): what a case is, and the comparison.
//! 3. `generate`: cases that nobody wrote.
//! 4. [`suite`]: cases in folders, written and read.
//! 5. [`profile`]: what an implementer states of the implementation, and waives.
//! 6. [`run`]: what they run on, and how each ends.
//! 7. [`batch`]: the protocol by which one process runs all of them.
//! 8. [`report`]: what came of it.
//! 9. [`submission`]: the same in a folder, by which others can hold it to what it says.
#![warn(clippy::as_conversions)]

pub mod batch;
pub mod case;
pub mod corpus;
mod generate;
pub mod profile;
pub mod report;
pub mod run;
pub mod submission;
pub mod suite;
