//! Contracts that nobody wrote: found by the verifier, made as weak as they can be, and shown to be needed.

mod abduction;
mod boundary;
mod boxed;
mod combine;
mod completed;
mod cover;
mod found;
mod guesses;
mod hidden;
mod history;
mod minimise;
mod ones;
mod repeated;
mod suggest;
mod usual;

pub(super) use self::completed::Completed;
pub(super) use self::history::Established;
pub(super) use self::repeated::find_repeated;
pub(super) use self::usual::{
    Definitions, TileIndex, TiledAxis, Usual, UsualLaunch, guess_beginning, guess_contiguous, guess_sorted,
    known_counts, scalar_tiles, tiled_axes, usual_float, with_usual_floats,
};

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Allowance;
use spec::valid::Valid;
use verify::{Budget, Clause, Open};

use self::combine::{join, merge, name_divisors};
use self::found::Found;
use self::guesses::Steps;
use self::history::{Tried, log_check};
use super::replay::{Replay, Runs, fuel};
use super::report::{Counterexample, Inferred};

/// The most work for one contract, in units of counted work: the results then are final.
const EFFORT: u64 = 21_000_000;

/// The work if the launch is stated, and only memory is open.
const MEMORY_EFFORT: u64 = 1_500_000;

/// The work before the first guess.
const AT_FIRST: u64 = 300_000;

/// The work of a trial check before a longer one.
const BRIEF: u64 = 450_000;

/// The work of checks after which a guess is checked with more clauses before others are searched.
const LARGE: u64 = 1_000_000;

/// The divisor of the work for one search.
const SHARE: u64 = 2;

/// Farther than the numbers of a contract are from each other.
const FAR: i128 = 1 << 66;

/// The most checks for weakening one clause.
const CHECKS: usize = 80;

/// A kernel whose contract is to be completed.
pub(super) struct Search<'a> {
    /// The kernel as written, for replays.
    pub(super) kernel: &'a Valid,
    /// With constants folded, for the solver.
    pub(super) folded: &'a Valid,
    /// The given contract.
    pub(super) base: &'a Contract,
    /// The author's allowances.
    pub(super) allowances: &'a [&'a Allowance],
    /// How the verifier is run.
    pub(super) limits: &'a verify::Options,
    /// The steps of a question that is likely to have an answer.
    pub(super) patience: u32,
    /// The most work.
    pub(super) effort: Cell<u64>,
    /// How much work has been done.
    pub(super) spent: Cell<u64>,
    /// The obligations proved on the way.
    pub(super) established: RefCell<Established>,
    /// Operations that a check may come to more than once.
    pub(super) repeated: BTreeSet<usize>,
    /// The earlier checks.
    pub(super) tried: RefCell<Tried>,
    /// Wrong launches, each with a clause for its exclusion.
    pub(super) outside: RefCell<Vec<(Clause, Box<Counterexample>)>>,
    /// Whether clauses may leave a single block or element.
    pub(super) narrows: Cell<bool>,
    /// Whether clauses stay that nothing is known to need, since to find out costs too much.
    pub(super) gave_up: Cell<bool>,
}

/// The result of a check under some clauses.
enum Outcome {
    Proved(verify::Report),
    Broken(Box<Counterexample>),
    Open,
}

impl Search<'_> {
    /// The most work for open parts, such that the rest of the budget suffices for the report.
    pub(super) fn effort(open: &Open, budget: &Budget) -> u64 {
        let usual = if open.launch() { EFFORT } else { MEMORY_EFFORT };
        usual.min(budget.left() / 4 * 3)
    }

    /// Completes the contract: by abduction alone at first, then from what is usual, at last with all the work that may be done.
    pub(super) fn complete(&self, open: &Open) -> Completed {
        let mut found = Found { clauses: self.read_off(open), ..Found::default() };
        let plain = self.usual(open, &found.clauses);
        let mut usual = plain.clone();
        self.add_whole_tiles(open, &mut usual);
        let is_empty = plain.iter().all(|clause| found.clauses.contains(clause));
        if !is_empty && self.accept_usual(self.spare(plain), &self.spare(usual.clone()), &mut found) {
            return self.conclude(found);
        }
        let tied = self.tie(open, &usual);
        // A quick check probably lacks a clause that abduction finds.
        let is_large = self.spent.get() >= LARGE;
        if is_large && self.accept_patiently(&tied, &mut found) {
            return self.conclude(found);
        }
        self.abduce(open, &mut found, self.effort.get().min(AT_FIRST));
        let narrow = self.set_aside_narrow(&usual, open, &mut found);
        let bounded = self.bound_sums(open, &usual);
        // Abduction begins with these clauses: if they suffice, its additions only exclude launches.
        // Where checks cost much, so little work ends none.
        if found.proof.is_none() && !is_large && !self.tried.borrow().has_failed(&bounded) {
            self.accept_within(&bounded, LARGE, &mut found);
        }
        let is_open = found.proof.is_none() && !self.is_spent();
        if let Some(contiguous) = is_open.then(|| self.lay_contiguous(open, &bounded)).flatten() {
            let most = if is_large { self.effort.get() / SHARE } else { LARGE };
            self.accept_within(&contiguous, most, &mut found);
        }
        if found.proof.is_none() && !self.is_spent() {
            self.try_usual(open, bounded, &mut found);
        }
        // A box costs little. Abduction may spend the whole rest of the budget.
        let is_boxed = found.proof.is_none() && !found.is_broken_always();
        if is_boxed {
            self.try_boxed(open, &tied, &mut found);
        }
        if found.proof.is_none() && !self.is_spent() {
            // Where a bug leaves nothing else, clauses for a single block show the bug.
            self.narrows.set(narrow.is_none());
            self.abduce(open, &mut found, self.effort.get());
        }
        if found.clauses.is_empty() && found.best.is_empty() {
            found.best = tied;
        }
        let mut completed = self.conclude(narrow.filter(|_| found.proof.is_none()).unwrap_or(found));
        let clauses = completed.clauses.iter().map(|one| one.clause.clone());
        // An argument of at most 1 may be an index of two tiles.
        let is_narrow =
            |clause: &Clause| self.leaves_one(clause) && clause.is_about_grid() && !usual.contains(clause);
        completed.narrow = clauses.filter(is_narrow).collect();
        completed
    }

    /// From here on, searches leave no single block along an axis and no single element where nothing usual says so: nothing races then, and
    /// an author seldom means this. A proof for these launches is set aside.
    fn set_aside_narrow(&self, usual: &[Clause], open: &Open, found: &mut Found) -> Option<Found> {
        if found.is_broken_always() {
            return None;
        }
        self.narrows.set(false);
        let is_wide = |clause: &Clause| !self.leaves_one(clause) || usual.contains(clause);
        let (is_narrow, is_proved) = (!found.clauses.iter().all(is_wide), found.proof.is_some());
        let mut clauses = if is_narrow && is_proved { self.read_off(open) } else { found.clauses.clone() };
        clauses.retain(is_wide);
        // Later searches leave these out.
        let asked = usual.iter().filter(|clause| self.leaves_one(clause));
        asked.cloned().for_each(|clause| merge(&mut clauses, clause));
        if !is_proved {
            found.clauses = clauses;
            return None;
        }
        if !is_narrow {
            return None;
        }
        let broken_with_ones = found.broken_with_ones.clone();
        Some(std::mem::replace(found, Found { clauses, broken_with_ones, ..Found::default() }))
    }

    /// Whether a clause leaves a single block or element.
    fn leaves_one(&self, clause: &Clause) -> bool {
        Bound::new(self.base, self.kernel).is_ok_and(|bound| clause.leaves_one(&bound))
    }

    /// The found clauses, weakened as far as possible.
    fn conclude(&self, found: Found) -> Completed {
        let Found { clauses, best, mut infeasible, broken_with_ones, mut proof, .. } = found;
        let clauses = if proof.is_none() && !best.is_empty() { best } else { clauses };
        let mut inferred: Vec<Inferred> =
            clauses.into_iter().map(|clause| Inferred { clause, because: None }).collect();
        if proof.is_some() {
            infeasible = None;
            self.minimise(&mut inferred, &mut proof);
            name_divisors(&mut inferred, &self.base.requires);
            join(&mut inferred);
        }
        let plain: Vec<Clause> = inferred.iter().map(|one| one.clause.clone()).collect();
        let (contract, cut) = (self.with(&plain), self.is_spent() || self.gave_up.get());
        let established = self.established.borrow().all_under(&plain);
        Completed {
            contract,
            clauses: inferred,
            narrow: Vec::new(),
            established,
            proof,
            infeasible,
            broken_with_ones,
            cut,
        }
    }

    /// Whether the usual launch suffices. Whole tiles are asked for at once where a check without them is not done in short.
    fn accept_usual(&self, plain: Vec<Clause>, whole: &[Clause], found: &mut Found) -> bool {
        if plain == whole {
            return self.accept(plain, found);
        }
        let before = self.spent.get();
        if let Outcome::Proved(report) = self.check_with(&plain, BRIEF) {
            return self.keep_proof(plain, report, found);
        }
        self.spent.get() - before >= BRIEF && self.accept(whole.to_vec(), found)
    }

    /// Abduction from insufficient clauses.
    fn try_usual(&self, open: &Open, all: Vec<Clause>, found: &mut Found) {
        let broken_with_ones = found.broken_with_ones.clone();
        let mut more = Found { clauses: all, broken_with_ones, ..Found::default() };
        // A check that ended early has not come to what is open.
        if !self.accept(more.clauses.clone(), &mut more) && !self.abduce_first_open(open, &mut more) {
            self.abduce(open, &mut more, self.spent.get() + self.effort.get() / SHARE);
        }
        if more.proof.is_some() {
            *found = more;
        } else {
            found.broken_with_ones = found.broken_with_ones.take().or(more.broken_with_ones);
            found.best = more.clauses;
        }
    }

    /// Keeps clauses under which everything is proved; returns whether they are.
    fn accept(&self, clauses: Vec<Clause>, found: &mut Found) -> bool {
        let steps = Steps { proof_only: true, ..Steps::of(self) };
        if self.tried.borrow().has_failed(&clauses)
            || self.established.borrow().open_with(&clauses, steps.rlimit).is_some()
        {
            return false;
        }
        match self.check_in(&clauses, &steps) {
            Outcome::Proved(report) => self.keep_proof(clauses, report, found),
            Outcome::Broken(_) | Outcome::Open => {
                self.tried.borrow_mut().checked(&clauses, false);
                false
            }
        }
    }

    /// Keeps clauses with their proof, if they do not hide a place; returns whether they are kept.
    fn keep_proof(&self, clauses: Vec<Clause>, report: verify::Report, found: &mut Found) -> bool {
        let accepted = !self.hides(&report);
        self.tried.borrow_mut().checked(&clauses, accepted);
        if accepted {
            (found.clauses, found.proof) = (clauses, Some(report));
        }
        accepted
    }

    fn spend(&self, effort: u64) {
        self.spent.set(self.spent.get() + effort);
    }

    fn is_spent(&self) -> bool {
        self.spent.get() > self.effort.get() || self.limits.budget.is_spent()
    }

    /// The contract with clauses added.
    fn with(&self, clauses: &[Clause]) -> Contract {
        let mut contract = self.base.clone();
        if let Ok(bound) = Bound::new(self.base, self.kernel) {
            clauses.iter().for_each(|clause| clause.add_to(&bound, &mut contract));
        }
        contract
    }

    fn check_with(&self, clauses: &[Clause], most: u64) -> Outcome {
        self.check_in(clauses, &Steps { most, ..Steps::of(self) })
    }

    /// What the verifier says under a contract with clauses.
    fn verify(&self, clauses: &[Clause], bound: &Bound<'_>, steps: &Steps) -> verify::Report {
        // An accepted violation does not end a check.
        let policy = match self.limits.policy {
            policy if !self.allowances.is_empty() => policy,
            policy if steps.proof_only => policy.until_open(),
            policy => policy.until_violation(),
        };
        let (all, Steps { most, rlimit, .. }) = (&self.limits.budget, steps);
        let (most, rlimit) = (*most, *rlimit);
        let budget = if most == u64::MAX { all.clone() } else { all.part(most) };
        let (pace, context) = (steps.pace.clone(), steps.context);
        let limits = verify::Options {
            context,
            established: steps.established.clone(),
            policy,
            scripts: false,
            budget,
            rlimit,
            pace,
            ..self.limits.clone()
        };
        let report = verify::check(self.folded, bound, &limits);
        if most < u64::MAX {
            all.spend(limits.budget.spent());
        }
        self.spend(report.effort);
        log_check(clauses, &report);
        self.established.borrow_mut().keep(clauses, rlimit, &report, &self.repeated);
        report
    }

    fn check_in(&self, clauses: &[Clause], steps: &Steps) -> Outcome {
        let contract = self.with(clauses);
        let (Ok(folded), Ok(bound)) =
            (Bound::new(&contract, self.folded), Bound::new(&contract, self.kernel))
        else {
            return Outcome::Open;
        };
        if let Some(known) = self.recall(clauses, &bound, steps) {
            return known;
        }
        let report = self.verify(clauses, &folded, steps);
        if report.empty || report.stopped {
            return Outcome::Open;
        }
        let accepted = |rule: Rule| self.allowances.iter().any(|allowance| allowance.rule == rule.code());
        let mut open = false;
        let limits = self.limits;
        let runs =
            Runs { kernel: self.kernel, ignore: limits.policy.ignored(), ends: None, budget: &limits.budget };
        for obligation in &report.obligations {
            match &obligation.status {
                verify::Status::Proved => {}
                verify::Status::Unknown(_) | verify::Status::Refuted(_) | verify::Status::Doubtful(..)
                    if accepted(obligation.rule) => {}
                verify::Status::Unknown(_) => open = true,
                verify::Status::Refuted(launch) | verify::Status::Doubtful(launch, _) => {
                    open = true;
                    if spec::admit::admit(&bound, launch).is_ok()
                        && let Replay::Broken(example) = runs.all(launch, fuel::INFERENCE)
                        // Arrays that nobody states the size of are as large as the check that found the launch has come to.
                        && (example.violation.rule != Rule::MemoryBounds || obligation.rule == Rule::MemoryBounds)
                    {
                        self.tried.borrow_mut().broken((*example).clone());
                        return Outcome::Broken(example);
                    }
                }
            }
        }
        if !open {
            return Outcome::Proved(report);
        }
        self.tried.borrow_mut().left_open(clauses, steps.rlimit);
        Outcome::Open
    }

    /// The known results of earlier checks. In a search for clauses, a check also reports the next obligation, and is made.
    fn recall(&self, clauses: &[Clause], bound: &Bound<'_>, steps: &Steps) -> Option<Outcome> {
        if steps.proof_only {
            return None;
        }
        let admits = |example: &Counterexample| spec::admit::admit(bound, &example.launch).is_ok();
        let known = self.tried.borrow().recall(clauses, steps.rlimit, admits)?;
        Some(known.map_or(Outcome::Open, Outcome::Broken))
    }
}
