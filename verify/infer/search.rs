//! The search for clauses: what it may find, what it has found, and what must stay reachable under it.

use spec::rules::Rule;
use spec::syntax::span::Place;

use super::clause::Clause;
use super::open::Open;
use crate::terms::Truth;

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
    /// A requirement that every launch breaks which comes there, if the arrays of integers hold ones of which nobody has said what is in
    /// them: what excludes it is about memory, and says that it is of one kind.
    pub broken_with_ones: Option<(Rule, Place)>,
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
