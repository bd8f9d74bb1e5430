//! How much is done: twins of all kernels, or of some.

use std::env;

use crate::edits::hash;
use crate::edits::operations;
use crate::subjects::Subject;

/// Of so many kernels one has a twin every day.
const SAMPLED: u64 = 15;

/// Kernels of more operations are too slow for the sample.
const OPERATIONS_SAMPLED: usize = 40;

/// How much is done.
pub(crate) struct Extent {
    /// Twins of each kernel.
    pub(crate) twins: usize,
    /// The seed of the draws.
    pub(crate) seed: u64,
    /// Whether all kernels have twins.
    all: bool,
    /// A part of the name of a kernel.
    filter: String,
    bless: bool,
}

impl Extent {
    /// `TWINS=all` draws a twin of every kernel, `TWINS=8` eight of every kernel; `FILTER=text` takes the kernels whose names
    /// hold the text, `SEED=1` other draws; `BLESS=1` writes bench/TWINS.md.
    pub(crate) fn from_environment() -> Self {
        let variable = |name| env::var(name).unwrap_or_default();
        let (wanted, filter, seed) = (variable("TWINS"), variable("FILTER"), variable("SEED"));
        let twins = match wanted.as_str() {
            "" | "all" => 1,
            many => many.parse().unwrap_or_else(|_| panic!("TWINS is `all` or a number, not `{many}`")),
        };
        let seed = if seed.is_empty() { 0 } else { seed.parse().expect("SEED is a number") };
        let all = !wanted.is_empty() || !filter.is_empty();
        Extent { twins, seed, all, filter, bless: variable("BLESS") == "1" }
    }

    /// Some kernels, the same in every run.
    pub(crate) fn sample() -> Self {
        Extent { twins: 1, seed: 0, all: false, filter: String::new(), bless: false }
    }

    /// The kernels with twins.
    pub(crate) fn pick(&self, mut subjects: Vec<Subject>) -> Vec<Subject> {
        let samples = |subject: &Subject| {
            operations(&subject.kernel).len() <= OPERATIONS_SAMPLED
                && hash(&format!("twin of {}", subject.name())).is_multiple_of(SAMPLED)
        };
        subjects.retain(|subject| subject.name().contains(&self.filter) && (self.all || samples(subject)));
        subjects
    }

    /// Whether kernels are left out by their names.
    pub(crate) fn is_filtered(&self) -> bool {
        !self.filter.is_empty()
    }

    /// Whether the page is to be written.
    pub(crate) fn blesses(&self) -> bool {
        self.bless && self.all && !self.is_filtered()
    }
}
