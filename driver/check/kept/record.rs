//! A report as an entry has it. Places are operations, by their position in the kernel: lines of the author's file may move.

use serde::{Deserialize, Serialize};

use crate::files::LaunchFile;

/// A report.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub(super) verdict: String,
    pub(super) given: Vec<String>,
    pub(super) signature: Vec<String>,
    pub(super) inferred: Vec<InferredRecord>,
    pub(super) assumed: Vec<String>,
    /// The number of inferred clauses that they represent.
    pub(super) assumed_count: usize,
    #[serde(default)]
    pub(super) assumed_of_samples: bool,
    pub(super) trusted: Vec<String>,
    pub(super) axioms: Vec<String>,
    pub(super) obligations: Vec<FindingRecord>,
    pub(super) compilers: Vec<usize>,
    pub(super) meanings: Vec<(usize, String)>,
    pub(super) apart: Option<ApartRecord>,
    pub(super) asserts: Vec<usize>,
    pub(super) likely_bug: Option<LikelyBugRecord>,
    pub(super) whole: Vec<(usize, usize)>,
    pub(super) masks: Vec<usize>,
    pub(super) suggestions: Vec<String>,
    pub(super) notes: Vec<String>,
    pub(super) seconds: Seconds,
}

/// Seconds as the bits of a double, for an exact round trip.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Seconds(u64);

impl From<f64> for Seconds {
    fn from(seconds: f64) -> Self {
        Seconds(seconds.to_bits())
    }
}

impl From<Seconds> for f64 {
    fn from(seconds: Seconds) -> Self {
        f64::from_bits(seconds.0)
    }
}

/// A clause that was found, in the words of a contract.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InferredRecord {
    pub(super) clause: String,
    pub(super) because: Option<ExampleRecord>,
}

/// An obligation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FindingRecord {
    pub(super) rule: String,
    /// The operation's number in the report.
    pub(super) operation: usize,
    /// The place.
    pub(super) at: usize,
    pub(super) other: Option<usize>,
    pub(super) status: StatusRecord,
    pub(super) reached: Option<bool>,
    pub(super) seconds: Seconds,
}

/// The status of an obligation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StatusRecord {
    Proved,
    Refuted(ExampleRecord),
    Unknown(String),
    Accepted(String),
}

/// A launch, and the violation in its run: the rule, and the operation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExampleRecord {
    pub(super) launch: LaunchFile,
    /// The rule to ignore in the run, since it is accepted.
    pub(super) ignoring: Option<String>,
    pub(super) rule: String,
    pub(super) at: usize,
}

/// The findings besides a compiler's violation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApartRecord {
    pub(super) verdict: String,
    pub(super) inferred: Vec<String>,
}

/// What is likely to be a bug.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LikelyBugRecord {
    pub(super) example: Option<ExampleRecord>,
    pub(super) rule: Option<String>,
    pub(super) place: Option<usize>,
    pub(super) why: String,
    pub(super) clears: Vec<String>,
}
