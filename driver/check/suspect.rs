//! Likely bugs: a conditional proof whose clauses no launch keeps that a person would make. The launch is run before anybody is told.

pub(super) mod cause;
pub(super) mod empty;
mod excluded;
pub(super) mod floats;
mod one_more;
mod refuted;
pub(super) mod typical;
mod unshared;

pub(super) use self::unshared::{leaves_no_usual_size, leaves_one};

use std::time::Duration;

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::contract::{Binary, Contract, Expr, Property, binary};
use spec::syntax::kernel::Allowance;
use spec::syntax::span::Place;
use spec::valid::Valid;
use verify::{Budget, Clause};

use self::floats::depends_on_floats;
use self::typical::is_typical;
use super::completion::{Completion, is_same};
use super::infer::{Usual, UsualLaunch, guess_beginning, guess_contiguous};
use super::replay::{Replay, fuel};
use super::report::{Counterexample, Inferred, LikelyBug};
use super::search::{launch_with_floats, launches_of};
use super::signature::read_assumptions;
use super::usage::Usage;

/// Seconds of work that runs may cost, and of time.
const SECONDS: (f64, Duration) = (2.0, Duration::from_secs(20));

/// The maximum number of named clauses that clear the suspicion.
const CLEARS: usize = 2;

/// A conditional proof that is looked at.
pub(super) struct Suspicion<'a> {
    /// The kernel as written.
    pub(super) kernel: &'a Valid,
    /// The kernel after constant folding, which shows sizes left by compilers.
    pub(super) folded: &'a Valid,
    /// The author's promises.
    pub(super) contract: &'a Contract,
    /// The author's allowances.
    pub(super) allowances: &'a [&'a Allowance],
    /// The inferred clauses.
    pub(super) inferred: &'a [Inferred],
    /// The clauses of every launch by the author: a usual launch keeps them too.
    pub(super) natural: &'a [Clause],
    /// The lists of arrays that the author's launches pass, as contracts of their own.
    pub(super) lists: &'a [Contract],
    /// The sizes of the arrays that the author's launches pass.
    pub(super) rooms: &'a [Clause],
    /// Launches like the author's, with other sizes.
    pub(super) varied: &'a [UsualLaunch],
    /// The known launches of the author.
    pub(super) usage: &'a Usage,
    /// Whether nothing is proved, under these clauses either.
    pub(super) unproved: bool,
}

impl Suspicion<'_> {
    /// Finds a likely bug: a usual launch breaks a rule, or the clauses leave only unusual launches (one block, uniform memory, empty arrays).
    pub(super) fn find(&self) -> Option<LikelyBug> {
        let found: Vec<Clause> = self.inferred.iter().map(|one| one.clause.clone()).collect();
        let bound = Bound::new(self.contract, self.kernel).ok()?;
        let usual = Usual::of(self.folded, &bound, &found);
        if let Some(found) = self.find_like_launches(usual.as_ref(), &bound) {
            return Some(found);
        }
        let contiguous = self.contiguous(&bound);
        let broken = usual.as_ref().and_then(|usual| self.run_usual(usual, &contiguous));
        match (usual, broken) {
            (Some(usual), Some(example)) => {
                let run = |more: &[Clause]| self.run_usual(&usual, &[&contiguous, more].concat());
                Some(self.describe_launch(Some(&usual), &bound, example, &run))
            }
            (usual, None) => self
                .find_unshared(&bound)
                .or_else(|| self.find_one_more(&bound))
                .or_else(|| self.find_pinned(usual.as_ref(), &bound))
                .or_else(|| self.find_excluded_most(&bound)),
            (None, Some(_)) => None,
        }
    }

    /// The inferred clauses that arrays are contiguous, as in a usual launch.
    fn contiguous(&self, bound: &Bound<'_>) -> Vec<Clause> {
        let name = |clause: &Clause| match clause {
            Clause::Requires(Expr::Binary(Binary::Eq, name, _)) => Some(name.to_string()),
            Clause::Requires(_)
            | Clause::Buffer { .. }
            | Clause::Align { .. }
            | Clause::Contents { .. }
            | Clause::Related { .. } => None,
        };
        let strides: Vec<String> = guess_contiguous(self.folded, bound).iter().filter_map(name).collect();
        let inferred = self.inferred.iter().map(|one| one.clause.clone());
        inferred.filter(|clause| name(clause).is_some_and(|name| strides.contains(&name))).collect()
    }

    /// The likely bug shown by a launch like the author's.
    pub(super) fn find_like_launches(
        &self,
        usual: Option<&Usual<'_>>,
        bound: &Bound<'_>,
    ) -> Option<LikelyBug> {
        let run = |more: &[Clause]| self.run_launches(self.varied, &[], more);
        run(&[]).map(|example| self.describe_launch(usual, bound, example, &run))
    }

    /// The first usual launch that breaks a rule, under the author's contract and some clauses more.
    fn run_usual(&self, usual: &Usual<'_>, more: &[Clause]) -> Option<Box<Counterexample>> {
        self.run_launches(&usual.launches(), &usual.sizes, more)
    }

    fn run_launches(
        &self,
        launches: &[UsualLaunch],
        sizes: &[Clause],
        more: &[Clause],
    ) -> Option<Box<Counterexample>> {
        let budget = Budget::new(SECONDS.0, SECONDS.1);
        let stated = Bound::new(self.contract, self.kernel).ok()?;
        // What the author assumes he has said.
        let assumed = read_assumptions(self.folded, &stated, &|_| true);
        let beginning = guess_beginning(self.folded, &stated);
        for launch in launches {
            let mut contract = self.contract.clone();
            let clauses = assumed.iter().chain(&beginning).chain(self.natural).chain(sizes).chain(more);
            clauses.for_each(|clause| clause.add_to(&stated, &mut contract));
            let is_open = |list: &&Contract| !list.lists.iter().any(|one| contract.lists.contains(one));
            for list in self.lists.iter().filter(is_open).collect::<Vec<_>>() {
                contract.lists.extend(list.lists.iter().cloned());
                contract.requires.extend(list.requires.iter().cloned());
                contract.buffers.extend(list.buffers.iter().cloned());
            }
            if contract.grid.is_none() {
                contract.grid =
                    Some(launch.grid.iter().map(|extent| Expr::Number((*extent).into())).collect());
            }
            let Ok(bound) = Bound::new(&contract, self.kernel) else { continue };
            let broken = launches_of(&bound, &launch.bits).into_iter().map(|launch| {
                let completion = Completion::new(self.kernel, &bound, None, &budget);
                match self.run_accepting(completion, &launch) {
                    Replay::Broken(found) => Some(found),
                    Replay::Clean | Replay::Unfinished(_) => None,
                }
            });
            let broken: Vec<_> = broken.collect();
            // Violations by special contents do not concern sizes, unless the clauses exclude the sizes for all contents. Without a proof,
            // zeros are contents like any other.
            let first = broken.iter().flatten().next();
            let same = |first: &Counterexample| {
                broken.iter().all(|other| other.as_ref().is_some_and(|other| is_same(other, first)))
            };
            let completion = Completion::new(self.kernel, &bound, None, &budget);
            let counts = |first: &Counterexample| {
                let is_plain = self.unproved
                    && broken[0].is_some()
                    && !depends_on_floats(&bound, first, &|launch| completion.run(launch, fuel::SUSPECT));
                same(first) || is_plain || self.excludes(&contract, &launch.bits)
            };
            if let Some(first) = first.filter(|first| is_typical(&stated, self.usage, first) && counts(first))
            {
                return Some(first.clone());
            }
            let is_excluded = broken.iter().all(Option::is_none) && self.excludes(&contract, &launch.bits);
            if let Some(found) =
                is_excluded.then(|| self.run_with_floats(contract, launch, &budget)).flatten()
            {
                return Some(found);
            }
        }
        None
    }

    /// Runs a launch with typical floats in its arrays: an excluded size is a bug for these floats too.
    fn run_with_floats(
        &self,
        mut contract: Contract,
        launch: &UsualLaunch,
        budget: &Budget,
    ) -> Option<Box<Counterexample>> {
        let bound = Bound::new(self.contract, self.kernel).ok()?;
        let is_said = |clause: &&Clause| matches!(clause, Clause::Buffer { name, .. } if !contract.buffers.iter().any(|one| one.name == *name));
        let rooms: Vec<&Clause> = self.rooms.iter().filter(is_said).collect();
        rooms.into_iter().for_each(|clause| clause.add_to(&bound, &mut contract));
        let bound = Bound::new(&contract, self.kernel).ok()?;
        let launch = launch_with_floats(&bound, &launch.bits)?;
        match self.run_accepting(Completion::new(self.kernel, &bound, None, budget), &launch) {
            Replay::Broken(found) => Some(found),
            Replay::Clean | Replay::Unfinished(_) => None,
        }
    }

    /// Whether the inferred clauses exclude all launches with these arguments, for any memory.
    fn excludes(&self, contract: &Contract, bits: &[u64]) -> bool {
        let Ok(bound) = Bound::new(contract, self.kernel) else { return false };
        let mut with = contract.clone();
        let sizes = self.inferred.iter().filter(|one| matches!(one.clause, Clause::Requires(_)));
        sizes.for_each(|one| one.clause.add_to(&bound, &mut with));
        Bound::new(&with, self.kernel).is_ok_and(|with| launches_of(&with, bits).is_empty())
    }

    /// Runs a launch; what the author accepts hides nothing else.
    fn run_accepting(&self, completion: Completion<'_>, launch: &spec::syntax::launch::Launch) -> Replay {
        let accepts = |rule: Rule| self.allowances.iter().any(|allowance| allowance.rule == rule.code());
        match completion.run(launch, fuel::SUSPECT) {
            Replay::Broken(found) if accepts(found.violation.rule) => {
                match completion.ignoring(found.violation.rule).run(launch, fuel::SUSPECT) {
                    Replay::Broken(again) if accepts(again.violation.rule) => Replay::Clean,
                    other @ (Replay::Broken(_) | Replay::Clean | Replay::Unfinished(_)) => other,
                }
            }
            other @ (Replay::Broken(_) | Replay::Clean | Replay::Unfinished(_)) => other,
        }
    }

    /// Describes a wrong launch, with clauses for its exclusion.
    fn describe_launch(
        &self,
        usual: Option<&Usual<'_>>,
        bound: &Bound<'_>,
        example: Box<Counterexample>,
        run: &dyn Fn(&[Clause]) -> Option<Box<Counterexample>>,
    ) -> LikelyBug {
        let extents = usual.into_iter().flat_map(|usual| &usual.extents);
        let whole = extents.filter(|(_, counted)| counted.tile > 1).map(|(position, counted)| {
            let name = Expr::Name(bound.argument_name(*position).to_owned());
            let rest = binary(Binary::Rem, name, Expr::Number(counted.tile.into()));
            Clause::Requires(binary(Binary::Eq, rest, Expr::Number(0)))
        });
        let found = self.inferred.iter().map(|one| one.clause.clone());
        let clears = |clause: &Clause| {
            let is_one = usual.is_some_and(|usual| usual.sizes.iter().any(|size| size == clause));
            !is_one && run(std::slice::from_ref(clause)).is_none()
        };
        let mut candidates: Vec<Clause> = whole.collect();
        // The sizes of a launch like the author's are known: the needs of the proof come first.
        let at = if self.varied.is_empty() { candidates.len() } else { 0 };
        candidates.splice(at..at, found);
        let mut cleared: Vec<Clause> = Vec::new();
        for clause in candidates {
            let is_plain = !has_product(&clause) && !leaves_one(&clause, bound);
            if is_plain && cleared.len() < CLEARS && !cleared.contains(&clause) && clears(&clause) {
                cleared.push(clause);
            }
        }
        let clears = if cleared.is_empty() {
            let plain = self.inferred.iter().filter(|one| !has_product(&one.clause));
            let plain: Vec<&Clause> = plain.map(|one| &one.clause).collect();
            let all: Vec<_> = plain.iter().map(ToString::to_string).collect();
            // Without a clause there is nothing to write, and a single size is no repair.
            let is_offered = !all.is_empty() && !plain.iter().any(|clause| leaves_one(clause, bound));
            Some(all.join(" and ")).filter(|_| is_offered).into_iter().collect()
        } else {
            cleared.iter().map(Clause::to_string).collect()
        };
        let violation = &example.violation;
        LikelyBug {
            rule: Some(violation.rule),
            place: Some(violation.party.at.clone()),
            why: "a typical launch triggers this, and the contract does not rule it out".to_owned(),
            clears,
            example: Some(example),
        }
    }

    /// A clause that leaves only one kind of memory, or empty arrays.
    fn find_pinned(&self, usual: Option<&Usual<'_>>, bound: &Bound<'_>) -> Option<LikelyBug> {
        let start = guess_beginning(self.folded, bound);
        self.inferred.iter().filter(|one| !start.contains(&one.clause)).find_map(|one| {
            let why = match &one.clause {
                Clause::Contents { name, holds, .. } => pinned(holds)
                    .map(|value| format!("only launches are left in which all elements of `{name}` are {value}")),
                Clause::Buffer { name, len: Expr::Number(len), .. } => self.unused_length(bound).map(|argument| {
                    format!("`{name}` has {len} elements whatever `{argument}` is, which the kernel does not use")
                }),
                Clause::Requires(expr) => self
                    .empty_size(expr, usual, bound)
                    .map(|name| format!("only launches are left in which `{name}` is 0 or less")),
                Clause::Buffer { .. } | Clause::Align { .. } | Clause::Related { .. } => None,
            }?;
            Some(LikelyBug { example: None, ..LikelyBug::of_clause(one, why) })
        })
    }

    /// The extent without a permitted positive number, or a size or stride that the compiled signature makes nonnegative.
    fn empty_size(&self, expr: &Expr, usual: Option<&Usual<'_>>, bound: &Bound<'_>) -> Option<String> {
        let Expr::Binary(op @ (Binary::Le | Binary::Eq), name, most) = expr else { return None };
        let (Expr::Name(name), Expr::Number(most)) = (&**name, &**most) else { return None };
        let position = bound.position(name)?;
        let is_extent = usual.is_some_and(|usual| usual.extents.contains_key(&position));
        let is_size = || {
            let natural = Clause::Requires(binary(Binary::Ge, Expr::Name(name.clone()), Expr::Number(0)));
            read_assumptions(self.folded, bound, &|_| true).contains(&natural)
        };
        let is_empty = if *op == Binary::Eq { *most == 0 } else { *most <= 0 };
        (is_empty && (is_extent || is_size())).then(|| name.clone())
    }

    /// The only integer argument, if no operation uses it and no launch shows the lengths of arrays.
    fn unused_length(&self, bound: &Bound<'_>) -> Option<String> {
        let mut integers = (0..self.kernel.params.len()).filter(|at| bound.scalar(*at).is_some());
        let only = integers.next().filter(|_| integers.next().is_none())?;
        let unused = !self.usage.is_launched && self.kernel.unused_parameters().contains(&only);
        unused.then(|| bound.argument_name(only).to_owned())
    }
}

/// Whether a condition compares a product of two numbers of the launch, as nobody writes it.
fn has_product(clause: &Clause) -> bool {
    fn multiplies(expr: &Expr) -> bool {
        match expr {
            Expr::Binary(Binary::Mul, lhs, rhs) if !lhs.names().is_empty() && !rhs.names().is_empty() => true,
            Expr::Binary(_, lhs, rhs) => multiplies(lhs) || multiplies(rhs),
            Expr::Unary(_, operand) | Expr::Element(_, operand) => multiplies(operand),
            Expr::Number(_) | Expr::Name(_) => false,
        }
    }
    let Clause::Requires(Expr::Binary(op, lhs, rhs)) = clause else { return false };
    // `strides >= shape * strides` is a row with room for its elements.
    let is_row = matches!(op, Binary::Ge | Binary::Eq) && matches!(**lhs, Expr::Name(_));
    !is_row && (multiplies(lhs) || multiplies(rhs))
}

/// The only number that a clause permits for the elements of a buffer.
fn pinned(holds: &Expr) -> Option<i128> {
    match holds {
        Expr::Binary(Binary::Eq, value, number) => match (&**value, &**number) {
            (Expr::Name(_), Expr::Number(number)) => Some(*number),
            (_, _) => None,
        },
        Expr::Binary(Binary::And, least, most) => {
            let (Expr::Binary(Binary::Le, least, _), Expr::Binary(op, _, most)) = (&**least, &**most) else {
                return None;
            };
            let (Expr::Number(least), Expr::Number(most)) = (&**least, &**most) else { return None };
            let most = if *op == Binary::Lt { most - 1 } else { *most };
            (*least == most).then_some(most)
        }
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
    }
}

impl LikelyBug {
    /// The likely bug behind an inferred clause, with the launch outside the clause.
    fn of_clause(one: &Inferred, why: String) -> Self {
        let violation = one.because.as_ref().map(|because| &because.violation);
        LikelyBug {
            rule: violation.map(|violation| violation.rule),
            place: violation.map(|violation| violation.party.at.clone()),
            why,
            clears: vec![one.clause.to_string()],
            example: one.because.clone(),
        }
    }

    /// The rule broken by the launch, and its place.
    pub fn broken(&self) -> Option<(Rule, &Place)> {
        self.rule.zip(self.place.as_ref())
    }

    /// The property that the launch lacks, if it breaks no rule.
    pub fn lacks(&self) -> Option<&'static str> {
        let written = Property::Writes { array: None, among: None, once: false };
        self.rule.is_none().then(|| written.name())
    }
}
