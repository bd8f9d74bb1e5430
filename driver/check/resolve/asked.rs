//! The subjects of obligations, compared with a launch's violation.

use std::collections::HashMap;

use spec::rules::Rule;
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;
use spec::syntax::span::Place;

use crate::check::report::Counterexample;

/// Whether a rule is about two accesses of which nobody knows which is first.
pub(super) fn races(rule: Rule) -> bool {
    matches!(rule, Rule::RaceBlock | Rule::RaceToken)
}

/// By an operation of a combiner, the reduction or scan that it belongs to: a run breaks a rule there, the verifier names
/// the operation.
pub(super) struct Owners(HashMap<usize, usize>);

impl Owners {
    pub(super) fn new(kernel: &Kernel) -> Self {
        let mut owners = HashMap::new();
        for owner in kernel.operations().filter(|op| matches!(op.op, Op::Reduce | Op::Scan)) {
            let inner = owner.regions.iter().flat_map(|region| &region.ops);
            owners.extend(inner.map(|op| (op.at.offset, owner.at.offset)));
        }
        Owners(owners)
    }

    /// Where the operation at a place is looked for.
    fn of(&self, at: &Place) -> usize {
        self.0.get(&at.offset).copied().unwrap_or(at.offset)
    }
}

/// What an obligation is about: a rule, at an operation or between two.
pub(super) struct Asked {
    rule: Rule,
    at: usize,
    other: Option<usize>,
}

/// How far a launch breaks what was asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nearness {
    /// The launch breaks the obligation.
    Same,
    /// One of two accesses takes part in another race.
    OneParty,
}

impl Asked {
    pub(super) fn of(obligation: &verify::Obligation, owners: &Owners) -> Self {
        let other = obligation.other.as_ref().map(|other| owners.of(other));
        Asked { rule: obligation.rule, at: owners.of(&obligation.at), other }
    }

    /// The distance of a violation from the obligation.
    pub(super) fn nearness(&self, found: &Counterexample, owners: &Owners) -> Option<Nearness> {
        let violation = &found.violation;
        let a = owners.of(&violation.party.at);
        let b = violation.other.as_ref().map_or(a, |other| owners.of(&other.at));
        if self.rule != violation.rule {
            return None;
        }
        let other = self.other.unwrap_or(self.at);
        if [(a, b), (b, a)].contains(&(self.at, other)) {
            return Some(Nearness::Same);
        }
        let one = [a, b].contains(&self.at) || [a, b].contains(&other);
        (one && races(self.rule)).then_some(Nearness::OneParty)
    }
}
