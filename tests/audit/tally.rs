//! The results of many audits.

use std::fmt;

/// Counts.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) kernels: usize,
    /// The number of complete checks among them.
    pub(crate) complete: usize,
    pub(crate) launches: usize,
    /// The number of launches with a broken rule.
    pub(crate) broken: usize,
    pub(crate) moments: usize,
    /// Satisfiable queries, and queries that the solver gave up on.
    pub(crate) possible: usize,
    pub(crate) unknown: usize,
    pub(crate) excluded: usize,
    pub(crate) missed: usize,
    /// The errors, in words.
    pub(crate) wrong: Vec<String>,
}

impl Tally {
    /// Adds another.
    pub(crate) fn add(&mut self, other: Tally) {
        self.kernels += other.kernels;
        self.complete += other.complete;
        self.launches += other.launches;
        self.broken += other.broken;
        self.moments += other.moments;
        self.possible += other.possible;
        self.unknown += other.unknown;
        self.excluded += other.excluded;
        self.missed += other.missed;
        self.wrong.extend(other.wrong);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            kernels, complete, launches, broken, moments, possible, unknown, excluded, missed, ..
        } = self;
        write!(
            f,
            "{kernels} kernels ({complete} whole), {launches} launches ({broken} break a rule), {moments} moments, \
             {possible} questions possible, {unknown} unknown, {excluded} moments excluded, {missed} obligations missed"
        )
    }
}
