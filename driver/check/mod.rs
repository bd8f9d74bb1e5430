//! Kernels checked: each is proved, refuted by a launch that the interpreter has run, or neither.
//!
//! In the order in which a kernel passes through: [`check_module`] and its like take the kernels of a file; `kernel` has the
//! stages of one; `infer` completes its contract; `resolve` makes verdicts of what the solver says, by `replay` and, where
//! nothing is sure, by [`search`]; `suspect` says which conditional proof is likely to hide a bug; `completion` gives launches what nobody states; `coverage` makes the proof, and `ensure` asks what else the contract says.
//! [`report`] is what comes of it, as data. [`Batch`] takes the kernels and launches of several sources, with verdicts that are
//! `kept` from an earlier check.

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
pub use self::same::{Unkept, compare_results, prove_same_results};
pub use self::search::{sample_launch, search};
pub use self::signature::add_signature;
pub use self::suspect::cause::find_cause;
pub use self::usage::Usage;
