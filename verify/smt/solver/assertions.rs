//! The facts under which queries are asked. Equal facts in equal order form one version (versions are the nodes of a trie), so answers are
//! reused after facts are retracted and stated again.

use super::Solver;
use crate::smt::fact::Fact;
use crate::smt::facts::{Known, Role};
use crate::smt::lower::conjuncts;
use crate::terms::Truth;

/// Facts that do not count for a while.
pub(crate) struct Aside {
    facts: Vec<Known>,
}

impl Solver {
    /// Takes a fact for granted from here on.
    pub(crate) fn assume(&mut self, fact: &Fact) {
        for holds in conjuncts(&fact.holds) {
            let says = |known: &Known| {
                known.holds == holds && (known.role == fact.role || known.role == Role::Axiom)
            };
            if self.facts.iter().any(says) {
                continue;
            }
            self.push(Known::new(holds, fact.role, fact.reason));
        }
    }

    /// Adds a fact. Equal facts in equal order are one version, and each version answers a query once.
    fn push(&mut self, known: Known) {
        self.versions += 1;
        self.version = *self.later.entry((self.version, known.holds, known.role)).or_insert(self.versions);
        self.facts.push(known);
    }

    /// The position that [`Solver::forget`] returns to.
    pub(crate) fn mark(&self) -> (usize, u64) {
        (self.facts.len(), self.version)
    }

    /// Forgets the facts that came after the mark.
    pub(crate) fn forget(&mut self, mark: (usize, u64)) {
        self.facts.truncate(mark.0);
        self.version = mark.1;
    }

    /// Sets the facts aside that came after the mark.
    pub(crate) fn set_aside(&mut self, mark: (usize, u64)) -> Aside {
        let later = Aside { facts: self.facts.split_off(mark.0) };
        self.version = mark.1;
        later
    }

    /// Sets aside the facts after the mark that were proved from others; only time is lost.
    pub(crate) fn set_proved_aside(&mut self, mark: (usize, u64)) -> Aside {
        let later = self.set_aside(mark);
        let is_proved = |known: &Known| matches!(known.role, Role::Cut | Role::Implied);
        let (facts, others): (Vec<_>, Vec<_>) = later.facts.into_iter().partition(is_proved);
        others.into_iter().for_each(|known| self.push(known));
        Aside { facts }
    }

    /// Restores them.
    pub(crate) fn take_back(&mut self, later: Aside) {
        later.facts.into_iter().for_each(|known| self.push(known));
    }

    /// The facts, one by one.
    pub(crate) fn facts(&self) -> Vec<Truth> {
        self.facts.iter().map(|fact| fact.holds).collect()
    }

    /// The facts with their roles.
    pub(crate) fn known(&self) -> Vec<Known> {
        self.facts.clone()
    }
}
