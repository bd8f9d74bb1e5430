//! The answer of a comparison of two kernels.

use spec::syntax::launch::Launch;

use super::Differing;
use crate::check::report::{KernelReport, Verdict};

/// The answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Equal results in every launch.
    Equivalent,
    /// A pair of launches, which were run, gives different results.
    Different(Box<Difference>),
    /// Neither was shown, and why.
    Unknown(String),
}

/// Two launches with different results.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The launch of each kernel.
    pub launches: [Launch; 2],
    /// The element.
    pub element: Differing,
    /// Whether the formulas are equal, so that only rounding differs; `None` if unknown, or if special floats are in memory.
    pub is_rounding: Option<bool>,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The answer.
    pub answer: Answer,
    /// The verdict of each kernel alone.
    pub verdicts: [Verdict; 2],
    /// The clauses of both contracts.
    pub given: [Vec<String>; 2],
    /// Further trusted facts of a proof.
    pub trusted: Vec<String>,
    /// How many pairs of launches were run in ordinary bits and left the same, and with elements of a field.
    pub agreed: [usize; 2],
    /// Further notes.
    pub notes: Vec<String>,
    /// The time in seconds.
    pub seconds: f64,
}

impl Comparison {
    /// An answer about two kernels, of which nothing was run.
    pub(super) fn new(answer: Answer, reports: [&KernelReport; 2]) -> Self {
        Comparison {
            answer,
            verdicts: reports.map(|report| report.verdict),
            given: reports.map(|report| report.contract.given.clone()),
            trusted: reports[0].contract.trusted.clone(),
            agreed: [0, 0],
            notes: Vec::new(),
            seconds: 0.0,
        }
    }

    /// Notes an element that differs in a finite field alone, in place of an earlier one.
    pub(super) fn note_in_field(&mut self, Differing { array, place, values: [a, b] }: Differing) {
        self.notes.retain(|known| !known.starts_with("in a finite field"));
        self.notes.push(format!(
            "in a finite field {array}[{place}] is {a} and {b}, though in ordinary bits the launch leaves the same"
        ));
    }
}
