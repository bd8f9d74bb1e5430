//! The search for clauses: what it may find, what it has found, and what must stay reachable under it.

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::contract::Expr;
use spec::syntax::span::Place;

use super::clause::Clause;
use super::expressions;
use crate::terms::Truth;

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
        if contract.closed {
            return Open::default();
        }
        let speaks = |name: &str, position: usize| bound.position(name) == Some(position);
        let pointers: Vec<usize> =
            (0..bound.kernel.params.len()).filter(|at| bound.pointee(*at).is_some()).collect();
        let without = |named: &dyn Fn(usize) -> bool| -> Vec<usize> {
            pointers.iter().copied().filter(|at| !named(*at)).collect()
        };
        let sized = |at: usize| contract.buffers.iter().any(|clause| speaks(&clause.name, at));
        let related = |at: usize| bound.relations(at).next().is_some();
        let filled = |at: usize| contract.contents.iter().any(|(name, _)| speaks(name, at)) || related(at);
        let aligned = |at: usize| contract.aligns.iter().any(|(name, _)| speaks(name, at));
        // What an array says of its extents and strides is said of memory, and a compiler says nothing.
        let clauses: Vec<&Expr> = contract.written().collect();
        let about_grid = clauses.iter().any(|clause| expressions::is_about_grid(clause));
        let about_scalars = clauses.iter().any(|clause| !expressions::is_about_grid(clause));
        Open {
            grid: contract.grid.is_none() && !about_grid,
            scalars: !about_scalars && (0..bound.kernel.params.len()).any(|at| bound.scalar(at).is_some()),
            sizes: without(&sized),
            contents: without(&|at| sized(at) || filled(at)),
            aligns: without(&aligned),
        }
    }

    /// Whether clauses over integer arguments may be found.
    pub fn has_scalars(&self) -> bool {
        self.scalars
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
    NoWrap,
    /// As it is.
    Exact,
    /// Arguments that the kernel does not use are taken for sizes.
    AssumeSizes,
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
    pub infeasible: Option<(Rule, Place)>,
    /// Whether the search was ended by what it may cost: something is likely to be missing.
    pub stopped: bool,
    /// How much work it was, in units of a microsecond or so.
    pub effort: u64,
}

/// The state of the search for clauses.
pub(crate) struct Inference {
    pub(super) open: Open,
    pub(super) found: Suggestion,
    /// What some launch reaches, and must go on reaching.
    pub(super) must_stay_reachable: Vec<Truth>,
    /// The same, of which it is not asked yet whether some launch reaches it.
    pub(super) unasked: Vec<Truth>,
    pub(super) pass: Pass,
}

impl Inference {
    /// A search that has found nothing yet.
    pub(super) fn new(open: Open, pass: Pass) -> Self {
        let must_stay_reachable = vec![spec::domain::Bool::constant(true)];
        Inference { open, found: Suggestion::default(), must_stay_reachable, pass, unasked: Vec::new() }
    }
}
