//! What is guessed of a launch, as clauses; and a guess with clauses of sizes beside it, checked with more steps for each question than
//! others get.

use std::collections::BTreeSet;
use std::sync::Arc;

use spec::contract::Bound;
use verify::{Clause, Context, ObligationId, Open};

use crate::check::report::Counterexample;
use crate::check::signature::{is_of_compiler, read_assumptions};

use super::{Found, Outcome, Search, merge, usual};

/// The divisor of the work for one such check.
const PART: u64 = 2;

/// The most work of such inconclusive checks that is refunded.
const IN_VAIN: u64 = 3_000_000;

/// The work limits of a check: total, per query, and until each obligation.
#[derive(Clone)]
pub(super) struct Steps {
    pub(super) most: u64,
    pub(super) rlimit: u32,
    pub(super) pace: Arc<verify::Pace>,
    /// Whether the check ends at the first unproved obligation.
    pub(super) proof_only: bool,
    /// The context of the solver.
    pub(super) context: Context,
    /// What was proved for more launches, and is not asked again.
    pub(super) established: Arc<BTreeSet<ObligationId>>,
}

impl Steps {
    /// The usual limits of the search for clauses.
    pub(super) fn of(search: &Search<'_>) -> Self {
        Steps {
            most: u64::MAX,
            rlimit: search.limits.rlimit,
            pace: Arc::default(),
            proof_only: false,
            context: Context::Fresh,
            established: Arc::default(),
        }
    }
}

impl Search<'_> {
    /// Clauses with the usual relations of sizes.
    pub(super) fn tie(&self, open: &Open, clauses: &[Clause]) -> Vec<Clause> {
        let Ok(bound) = Bound::new(self.base, self.folded) else { return clauses.to_vec() };
        self.add_unimplied(open, clauses, usual::tie(self.folded, &bound, clauses))
    }

    /// Clauses with bounds under which the sums of a kernel fit their type.
    pub(super) fn bound_sums(&self, open: &Open, clauses: &[Clause]) -> Vec<Clause> {
        self.add_unimplied(open, clauses, clauses.to_vec())
    }

    /// Clauses with contiguous arrays beside them, without what these imply; none without an unknown stride.
    pub(super) fn lay_contiguous(&self, open: &Open, clauses: &[Clause]) -> Option<Vec<Clause>> {
        let bound = Bound::new(self.base, self.folded).ok()?;
        let mut all = clauses.to_vec();
        let contiguous = usual::guess_contiguous(self.folded, &bound);
        contiguous
            .into_iter()
            .filter(|clause| open.admits(clause))
            .for_each(|clause| merge(&mut all, clause));
        if all.len() == clauses.len() {
            return None;
        }
        let implied = self.implied(&all);
        all.retain(|clause| !implied.contains(clause));
        Some(all)
    }

    /// The given clauses, with admitted clauses of `more` and bounds of sums unless implied.
    fn add_unimplied(&self, open: &Open, clauses: &[Clause], mut more: Vec<Clause>) -> Vec<Clause> {
        let Ok(bound) = Bound::new(self.base, self.folded) else { return clauses.to_vec() };
        usual::bound_sums(self.folded, &bound).into_iter().for_each(|clause| merge(&mut more, clause));
        more.retain(|clause| clauses.contains(clause) || open.admits(clause));
        let implied = self.implied(&more);
        more.retain(|clause| clauses.contains(clause) || !implied.contains(clause));
        more
    }

    /// As [`Search::accept`], with all the steps that a question may take: each is likely to have an answer.
    pub(super) fn accept_patiently(&self, clauses: &[Clause], found: &mut Found) -> bool {
        self.accept_within(clauses, self.effort.get() / PART, found)
    }

    /// As [`Search::accept_patiently`], with so much work. A launch that is known to break a rule refutes clauses that admit it.
    pub(super) fn accept_within(&self, clauses: &[Clause], most: u64, found: &mut Found) -> bool {
        let is_admitted = |example: &Counterexample| self.admits(clauses.iter().cloned(), example);
        if self.tried.borrow().is_any_broken(is_admitted) {
            return false;
        }
        let patient = Steps { rlimit: self.patience, most, proof_only: true, ..Steps::of(self) };
        let before = self.spent.get();
        let outcome = self.check_in(clauses, &patient);
        // The cost of a failed guess reduces abduction's limit only in part.
        let more = (self.spent.get() - before).min(IN_VAIN);
        self.effort.set(self.effort.get().saturating_add(more));
        let Outcome::Proved(report) = outcome else { return false };
        self.keep_proof(clauses.to_vec(), report, found)
    }

    /// Clauses without implied ones, but for signs: a lemma about a product asks for the sign of a factor, and seldom finds it in a relation.
    pub(super) fn spare(&self, mut clauses: Vec<Clause>) -> Vec<Clause> {
        let implied = self.implied(&clauses);
        clauses.retain(|clause| clause.is_lower_bound() || !implied.contains(clause));
        clauses
    }

    /// Clauses with those of the usual launch.
    pub(super) fn usual(&self, open: &Open, clauses: &[Clause]) -> Vec<Clause> {
        let Ok(bound) = Bound::new(self.base, self.folded) else { return clauses.to_vec() };
        let mut all = clauses.to_vec();
        let mut guess = usual::guess_sorted(self.folded, &bound);
        guess.extend(usual::guess(self.folded, &bound, open.grid));
        guess.retain(|clause| open.admits(clause) && !clause.is_trivial());
        guess.into_iter().for_each(|clause| merge(&mut all, clause));
        all
    }

    /// Adds clauses under which tiles are whole.
    pub(super) fn add_whole_tiles(&self, open: &Open, clauses: &mut Vec<Clause>) {
        let Ok(bound) = Bound::new(self.base, self.folded) else { return };
        let whole = usual::guess_whole_tiles(self.folded, &bound);
        usual::add_all(clauses, whole.into_iter().filter(|clause| open.admits(clause)));
    }

    /// The initial clauses of a search, if clauses about arguments are possible; some may be unneeded.
    pub(super) fn read_off(&self, open: &Open) -> Vec<Clause> {
        let Ok(bound) = Bound::new(self.base, self.folded) else { return Vec::new() };
        let all = read_assumptions(self.folded, &bound, &|op| !is_of_compiler(self.folded, op));
        all.into_iter().filter(|clause| open.admits(clause)).collect()
    }
}
