//! Launches that break a rule, as the status of an open obligation.

use std::iter;

use spec::syntax::contract::Contract;

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

    /// The report with the launch of a likely bug as undefined behavior under a closed contract, to which its author adds nothing.
    pub(in crate::check) fn decided_under(mut self, contract: &Contract) -> Self {
        let example = self.likely_bug.as_ref().and_then(|bug| bug.example.as_deref().cloned());
        let is_open = contract.closed && self.verdict == Verdict::Unknown;
        if example.filter(|_| is_open).is_some_and(|example| self.refute(example)) {
            self.likely_bug = None;
        }
        self
    }
}
