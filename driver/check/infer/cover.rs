//! Which clauses are needed: a hitting set of the launches that break a rule. Beginning with those that are needed beside all others, each launch that is found
//! brings one of the clauses back that exclude it, until nothing is found (implicit hitting sets: Reiter, "A theory of diagnosis from
//! first principles", Artificial Intelligence 1987; Moreno-Centeno and Karp, Operations Research 2013).

use std::collections::BTreeMap;

use spec::contract::Bound;
use verify::Clause;

use super::{IsWhole, Outcome, Search};
use crate::check::report::{Counterexample, Inferred};

/// The work of a check that may fail to say anything, where the proof costs less.
const LEAST: u64 = 300_000;

/// The work of a proof beyond which no check costs more than it did.
const COSTLY: u64 = 1_000_000;

/// The work of all of them, beside twice that of the proof.
const ALL: u64 = 1_000_000;

/// Places of clauses, with a launch that breaks a rule without them.
pub(super) type Kept = BTreeMap<usize, Option<Box<Counterexample>>>;

impl Search<'_> {
    /// Leaves clauses that suffice out of clauses that do; those are told that are known to be needed, of which some may be known before.
    pub(super) fn cover(
        &self,
        clauses: &mut Vec<Inferred>,
        proof: &mut Option<verify::Report>,
        mut kept: Kept,
    ) -> Option<()> {
        let all: Vec<Clause> = clauses.iter().map(|one| one.clause.clone()).collect();
        if kept.len() < all.len() {
            let most = proof.as_ref().map_or(LEAST, |proof| LEAST.max(proof.effort));
            // What is left of the proof without clauses that it could use may be harder.
            let trial = if most > COSTLY { most } else { 2 * most };
            let whole = self.hit(&all, &mut kept, (trial, self.spent.get() + ALL + 4 * most))?;
            *proof = Some(match whole {
                Some(report) => report,
                None => {
                    let needed: Vec<Clause> = kept.keys().map(|at| all[*at].clone()).collect();
                    let Outcome::Proved(report) = self.check(&needed) else { return None };
                    report
                }
            });
        }
        let certified = self.certified(&all, kept.clone());
        let because = |at: &usize| certified.get(at).cloned().flatten();
        *clauses =
            kept.keys().map(|at| Inferred { clause: all[*at].clone(), because: because(at) }).collect();
        Some(())
    }

    /// Adds clauses until no launch is found; the proof, if it is one.
    fn hit(
        &self,
        all: &[Clause],
        kept: &mut Kept,
        (most, until): (u64, u64),
    ) -> Option<Option<verify::Report>> {
        while !self.is_spent() && self.spent.get() < until {
            let trial: Vec<Clause> = kept.keys().map(|at| all[*at].clone()).collect();
            match self.check_beyond(&trial, most) {
                (Outcome::Proved(report), IsWhole(whole)) => return Some(whole.then_some(report)),
                // It is too hard with so little: half of what is left comes back.
                (Outcome::Open, _) => {
                    let rest = self.prefer((0..all.len()).filter(|at| !kept.contains_key(at)).collect(), all);
                    if rest.is_empty() {
                        return None;
                    }
                    kept.extend(rest[..rest.len().div_ceil(2)].iter().map(|at| (*at, None)));
                }
                (Outcome::Broken(example), _) => {
                    let excludes = |at: &usize| {
                        !kept.contains_key(at) && !self.admits([all[*at].clone()].into_iter(), &example)
                    };
                    let excluding = self.prefer((0..all.len()).filter(excludes).collect(), all);
                    kept.insert(*excluding.first()?, Some(example));
                }
            }
        }
        None
    }

    /// Those without which the launch is admitted that they were kept for.
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
