//! The extent of a run: all mutants, a reproducible sample, or those of some kernels.

use crate::edits::KINDS;
use crate::edits::operations;
use crate::edits::{Mutant, hash};
use crate::subjects::Subject;

/// Of so many kinds of mutants of a kernel one is in the sample.
const KINDS_SAMPLED: u64 = 8;

/// The sampling rate of mutants of sampled kinds.
const MUTANTS_SAMPLED: u64 = 20;

/// Kernels of more operations are too slow for the sample.
const OPERATIONS_SAMPLED: usize = 30;

/// The most launches of one contract, for many mutants.
const LAUNCHES: usize = 10_000;

/// The most launches in the sample.
const LAUNCHES_SAMPLED: usize = 8;

/// How much is done.
pub(crate) struct Extent {
    /// Every mutant of what is wanted, or one of so many, rather than the sample.
    pub(crate) one_of: Option<u64>,
    /// A part of the name of a kernel.
    filter: String,
    /// A part of the name of a kind.
    kind: String,
}

impl Extent {
    /// `MUTANTS=all` takes every mutant, and `MUTANTS=8` one of eight. `FILTER=text` takes every mutant of matching kernels, and
    /// `KIND=text` every mutant of matching kinds (if none matches, the kernels alone).
    pub(crate) fn from_environment() -> Self {
        let variable = |name| std::env::var(name).unwrap_or_default();
        let filter = variable("FILTER");
        let kind = variable("KIND");
        let mutants = variable("MUTANTS");
        let one_of = match mutants.parse::<u64>() {
            Ok(many) => Some(many.max(1)),
            Err(_) => (mutants == "all" || !filter.is_empty() || !kind.is_empty()).then_some(1),
        };
        Extent { one_of, filter, kind }
    }

    /// Whether more than the sample is checked.
    pub(crate) fn is_long(&self) -> bool {
        self.one_of.is_some()
    }

    /// Whether kernels or kinds are left out.
    pub(crate) fn is_filtered(&self) -> bool {
        !self.filter.is_empty() || !self.kind.is_empty()
    }

    /// The jobs: a kernel with a kind of mutants, or without a kind for the kernel itself.
    pub(crate) fn jobs(&self, subjects: &[Subject]) -> Vec<(usize, Option<usize>)> {
        let wanted = (0..subjects.len()).filter(|at| subjects[*at].name().contains(&self.filter));
        let kinds = (0..KINDS.len()).filter(|kind| KINDS[*kind].name.contains(&self.kind));
        let kinds: Vec<_> = [None].into_iter().chain(kinds.map(Some)).collect();
        let jobs = wanted.flat_map(|at| kinds.iter().map(move |kind| (at, *kind)));
        jobs.filter(|(at, kind)| self.one_of.is_some() || self.samples(&subjects[*at], *kind)).collect()
    }

    fn samples(&self, subject: &Subject, kind: Option<usize>) -> bool {
        let kind = kind.map_or("", |kind| KINDS[kind].name);
        operations(&subject.kernel).len() <= OPERATIONS_SAMPLED
            && hash(&format!("{} {kind}", subject.name())).is_multiple_of(KINDS_SAMPLED)
    }

    /// Whether a mutant is checked.
    pub(crate) fn wants(&self, subject: &Subject, kind: usize, mutant: &Mutant) -> bool {
        let name = format!("{} {} {}", subject.name(), KINDS[kind].name, mutant.what);
        hash(&name).is_multiple_of(self.one_of.unwrap_or(MUTANTS_SAMPLED))
    }

    /// The most launches that a survivor is run on.
    pub(crate) fn launches(&self) -> usize {
        if self.is_long() { LAUNCHES } else { LAUNCHES_SAMPLED }
    }
}
