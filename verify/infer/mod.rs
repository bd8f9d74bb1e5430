//! Contracts that nobody wrote: the clauses that keep every launch from breaking a rule.
//!
//! A requirement that fails describes a set of launches, blocks, iterations and lanes that break it. Projected onto the
//! launch alone ([`project`]) that is a set of bad launches, bounded by a few inequalities; the opposite of each is a
//! clause that excludes all of them. The best one that keeps every access reachable is taken, and believed from there
//! on. What comes out is a suggestion: whether it suffices is for a check under it to say, and whether it could be
//! weaker for checks of weaker ones.

pub(crate) mod abduce;
mod accepted;
mod cases;
mod clause;
mod constraints;
mod contents;
mod expressions;
pub(crate) mod geometry;
mod infeasible;
mod project;
mod render;

use crate::infer::abduce::abduce_for_doubts;
use crate::memory::suppositions::InPlace;
use spec::contract::Bound;
use spec::domain::Bool as _;
use spec::origins::Origins;
use spec::rules::Rule;
use spec::syntax::span::Place;
use spec::valid::Valid;

pub use clause::Clause;
pub(crate) use project::split;

use crate::budget::effort;
use crate::budget::effort::{until_stopped, within};

use crate::smt::{context, solver};
use crate::symbolic::{machine, setup};
use crate::terms::Truth;
use crate::{Options, terms};

/// What a contract says nothing about, so that clauses may be found for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Open {
    /// The extents of the grid.
    pub grid: bool,
    /// The integer arguments.
    pub scalars: bool,
    /// The sizes of these buffers, by the position of the parameter.
    pub sizes: Vec<usize>,
    /// What is in these buffers at launch.
    pub contents: Vec<usize>,
    /// The alignments of these buffers.
    pub aligns: Vec<usize>,
}

impl Open {
    /// What a contract leaves open: it closes what it speaks of. One that requires anything of the grid's extents
    /// speaks of the grid, one that requires anything else of the integer arguments; a buffer's clause speaks of its
    /// size and of what is in it.
    pub fn of(bound: &Bound<'_>) -> Self {
        let contract = bound.contract;
        let speaks = |name: &str, position: usize| bound.position(name) == Some(position);
        let pointers: Vec<usize> =
            (0..bound.kernel.params.len()).filter(|at| bound.pointee(*at).is_some()).collect();
        let without = |named: &dyn Fn(usize) -> bool| -> Vec<usize> {
            pointers.iter().copied().filter(|at| !named(*at)).collect()
        };
        let sized = |at: usize| contract.buffers.iter().any(|clause| speaks(&clause.name, at));
        let filled = |at: usize| contract.contents.iter().any(|(name, _)| speaks(name, at));
        let aligned = |at: usize| contract.aligns.iter().any(|(name, _)| speaks(name, at));
        let about_grid = contract.requires.iter().any(expressions::is_about_grid);
        let about_scalars = contract.requires.iter().any(|clause| !expressions::is_about_grid(clause));
        Open {
            grid: contract.grid.is_none() && !about_grid,
            scalars: !about_scalars && (0..bound.kernel.params.len()).any(|at| bound.scalar(at).is_some()),
            sizes: without(&sized),
            contents: without(&|at| sized(at) || filled(at)),
            aligns: without(&aligned),
        }
    }

    /// Whether anything may be found at all.
    pub fn anything(&self) -> bool {
        self.launch() || [&self.sizes, &self.contents, &self.aligns].iter().any(|open| !open.is_empty())
    }

    /// Whether clauses over the launch itself may be found.
    pub fn launch(&self) -> bool {
        self.grid || self.scalars
    }
}

/// How boldly clauses are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Arithmetic does not wrap: clauses are found that exact arithmetic would hide, and none that it would need.
    Optimist,
    /// As it is.
    Exact,
    /// Arguments that the kernel does not use are taken for sizes.
    Bold,
}

/// What came of looking for clauses.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Suggestion {
    /// The clauses, in the order in which they were found.
    pub clauses: Vec<Clause>,
    /// More of them, under which arithmetic does not wrap: they help where the others need that, and are no use else.
    pub exact: Vec<Clause>,
    /// Requirements for which no clause was found.
    pub open: Vec<(Rule, Place)>,
    /// A requirement that every launch breaks which comes there.
    pub hopeless: Option<(Rule, Place)>,
    /// How much work it was, in units of a microsecond or so.
    pub effort: u64,
}

/// The state of the search for clauses.
pub(crate) struct Inference {
    open: Open,
    found: Suggestion,
    /// What some launch reaches, and must go on reaching.
    vital: Vec<Truth>,
    /// The same, of which it is not asked yet whether some launch reaches it.
    unasked: Vec<Truth>,
    pass: Pass,
}

/// Which conditions on launches of these clauses the others do not imply, with what the contract says; the first that
/// can be spared is. A clause that is no condition on launches is needed.
pub fn needed(kernel: &Valid, contract: &Bound<'_>, clauses: &[Clause], options: &Options) -> Vec<bool> {
    context::alone(|| {
        within(&options.budget, || needed_within(kernel, contract, clauses, options))
            .unwrap_or_else(|_| vec![true; clauses.len()])
    })
}

/// The same, where the budget is counted.
fn needed_within(kernel: &Valid, contract: &Bound<'_>, clauses: &[Clause], options: &Options) -> Vec<bool> {
    terms::reset();
    let setup = setup::Setup::new(contract.clone(), &Origins::new(kernel), options.flaw);
    let mut solver = solver::Solver::new(options.rlimit);
    setup.facts.iter().for_each(|fact| solver.assume(fact));
    let meaning = |clause: &Clause| match clause {
        Clause::Requires(expr) => Some(setup.truth(expr)),
        Clause::Buffer { .. } | Clause::Align { .. } | Clause::Contents { .. } => None,
    };
    let meanings: Vec<Option<Truth>> = clauses.iter().map(meaning).collect();
    let mut needed = vec![true; clauses.len()];
    for (at, clause) in meanings.iter().enumerate() {
        let Some(clause) = clause else { continue };
        let others = (0..clauses.len()).filter(|other| *other != at && needed[*other]);
        let others = others.filter_map(|other| meanings[other].as_ref());
        let others = others.fold(Truth::constant(true), |all, other| all.and(other));
        needed[at] = !solver.proves(clause, &others);
    }
    needed
}

/// Looks for clauses that make a kernel free of undefined behaviour.
pub fn infer(kernel: &Valid, contract: &Bound<'_>, open: &Open, pass: Pass, options: &Options) -> Suggestion {
    context::alone(|| {
        let found = within(&options.budget, || {
            effort::limit(options.effort);
            let mut in_place = InPlace::default();
            loop {
                match attempt(kernel, contract, open, (pass, options), in_place) {
                    Ok(suggestion) => return suggestion,
                    Err(less) => in_place = less,
                }
            }
        });
        found.unwrap_or_else(|_| Suggestion { effort: effort::spent(), ..Suggestion::default() })
    })
}

/// One run over the kernel; what to take to hold of buffers that it reads and writes in the next, if that did not.
fn attempt(
    kernel: &Valid,
    contract: &Bound<'_>,
    open: &Open,
    (pass, options): (Pass, &Options),
    in_place: InPlace,
) -> Result<Suggestion, InPlace> {
    terms::reset();
    let scan = Origins::new(kernel);
    let setup = setup::Setup::new(contract.clone(), &scan, options.flaw);
    let mut solver = solver::Solver::new(options.rlimit);
    solver.optimist = pass == Pass::Optimist;
    let mut machine = machine::Machine::new(kernel, setup, solver, options);
    machine.in_place = in_place;
    machine.inference = Some(Inference {
        open: open.clone(),
        found: Suggestion::default(),
        vital: vec![Truth::constant(true)],
        pass,
        unasked: Vec::new(),
    });
    let ran = until_stopped(|| machine.run());
    if machine.in_place.is_wrong() && ran.is_ok() {
        return Err(machine.in_place.again());
    }
    if ran.is_ok() {
        abduce_for_doubts(&mut machine);
    }
    let found = machine.inference.map(|inference| inference.found).unwrap_or_default();
    Ok(Suggestion { effort: effort::spent(), ..found })
}
