//! Weakens clauses as far as possible. Unneeded clauses are dropped, and constants are relaxed until a further step
//! breaks a rule; clauses without a chosen number stay whole.

use std::sync::Arc;

use spec::contract::Bound;
use verify::{Clause, Context};

use super::guesses::Steps;
use super::{CHECKS, FAR, Outcome, Search};
use crate::check::report::{Counterexample, Inferred};

/// The work for constants of clauses that each exclude a launch that breaks a rule.
const POLISH: u64 = 600_000;

/// The work of a possibly inconclusive check, if the proof costs less.
const LEAST: u64 = 300_000;

/// The work of a proof beyond which a check that costs twice as much is too much.
const COSTLY: u64 = 1_000_000;

/// How much later a check may come to an obligation than a costly proof, or than one of clauses that differ in a constant.
const LAG: u64 = 100_000;

/// The most work that goes into launches just outside of clauses.
const RUNS: u64 = 1_500_000;

/// The most work for weakening clauses, if their proof is cheap.
const ALL: u64 = 4_000_000;

/// The limit as a multiple of the proof's work, if larger.
const TIMES: u64 = 2;

/// The work of a whole search from which on little more goes into weaker clauses: about seven seconds.
const LATE: u64 = 13_000_000;

/// The work for weakening the clauses of a proof that was found so late.
const MORE: u64 = 2_000_000;

impl Search<'_> {
    /// Makes the clauses as weak as they can be.
    pub(super) fn minimise(&self, clauses: &mut Vec<Inferred>, proof: &mut Option<verify::Report>) {
        let Some(first) = proof.as_ref() else { return };
        let found = first.effort;
        let steps = self.steps_beside(first, if found > COSTLY { LAG } else { LEAST });
        let spent = self.spent.get();
        let most = (spent + ALL.max(TIMES * found)).min(LATE).max(spent + MORE);
        self.effort.set(self.effort.get().min(most));
        self.halve(clauses, proof);
        let needed = self.find_needed(&plain(clauses), (found / 2).clamp(LEAST, RUNS));
        if self.cover(clauses, proof, (needed, &steps)).is_none() {
            return;
        }
        let (needed, open): (Vec<&Inferred>, Vec<&Inferred>) =
            clauses.iter().rev().partition(|one| one.because.is_some());
        let order: Vec<Clause> = open.into_iter().chain(needed).map(|one| one.clause.clone()).collect();
        self.weaken(clauses, proof, &order, self.spent.get() + POLISH);
    }

    /// The limits of a check next to a proof: its work, and its delay at an obligation beyond an eighth of the proof's work. A
    /// delayed check is probably not a proof.
    fn steps_beside(&self, proof: &verify::Report, lag: u64) -> Steps {
        let found = proof.effort;
        let most = if found > COSTLY { found + found / 4 } else { 2 * LEAST.max(found) };
        let pace = proof.coverage.pace.iter().map(|(id, spent)| (*id, spent + spent / 8 + lag)).collect();
        Steps { most, pace: Arc::new(pace), context: Context::Shared, ..Steps::of(self) }
    }

    /// The work limit of a check next to a proof, if half as much is left: most answers are known by then.
    fn affordable(&self, proof: Option<&verify::Report>, until: u64) -> Option<Steps> {
        let left = until.saturating_sub(self.spent.get());
        let proof = proof.filter(|proof| proof.effort / 2 <= left && !self.is_spent())?;
        Some(self.steps_beside(proof, LAG))
    }

    /// Implied conditions, bounds of one argument first.
    pub(super) fn implied(&self, clauses: &[Clause]) -> Vec<Clause> {
        let mut all: Vec<Clause> = clauses.to_vec();
        all.sort_by_key(|clause| !clause.is_bound());
        let Ok(bound) = Bound::new(self.base, self.folded) else { return Vec::new() };
        let needed = verify::needed(&bound, &all, &self.leave_each(&all), self.limits);
        all.into_iter().zip(needed).filter(|(_, needed)| !needed).map(|(clause, _)| clause).collect()
    }

    /// Drops what is not needed and relaxes the constants of the rest, until one more step breaks a rule.
    fn weaken(
        &self,
        clauses: &mut Vec<Inferred>,
        proof: &mut Option<verify::Report>,
        order: &[Clause],
        until: u64,
    ) {
        for (tried, clause) in order.iter().enumerate() {
            let Some(steps) = self.affordable(proof.as_ref(), until) else {
                let is_left = |one: &Inferred| one.because.is_none() && order[tried..].contains(&one.clause);
                self.gave_up.set(self.gave_up.get() || clauses.iter().any(is_left));
                break;
            };
            let Some(at) = clauses.iter().position(|one| one.clause == *clause) else { continue };
            let trial = |other: Option<Clause>| {
                let mut trial: Vec<Clause> = clauses.iter().map(|one| one.clause.clone()).collect();
                match other {
                    Some(other) => trial[at] = other,
                    None => {
                        trial.remove(at);
                    }
                }
                let most = until.saturating_sub(self.spent.get()).min(steps.most);
                self.check_in(&trial, &Steps { most, ..steps.clone() })
            };
            let outcome = clauses[at].because.clone().map_or_else(|| trial(None), Outcome::Broken);
            match outcome {
                Outcome::Proved(report) => {
                    *proof = Some(report);
                    clauses.remove(at);
                }
                Outcome::Broken(example) if self.is_tight(clauses, at, &example) => {
                    clauses[at].because = Some(example);
                }
                outcome @ (Outcome::Broken(_) | Outcome::Open) => {
                    let (relaxed, found) = self.relax((clauses, at), outcome, &trial, until);
                    *proof = found.or_else(|| proof.take());
                    clauses[at] = relaxed;
                }
            }
        }
    }

    /// A clause that cannot be left out, with the constant of a type or the weakest other one, and its proof if the clause has changed.
    fn relax(
        &self,
        (clauses, at): (&[Inferred], usize),
        outcome: Outcome,
        trial: &dyn Fn(Option<Clause>) -> Outcome,
        until: u64,
    ) -> (Inferred, Option<verify::Report>) {
        let clause = clauses[at].clause.clone();
        let dropped = match outcome {
            Outcome::Broken(example) => Some(example),
            Outcome::Proved(_) | Outcome::Open => None,
        };
        let weaker = self.weaker(&clause, dropped.as_deref());
        match weaker.map_or(Outcome::Open, |weaker| trial(Some(weaker))) {
            Outcome::Broken(because) => (Inferred { clause, because: Some(because) }, None),
            Outcome::Open => (Inferred { clause, because: dropped }, None),
            Outcome::Proved(report) => {
                let (weakest, found, because) = self.weakest(&clause, (report, dropped), trial, until);
                // If another clause leaves no room for the difference, the constant is unchanged.
                let clause = if self.admits_more(clauses, at, &weakest) { weakest } else { clause };
                (Inferred { clause, because }, Some(found))
            }
        }
    }

    /// Whether a launch excluded by a clause is admitted once its constant is relaxed by the least effective amount.
    fn is_tight(&self, clauses: &[Inferred], at: usize, example: &Counterexample) -> bool {
        let clause = &clauses[at].clause;
        let others = || {
            clauses.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| one.clause.clone())
        };
        let Some(weaker) = clause.weaker(1) else { return true };
        if self.admits(others().chain([weaker]), example) {
            return true;
        }
        if !self.admits(others(), example) {
            return false;
        }
        let least = self.least_that_admits(clause, (0, FAR), example);
        let between = clause.weaker(least - 1).filter(|_| least < FAR);
        between.is_some_and(|between| !self.admits_more(clauses, at, &between))
    }

    /// The clause with its number relaxed by one, if the number was freely chosen.
    fn weaker(&self, clause: &Clause, outside: Option<&Counterexample>) -> Option<Clause> {
        let is_whole = !clause.has_free_number() || self.is_limit(clause, outside);
        clause.weaker(1).filter(|_| !is_whole)
    }

    /// Whether a clause says that something fits a type, and something not twice as great breaks a rule. An author recognizes the
    /// bound, and a slightly weaker one costs a search.
    fn is_limit(&self, clause: &Clause, outside: Option<&Counterexample>) -> bool {
        let (Some(greatest), Some(outside)) = (clause.greatest_of_a_type(), outside) else { return false };
        self.least_that_admits(clause, (0, greatest), outside) < greatest
    }

    /// The verifier's result under clauses near those of a proof.
    fn check(&self, clauses: &[Clause]) -> Outcome {
        self.check_in(clauses, &Steps { context: Context::Shared, ..Steps::of(self) })
    }

    /// Takes one of two sizes if sufficient.
    fn halve(&self, clauses: &mut [Inferred], proof: &mut Option<verify::Report>) {
        for at in 0..clauses.len() {
            for half in clauses[at].clause.halves() {
                let mut trial: Vec<Clause> = clauses.iter().map(|one| one.clause.clone()).collect();
                trial[at] = half.clone();
                if let Outcome::Proved(report) = self.check(&trial) {
                    *proof = Some(report);
                    clauses[at].clause = half;
                    break;
                }
            }
        }
    }

    /// Whether a replaced clause admits further launches.
    fn admits_more(&self, clauses: &[Inferred], at: usize, weaker: &Clause) -> bool {
        let mut others: Vec<Clause> = clauses.iter().map(|one| one.clause.clone()).collect();
        others[at] = weaker.clone();
        let contract = self.with(&others);
        Bound::new(&contract, self.folded).is_ok_and(|bound| {
            verify::needed(&bound, &[clauses[at].clause.clone()], &[false], self.limits)[0]
        })
    }

    /// The least relaxation of a clause that admits a launch admitted by the greater one.
    fn least_that_admits(
        &self,
        clause: &Clause,
        (mut low, mut high): (i128, i128),
        example: &Counterexample,
    ) -> i128 {
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let contract = clause.weaker(middle).map(|weaker| self.with(&[weaker]));
            let admitted = contract.is_some_and(|contract| {
                Bound::new(&contract, self.kernel)
                    .is_ok_and(|bound| spec::admit::admit(&bound, &example.launch).is_ok())
            });
            if admitted { high = middle } else { low = middle }
        }
        high
    }

    /// The weakest form of a clause that can be relaxed by one.
    fn weakest(
        &self,
        clause: &Clause,
        (first, dropped): (verify::Report, Option<Box<Counterexample>>),
        trial: &dyn Fn(Option<Clause>) -> Outcome,
        until: u64,
    ) -> (Clause, verify::Report, Option<Box<Counterexample>>) {
        let (mut good, mut bad, mut proof, mut because) = (1i128, None, first, None);
        // Whether the bound is likely to be just below what is too much.
        let mut near = false;
        if let Some(example) = dropped {
            let least = self.least_that_admits(clause, (good, FAR), &example);
            if least < FAR {
                (bad, because, near) = (Some(least), Some(example), true);
            }
        }
        for _ in 0..CHECKS {
            let is_whole = clause.weaker(good).is_some_and(|weaker| !weaker.has_free_number());
            if is_whole || self.is_spent() || self.spent.get() > until {
                break;
            }
            let was_near = std::mem::take(&mut near);
            let step = match bad {
                None => good * 8,
                Some(bad) if was_near && bad - good > 1 => bad - 1,
                Some(bad) if bad - good > 1 => good + (bad - good) / 2,
                Some(_) => break,
            };
            match clause.weaker(step).map(|weaker| trial(Some(weaker))) {
                Some(Outcome::Proved(report)) => (good, proof) = (step, report),
                Some(Outcome::Broken(example)) => {
                    // What the launch needs to be admitted is too much already.
                    let least = self.least_that_admits(clause, (good, step), &example);
                    // Without a known bound, the limit is probably nearby.
                    near = least < step && bad.is_none();
                    (bad, because) = (Some(least), Some(example));
                }
                Some(Outcome::Open) | None => (bad, because) = (Some(step), None),
            }
        }
        (clause.weaker(good).unwrap_or_else(|| clause.clone()), proof, because)
    }
}

fn plain(clauses: &[Inferred]) -> Vec<Clause> {
    clauses.iter().map(|one| one.clause.clone()).collect()
}
