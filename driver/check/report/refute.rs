//! Launches that break a rule, as the status of an open obligation.

use std::iter;

use super::{Counterexample, Finding, KernelReport, Status, Verdict};

impl KernelReport {
    /// Gives an open obligation the launch that breaks it. A race is decided at one of its two accesses. False if no open obligation is of the
    /// broken rule and its places.
    pub(in crate::check) fn refute(&mut self, example: Counterexample) -> bool {
        let violation = &example.violation;
        let parties = iter::once(&violation.party).chain(&violation.other);
        let places: Vec<usize> = parties.map(|party| party.at.offset).collect();
        let is_it = |one: &&mut Finding| {
            one.rule == violation.rule
                && places.contains(&one.at.offset)
                && matches!(one.status, Status::Refuted(_) | Status::Unknown(_))
        };
        let Some(broken) = self.obligations.iter_mut().find(is_it) else { return false };
        broken.status = Status::Refuted(Box::new(example));
        self.verdict = Verdict::Undefined;
        true
    }
}
