//! The needed clauses: a hitting set of the launches that break a rule. The search starts with the clauses needed beside all
//! others. Each found launch restores a clause that excludes it (implicit hitting sets: Reiter, "A theory of diagnosis from first
//! principles", Artificial Intelligence 1987; Moreno-Centeno and Karp, Operations Research 2013).

use std::collections::BTreeMap;

use spec::contract::Bound;
use verify::Clause;

use super::guesses::Steps;
use super::{Outcome, Search};
use crate::check::report::{Counterexample, Inferred};

/// The work of inconclusive checks after which all clauses stay, unless a quarter of a check's work is less; and the work of all
/// checks beyond a single check's.
const IN_VAIN: u64 = 300_000;

/// The most work of test launches.
const RUNS: u64 = 400_000;

/// Places of clauses, with a launch that breaks a rule without them.
pub(super) type Kept = BTreeMap<usize, Option<Box<Counterexample>>>;

impl Search<'_> {
    /// Removes unneeded clauses from a sufficient set; reports the clauses known to be needed, some of them in advance.
    pub(super) fn cover(
        &self,
        clauses: &mut Vec<Inferred>,
        proof: &mut Option<verify::Report>,
        (mut kept, steps): (Kept, &Steps),
    ) -> Option<()> {
        let all: Vec<Clause> = clauses.iter().map(|one| one.clause.clone()).collect();
        if kept.len() < all.len() {
            self.hit_by_runs(&all, &mut kept);
            self.hit(&all, &mut kept, proof, steps)?;
        }
        let certified = self.certified(&all, kept.clone());
        let because = |at: &usize| certified.get(at).cloned().flatten();
        *clauses =
            kept.keys().map(|at| Inferred { clause: all[*at].clone(), because: because(at) }).collect();
        Some(())
    }

    /// Adds clauses until no launch outside of the others breaks a rule: each clause is visited once, and again after another one
    /// was restored.
    fn hit_by_runs(&self, all: &[Clause], kept: &mut Kept) {
        let before = self.limits.budget.spent();
        for at in (0..all.len()).flat_map(|at| [at, at]) {
            let is_late = self.limits.budget.spent() - before > RUNS || self.limits.budget.is_spent();
            if kept.contains_key(&at) || is_late {
                continue;
            }
            let others = kept.keys().map(|at| all[*at].clone()).collect();
            if let Some(example) = self.run_outside(&all[at], others) {
                self.exclude(all, kept, example);
            }
        }
        self.spend(self.limits.budget.spent() - before);
        tracing::debug!(clauses = all.len(), kept = kept.len(), "launches outside of clauses");
    }

    /// Adds clauses until a proof succeeds. If all clauses return, the existing proof is used.
    fn hit(
        &self,
        all: &[Clause],
        kept: &mut Kept,
        proof: &mut Option<verify::Report>,
        steps: &Steps,
    ) -> Option<()> {
        let until = self.spent.get() + IN_VAIN + steps.most;
        let mut vain = IN_VAIN.max(steps.most / 4);
        while kept.len() < all.len() {
            let before = self.spent.get();
            if self.is_spent() {
                return None;
            }
            if before > until {
                (0..all.len()).for_each(|at| _ = kept.entry(at).or_insert(None));
                break;
            }
            let trial: Vec<Clause> = kept.keys().map(|at| all[*at].clone()).collect();
            match self.check_in(&trial, steps) {
                Outcome::Proved(less) => {
                    *proof = Some(less);
                    break;
                }
                // The check is too hard with so few clauses: half of the rest is restored, or all if another such check would cost
                // too much.
                Outcome::Open => {
                    let rest = self.prefer((0..all.len()).filter(|at| !kept.contains_key(at)).collect(), all);
                    let cost = self.spent.get() - before;
                    vain = vain.saturating_sub(cost);
                    let back = if vain >= cost { rest.len().div_ceil(2) } else { rest.len() };
                    kept.extend(rest[..back].iter().map(|at| (*at, None)));
                }
                Outcome::Broken(example) => self.exclude(all, kept, example)?,
            }
        }
        Some(())
    }

    /// Adds a clause that excludes a launch.
    fn exclude(&self, all: &[Clause], kept: &mut Kept, example: Box<Counterexample>) -> Option<()> {
        let excludes =
            |at: &usize| !kept.contains_key(at) && !self.admits([all[*at].clone()].into_iter(), &example);
        let excluding = self.prefer((0..all.len()).filter(excludes).collect(), all);
        kept.insert(*excluding.first()?, Some(example));
        Some(())
    }

    /// The clauses without those whose launch is excluded otherwise.
    fn certified(&self, all: &[Clause], kept: Kept) -> Kept {
        let places: Vec<usize> = kept.keys().copied().collect();
        let is_needed = |at: usize, example: &Counterexample| {
            self.admits(places.iter().filter(|other| **other != at).map(|other| all[*other].clone()), example)
        };
        kept.into_iter()
            .filter(|(at, example)| example.as_ref().is_some_and(|example| is_needed(*at, example)))
            .collect()
    }

    /// Places of clauses, of the grid first.
    fn prefer(&self, mut places: Vec<usize>, all: &[Clause]) -> Vec<usize> {
        places.sort_by_key(|at| !all[*at].is_about_grid());
        places
    }

    /// Whether clauses admit a launch.
    pub(super) fn admits(&self, clauses: impl Iterator<Item = Clause>, example: &Counterexample) -> bool {
        let contract = self.with(&clauses.collect::<Vec<Clause>>());
        let bound = Bound::new(&contract, self.kernel);
        bound.is_ok_and(|bound| spec::admit::admit(&bound, &example.launch).is_ok())
    }
}
