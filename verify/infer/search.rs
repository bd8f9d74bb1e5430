//! The search for clauses: candidates, results, and places that must stay reachable.

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
    /// Clauses for exact arithmetic. They are useful only together with clauses that need exact arithmetic.
    pub exact: Vec<Clause>,
    /// Requirements for which no clause was found.
    pub open: Vec<(Rule, Place)>,
    /// A requirement broken by every launch that reaches it.
    pub infeasible: Option<(Rule, Place)>,
    /// A requirement broken by every launch that reaches it with ones in undescribed integer arrays. Only a clause about memory could
    /// exclude such launches.
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
    /// Places whose reachability has not been asked yet.
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
