//! Passes of abduction, each under the clauses found before.

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::span::Place;
use verify::{Clause, ObligationId, Open, Pass, Suggestion};

use super::combine::merge;
use super::found::Found;
use super::history::log_abduction;
use super::{AT_FIRST, SHARE, Search};

/// The passes of the search for clauses, each under the clauses found before. Wrapping arithmetic in excluded
/// launches would at first hide the clauses that exclude them.
const PASSES: [Pass; 2] = [Pass::NoWrap, Pass::Exact];

/// How often abduction begins anew for the first open obligation.
const ROUNDS: usize = 8;

/// The divisor of the remaining work for a search about a single requirement.
const CONFIRMATION: u64 = 4;

/// The most work of a search, once it has found what every launch breaks if memory holds ones.
const UNLIKELY: u64 = 4_000_000;

impl Search<'_> {
    /// Abduction for the first obligation without a proof, and nothing else, as long as this finds clauses; whether everything is proved.
    pub(super) fn abduce_first_open(&self, open: &Open, found: &mut Found) -> bool {
        for _ in 0..ROUNDS {
            let until = self.established.borrow().open_under(&found.clauses);
            let (Some(until), false) = (until, self.is_spent()) else { return false };
            let before = found.clauses.clone();
            let most = self.effort.get() / SHARE;
            let suggestion = self.run_abduction(open, found, Pass::NoWrap, most, Some(until));
            if found.clauses == before {
                // Clauses for later requirements do not help here.
                if suggestion.is_some_and(|suggestion| !suggestion.stopped) {
                    self.tried.borrow_mut().abduced(Pass::NoWrap, &before, u64::MAX);
                }
                return false;
            }
            if self.accept(found.clauses.clone(), found) {
                return true;
            }
        }
        false
    }

    /// Passes of abduction, until so much work was done. If clauses of a pass leave a requirement without launches, the passes begin
    /// anew with clauses for that requirement (backjumping: Stallman and Sussman, "Forward Reasoning and Dependency-Directed
    /// Backtracking", AIJ 1977).
    pub(super) fn abduce(&self, open: &Open, found: &mut Found, effort: u64) {
        self.run_passes(open, found, effort);
        let mut seen: Vec<Vec<Clause>> = Vec::new();
        while let Some(instead) = found.instead.take().filter(|instead| !seen.contains(instead)) {
            if found.proof.is_some() || self.spent.get() > effort || self.is_spent() {
                break;
            }
            let mut anew = Found { clauses: instead.clone(), ..Found::default() };
            seen.push(instead);
            self.run_passes(open, &mut anew, effort);
            if anew.proof.is_some() {
                (found.clauses, found.proof) = (anew.clauses, anew.proof);
                return;
            }
            found.instead = anew.instead;
        }
    }

    fn run_passes(&self, open: &Open, found: &mut Found, effort: u64) {
        for pass in PASSES {
            let left = effort.saturating_sub(self.spent.get()).min(self.effort.get() / SHARE);
            if self.tried.borrow().has_abduced(pass, &found.clauses, left) {
                continue;
            }
            let Some(suggestion) = self.run_abduction(open, found, pass, left, None) else { break };
            let mut all = found.clauses.clone();
            suggestion.exact.into_iter().for_each(|clause| merge(&mut all, clause));
            // A search stopped at its start has not found all missing clauses.
            let is_early = suggestion.stopped && effort == AT_FIRST;
            let accepted = !is_early && self.accept(all, found);
            if accepted || found.instead.is_some() || self.spent.get() > effort || self.is_spent() {
                break;
            }
        }
    }

    /// One pass of abduction with its limits; found clauses are added.
    fn run_abduction(
        &self,
        open: &Open,
        found: &mut Found,
        pass: Pass,
        effort: u64,
        until: Option<ObligationId>,
    ) -> Option<Suggestion> {
        let contract = self.with(&found.clauses);
        let bound = Bound::new(&contract, self.folded).ok()?;
        let established = self.established.borrow().under(&found.clauses);
        let (measures, narrows) = (found.broken_with_ones.is_none(), self.narrows.get());
        let limits = verify::Options { effort, established, until, measures, narrows, ..self.limits.clone() };
        let suggestion = verify::infer(self.folded, &bound, open, pass, &limits);
        log_abduction(pass, &found.clauses, &suggestion);
        self.spend(suggestion.effort);
        if until.is_none() {
            let most = if suggestion.stopped { effort } else { u64::MAX };
            self.tried.borrow_mut().abduced(pass, &found.clauses, most);
        }
        self.confirm_broken(open, pass, &suggestion, found);
        for clause in &suggestion.clauses {
            merge(&mut found.clauses, clause.clone());
        }
        Some(suggestion)
    }

    /// Confirms without any clause that every launch breaks a requirement: a pass sees only the launches that its clauses leave.
    /// A requirement with other launches gives clauses for a new beginning.
    fn confirm_broken(&self, open: &Open, pass: Pass, suggestion: &Suggestion, found: &mut Found) {
        found.infeasible = None;
        if let Some(at) = &suggestion.infeasible {
            let alone = self.abduce_alone(open, pass, at, (&found.clauses, false));
            if alone.is_some_and(|alone| alone.infeasible.is_some()) {
                found.infeasible = Some(at.clone());
            } else {
                let alone = self.abduce_alone(open, pass, at, (&found.clauses, true));
                found.instead = alone.map(|alone| alone.clauses).filter(|clauses| !clauses.is_empty());
            }
        }
        if found.broken_with_ones.is_some() {
            return;
        }
        if let Some(at) = &suggestion.broken_with_ones
            && let Some(alone) = self.abduce_alone(open, pass, at, (&found.clauses, false))
            && alone.broken_with_ones.is_some()
        {
            found.broken_with_ones = Some(at.clone());
            // Such a kernel is seldom right: the rest is kept for the shown launch.
            self.effort.set(self.effort.get().min(self.spent.get() + UNLIKELY));
        }
    }

    /// Abduction for a single requirement under the contract as written, with arrays as large as clauses ask for: a launch that
    /// breaks no rule breaks none with larger arrays.
    fn abduce_alone(
        &self,
        open: &Open,
        pass: Pass,
        (rule, at): &(Rule, Place),
        (clauses, finds_clauses): (&[Clause], bool),
    ) -> Option<Suggestion> {
        let sizes: Vec<Clause> =
            clauses.iter().filter(|clause| matches!(clause, Clause::Buffer { .. })).cloned().collect();
        let contract = self.with(&sizes);
        let bound = Bound::new(&contract, self.folded).ok()?;
        let effort = self.effort.get().saturating_sub(self.spent.get()) / CONFIRMATION;
        let alone = Some(verify::Alone { rule: *rule, at: at.clone(), finds_clauses });
        let limits = verify::Options { effort, alone, ..self.limits.clone() };
        let suggestion = verify::infer(self.folded, &bound, open, pass, &limits);
        log_abduction(pass, &[], &suggestion);
        self.spend(suggestion.effort);
        Some(suggestion)
    }
}
