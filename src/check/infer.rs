//! Contracts that nobody wrote: found by the verifier, made as weak as they can be, and shown to be needed.

use std::cell::Cell;

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Allowance;
use spec::valid::Valid;
use verify::{Clause, Open, Pass};

use super::replay::{Replay, run};
use super::report::Counterexample;

/// How clauses are looked for, one time after the other, under those that were found before. Arithmetic that wraps
/// only in launches that are excluded anyway would hide at first what excludes them.
const PASSES: [Pass; 4] = [Pass::Optimist, Pass::Exact, Pass::Exact, Pass::Bold];

/// The most work for one contract, in units of a microsecond or so: what is found by then is as it is.
const EFFORT: u64 = 12_000_000;

/// The same where the launch is stated, and only memory is open.
const MEMORY_EFFORT: u64 = 1_500_000;

/// Steps of a run of a launch that nobody has made small.
const FUEL: u64 = 300_000;

/// What part of it one search may cost.
const SHARE: u64 = 3;

/// Farther than the numbers of a contract are from each other.
const FAR: i128 = 1 << 66;

/// The most checks that making one clause weaker may cost.
const CHECKS: usize = 80;

/// A clause that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Inferred {
    /// In the words of a contract.
    pub clause: Clause,
    /// A launch just outside the clause that breaks a rule; none where no such launch is known.
    pub because: Option<Box<Counterexample>>,
}

/// What came of looking for a contract.
pub(super) struct Completed {
    /// What is missing in the contract.
    pub(super) clauses: Vec<Inferred>,
    /// The contract with them.
    pub(super) contract: Contract,
    /// What a check under it says, if everything is proved.
    pub(super) proof: Option<verify::Report>,
    /// Whether every launch that comes to some place breaks a rule there.
    pub(super) hopeless: bool,
}

/// A kernel whose contract is to be completed.
pub(super) struct Search<'a> {
    /// As the author wrote it, for replays.
    pub(super) kernel: &'a Valid,
    /// With constants folded, for the solver.
    pub(super) folded: &'a Valid,
    /// What is given.
    pub(super) base: &'a Contract,
    /// What the author accepts.
    pub(super) allowances: &'a [&'a Allowance],
    /// How the verifier is run.
    pub(super) limits: &'a verify::Options,
    /// The most work that may be done.
    pub(super) effort: u64,
    /// How much work has been done.
    pub(super) spent: Cell<u64>,
}

/// What a check under some clauses says.
enum Outcome {
    Proved(verify::Report),
    Broken(Box<Counterexample>),
    Open,
}

impl Search<'_> {
    /// The most work for what is open.
    pub(super) fn effort(open: &Open) -> u64 {
        if open.launch() { EFFORT } else { MEMORY_EFFORT }
    }

    /// Completes the contract.
    pub(super) fn complete(&self, open: &Open) -> Completed {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut hopeless = false;
        let mut proof = None;
        for pass in PASSES {
            let contract = self.with(&clauses);
            let Ok(bound) = Bound::new(&contract, self.folded) else { break };
            let limits = verify::Options { effort: self.effort / SHARE, ..*self.limits };
            let found = verify::infer(self.folded, &bound, open, pass, &limits);
            hopeless = found.hopeless.is_some();
            self.spend(found.effort);
            for clause in found.clauses {
                merge(&mut clauses, clause);
            }
            let mut all = clauses.clone();
            found.exact.into_iter().for_each(|clause| merge(&mut all, clause));
            if let Outcome::Proved(report) = self.check(&all)
                && !self.hides(&report)
            {
                (clauses, proof) = (all, Some(report));
                break;
            }
            if self.is_spent() {
                break;
            }
        }
        let mut inferred: Vec<Inferred> =
            clauses.into_iter().map(|clause| Inferred { clause, because: None }).collect();
        if proof.is_some() {
            hopeless = false;
            self.minimise(&mut inferred, &mut proof);
            join(&mut inferred);
        }
        let plain: Vec<Clause> = inferred.iter().map(|one| one.clause.clone()).collect();
        Completed { contract: self.with(&plain), clauses: inferred, proof, hopeless }
    }

    fn spend(&self, effort: u64) {
        self.spent.set(self.spent.get() + effort);
    }

    fn is_spent(&self) -> bool {
        self.spent.get() > self.effort
    }

    /// The contract with clauses added.
    fn with(&self, clauses: &[Clause]) -> Contract {
        let mut contract = self.base.clone();
        if let Ok(bound) = Bound::new(self.base, self.kernel) {
            clauses.iter().for_each(|clause| clause.add_to(&bound, &mut contract));
        }
        contract
    }

    fn check(&self, clauses: &[Clause]) -> Outcome {
        let contract = self.with(clauses);
        let (Ok(folded), Ok(bound)) =
            (Bound::new(&contract, self.folded), Bound::new(&contract, self.kernel))
        else {
            return Outcome::Open;
        };
        let limits = verify::Options { first: true, scripts: false, ..*self.limits };
        let report = verify::check(self.folded, &folded, &limits);
        self.spend(report.effort);
        if report.empty {
            return Outcome::Open;
        }
        let accepted = |rule: Rule| self.allowances.iter().any(|allowance| allowance.rule == rule.code());
        let mut open = false;
        for obligation in &report.obligations {
            match &obligation.status {
                verify::Status::Proved => {}
                verify::Status::Unknown(_) | verify::Status::Refuted(_) if accepted(obligation.rule) => {}
                verify::Status::Unknown(_) => open = true,
                verify::Status::Refuted(launch) => {
                    open = true;
                    if spec::admit::admit(&bound, launch).is_ok()
                        && let Replay::Broken(example) = run(self.kernel, launch, self.limits.ignore, FUEL)
                    {
                        return Outcome::Broken(example);
                    }
                }
            }
        }
        if open { Outcome::Open } else { Outcome::Proved(report) }
    }

    /// Whether a proof holds of something only because no launch comes there any more, though some would without the
    /// clauses.
    fn hides(&self, report: &verify::Report) -> bool {
        let unreached = |one: &&verify::Obligation| one.reached == Some(false);
        if report.obligations.iter().all(|one| !unreached(&one)) {
            return false;
        }
        let Ok(bound) = Bound::new(self.base, self.folded) else { return true };
        let before = verify::check(self.folded, &bound, self.limits);
        report.obligations.iter().filter(unreached).any(|one| {
            let same = |other: &&verify::Obligation| other.rule == one.rule && other.at == one.at;
            before.obligations.iter().filter(same).any(|other| other.reached != Some(false))
        })
    }

    /// Makes the clauses as weak as they can be. What others imply comes last: it is dropped, unless those had to go.
    fn minimise(&self, clauses: &mut Vec<Inferred>, proof: &mut Option<verify::Report>) {
        self.halve(clauses, proof);
        let implied = self.implied(clauses);
        // What was found first was found where less was known.
        let mut order: Vec<Clause> = clauses.iter().rev().map(|one| one.clause.clone()).collect();
        order.retain(|clause| !implied.contains(clause));
        self.weaken(clauses, proof, &order);
        let implied_still = self.implied(clauses);
        let kept = clauses.iter().filter(|one| !implied_still.contains(&one.clause));
        let kept: Vec<Clause> = kept.map(|one| one.clause.clone()).collect();
        if kept.len() < clauses.len()
            && let Outcome::Proved(report) = self.check(&kept)
        {
            *proof = Some(report);
            clauses.retain(|one| kept.contains(&one.clause));
        }
        let mut order: Vec<Clause> = clauses.iter().rev().map(|one| one.clause.clone()).collect();
        order.retain(|clause| implied.contains(clause));
        self.weaken(clauses, proof, &order);
    }

    /// Conditions that others imply, bounds of one argument first.
    fn implied(&self, clauses: &[Inferred]) -> Vec<Clause> {
        let mut all: Vec<Clause> = clauses.iter().map(|one| one.clause.clone()).collect();
        all.sort_by_key(|clause| !clause.is_bound());
        let Ok(bound) = Bound::new(self.base, self.folded) else { return Vec::new() };
        let needed = verify::needed(self.folded, &bound, &all, self.limits);
        all.into_iter().zip(needed).filter(|(_, needed)| !needed).map(|(clause, _)| clause).collect()
    }

    /// Drops what is not needed and relaxes the constants of the rest, until one more step breaks a rule.
    fn weaken(&self, clauses: &mut Vec<Inferred>, proof: &mut Option<verify::Report>, order: &[Clause]) {
        for clause in order {
            if self.is_spent() {
                break;
            }
            let Some(at) = clauses.iter().position(|one| one.clause == *clause) else { continue };
            let trial = |other: Option<Clause>| {
                let mut trial: Vec<Clause> = clauses.iter().map(|one| one.clause.clone()).collect();
                match other {
                    Some(other) => trial[at] = other,
                    None => {
                        trial.remove(at);
                    }
                }
                self.check(&trial)
            };
            let outcome = trial(clause.weaker(1));
            match outcome {
                Outcome::Broken(because) => clauses[at].because = Some(because),
                Outcome::Open if clause.weaker(1).is_some() => {}
                Outcome::Open => {}
                Outcome::Proved(report) => match trial(None) {
                    Outcome::Proved(report) => {
                        *proof = Some(report);
                        clauses.remove(at);
                    }
                    outcome @ (Outcome::Broken(_) | Outcome::Open) => {
                        let dropped = match outcome {
                            Outcome::Broken(example) => Some(example),
                            Outcome::Proved(_) | Outcome::Open => None,
                        };
                        let (weakest, found, because) = self.weakest(clause, report, dropped, &trial);
                        // Where another clause leaves no room for the difference, the constant stays as it was found.
                        let clause =
                            if self.admits_more(clauses, at, &weakest) { weakest } else { clause.clone() };
                        *proof = Some(found);
                        clauses[at] = Inferred { clause, because };
                    }
                },
            }
        }
    }

    /// Takes one of two sizes where that is enough.
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

    /// Whether launches are admitted that were not, with another clause at the place of one.
    fn admits_more(&self, clauses: &[Inferred], at: usize, weaker: &Clause) -> bool {
        let mut others: Vec<Clause> = clauses.iter().map(|one| one.clause.clone()).collect();
        others[at] = weaker.clone();
        let contract = self.with(&others);
        Bound::new(&contract, self.folded)
            .is_ok_and(|bound| verify::admits_more(self.folded, &bound, &clauses[at].clause, self.limits))
    }

    /// The least amount by which a clause must be relaxed to admit a launch that it admits relaxed by the greater one.
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
        first: verify::Report,
        dropped: Option<Box<Counterexample>>,
        trial: &dyn Fn(Option<Clause>) -> Outcome,
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
            if self.is_spent() {
                break;
            }
            let step = match bad {
                None => good * 8,
                Some(bad) if near && bad - good > 1 => {
                    near = false;
                    bad - 1
                }
                Some(bad) if bad - good > 1 => good + (bad - good) / 2,
                Some(_) => break,
            };
            match clause.weaker(step).map(|weaker| trial(Some(weaker))) {
                Some(Outcome::Proved(report)) => (good, proof) = (step, report),
                Some(Outcome::Broken(example)) => {
                    // What the launch needs to be admitted is too much already.
                    let least = self.least_that_admits(clause, (good, step), &example);
                    near = least < step;
                    (bad, because) = (Some(least), Some(example));
                }
                Some(Outcome::Open) | None => (bad, because) = (Some(step), None),
            }
        }
        (clause.weaker(good).unwrap_or_else(|| clause.clone()), proof, because)
    }
}

/// Puts together what is said of one buffer's contents.
fn join(clauses: &mut Vec<Inferred>) {
    let mut joined: Vec<Inferred> = Vec::new();
    for one in clauses.drain(..) {
        let both = joined.iter().enumerate().find_map(|(at, other)| {
            let (a, b) = (&other.clause, &one.clause);
            let both = a
                .tighter(b)
                .or_else(|| a.joined(b))
                .or_else(|| b.joined(a))
                .or_else(|| a.positive(b))
                .or_else(|| b.positive(a));
            both.map(|both| (at, both))
        });
        match both {
            Some((at, both)) => joined[at].clause = both,
            None => joined.push(one),
        }
    }
    // The grid comes first, then arguments, then memory.
    let kind = |one: &Inferred| match &one.clause {
        Clause::Requires(_) => usize::from(!one.clause.to_string().starts_with("grid.")),
        Clause::Buffer { .. } => 2,
        Clause::Align { .. } => 3,
        Clause::Contents { .. } => 4,
    };
    let axis = |one: &Inferred| if kind(one) == 0 { one.clause.to_string() } else { String::new() };
    joined.sort_by_key(|one| (kind(one), axis(one), !one.clause.is_lower_bound()));
    *clauses = joined;
}

/// Adds a clause; a buffer has one size and one alignment.
fn merge(clauses: &mut Vec<Clause>, clause: Clause) {
    let same = |other: &Clause| match (other, &clause) {
        (Clause::Buffer { parameter: a, .. }, Clause::Buffer { parameter: b, .. })
        | (Clause::Align { parameter: a, .. }, Clause::Align { parameter: b, .. }) => a == b,
        (Clause::Requires(_) | Clause::Contents { .. }, _)
        | (_, Clause::Requires(_) | Clause::Contents { .. }) => *other == clause,
        (Clause::Buffer { .. }, Clause::Align { .. }) | (Clause::Align { .. }, Clause::Buffer { .. }) => {
            false
        }
    };
    match clauses.iter().position(same) {
        Some(at) => clauses[at] = clause,
        None => clauses.push(clause),
    }
}
