//! Kernels checked: each is proved, refuted by a launch that the interpreter has run, or neither.
//!
//! In the order of a kernel's path. [`check_module`] and similar functions take the kernels of a file, `kernel` has the stages of
//! one, and `infer` completes its contract. `resolve` turns the solver's results into verdicts, by `replay` and, in doubt, by
//! [`search`]. `suspect` finds conditional proofs that probably hide a bug. `completion` fills in unstated parts of launches,
//! `coverage` makes the proof, and `ensure` decides the contract's properties. [`report`] is the result, as data. [`Batch`] takes
//! the kernels and launches of several sources, with verdicts that are `kept` from an earlier check.

mod batch;
mod blame;
mod completion;
mod coverage;
mod ensure;
pub mod equiv;
pub mod explanation;
mod general;
mod infer;
mod kept;
mod kernel;
mod launched;
mod module;
mod options;
mod replay;
pub mod report;
mod resolve;
mod same;
mod search;
mod signature;
mod source_rules;
mod suspect;
mod usage;

pub use self::batch::{Batch, Told};
pub use self::ensure::find_lacking;
pub use self::kernel::{CUT, UNNEEDED, check_under, unneeded_masks};
pub(crate) use self::module::prove_kernel;
pub use self::module::{check_module, check_parsed};
pub use self::options::Options;
pub use self::same::{Trials, Unkept, compare_results, prove_same_results};
pub use self::search::{sample_launch, search};
pub use self::signature::add_signature;
pub use self::suspect::cause::find_cause;
pub use self::usage::Usage;
