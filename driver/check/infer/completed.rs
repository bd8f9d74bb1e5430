//! The result of a search for a contract.

use std::collections::BTreeSet;
use std::sync::Arc;

use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::span::Place;
use verify::{Clause, ObligationId};

use crate::check::report::Inferred;

/// The result of a search for a contract.
pub(in crate::check) struct Completed {
    /// The missing clauses of the contract.
    pub(in crate::check) clauses: Vec<Inferred>,
    /// The clauses among them that leave a single block along an axis, though nothing usual says so.
    pub(in crate::check) narrow: Vec<Clause>,
    /// The contract with the clauses.
    pub(in crate::check) contract: Contract,
    /// Obligations proved under the clauses on the way.
    pub(in crate::check) established: Arc<BTreeSet<ObligationId>>,
    /// The report of a check under the clauses, if everything is proved.
    pub(in crate::check) proof: Option<verify::Report>,
    /// A rule broken by every launch that reaches a place, with the place.
    pub(in crate::check) infeasible: Option<(Rule, Place)>,
    /// Whether every launch that reaches some place breaks a rule there, if memory holds ones.
    pub(in crate::check) broken_with_ones: Option<(Rule, Place)>,
    /// Whether the clauses may be stronger than need be, since work that may be done was done.
    pub(in crate::check) cut: bool,
}
