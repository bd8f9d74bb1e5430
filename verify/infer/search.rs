//! The search for clauses: candidates, results, and places that must stay reachable.

use std::ops::{Deref, DerefMut};

use spec::rules::Rule;
use spec::syntax::span::Place;

use super::clause::Clause;
use super::open::Open;
use crate::options::{Alone, Options};
use crate::symbolic::machine::Machine;
use crate::terms::Truth;

/// How boldly clauses are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Arithmetic does not wrap: the search finds clauses that exact arithmetic would hide, but none that exact
    /// arithmetic needs.
    NoWrap,
    /// Actual arithmetic.
    Exact,
}

/// The result of a search for clauses.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Suggestion {
    /// The clauses, in the order of their discovery.
    pub clauses: Vec<Clause>,
    /// Clauses for exact arithmetic. They are useful only together with clauses that need exact arithmetic.
    pub exact: Vec<Clause>,
    /// Requirements without a clause.
    pub open: Vec<(Rule, Place)>,
    /// A requirement broken by every launch that reaches it.
    pub infeasible: Option<(Rule, Place)>,
    /// A requirement broken by every launch that reaches it with ones in undescribed integer arrays. Only a clause about memory could
    /// exclude such launches.
    pub broken_with_ones: Option<(Rule, Place)>,
    /// Whether the search reached its cost limit: clauses are probably missing.
    pub stopped: bool,
    /// How much work it was, in units of counted work.
    pub effort: u64,
}

impl Suggestion {
    /// Whether every launch breaks a requirement, for every memory or for memory with ones.
    pub(crate) fn is_broken_always(&self) -> bool {
        self.infeasible.is_some() || self.broken_with_ones.is_some()
    }
}

/// The state of the search for clauses.
pub(super) struct Inference {
    pub(super) open: Open,
    pub(super) found: Suggestion,
    /// What some launch reaches, and must go on reaching.
    pub(super) must_stay_reachable: Vec<Truth>,
    /// Places with undecided reachability.
    pub(super) unasked: Vec<Truth>,
    /// Whether clauses may speak of lengths of arrays.
    pub(super) measures: bool,
    /// Whether clauses may leave a single block or element.
    pub(super) narrows: bool,
    /// The only requirement of the search, if it is for one.
    pub(super) alone: Option<Alone>,
}

/// A search at work: the symbolic machine, and the state of the search.
pub(super) struct Search<'s, 'k> {
    pub(super) machine: &'s mut Machine<'k>,
    pub(super) inference: &'s mut Inference,
}

impl<'k> Deref for Search<'_, 'k> {
    type Target = Machine<'k>;

    fn deref(&self) -> &Machine<'k> {
        self.machine
    }
}

impl<'k> DerefMut for Search<'_, 'k> {
    fn deref_mut(&mut self) -> &mut Machine<'k> {
        self.machine
    }
}

impl Inference {
    /// An empty search.
    pub(super) fn new(open: Open, options: &Options) -> Self {
        let must_stay_reachable = vec![spec::domain::Bool::constant(true)];
        Inference {
            open,
            found: Suggestion::default(),
            must_stay_reachable,
            unasked: Vec::new(),
            measures: options.measures,
            narrows: options.narrows,
            alone: options.alone.clone(),
        }
    }
}
