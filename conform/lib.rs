//! The corpus as a suite of cases that any implementation can run (`corpus/CONFORM.md`).
//!
//! 1. [`corpus`]: directives of the corpus, their launches, and the cases made from them.
//! 2. [`case`](mod@case): a case, and the comparison of results.
//! 3. `generate`: generated cases.
//! 4. [`suite`]: writes and reads cases in folders.
//! 5. [`profile`]: the implementer's statements about the implementation, and waivers.
//! 6. [`run`]: targets of a run, and the outcome of each case.
//! 7. [`batch`]: the protocol of a single process for all cases.
//! 8. [`report`]: the results.
//! 9. [`submission`]: results in a folder, for others to verify.
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
