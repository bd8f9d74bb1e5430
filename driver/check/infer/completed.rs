//! What a search for a contract has found.

use std::collections::BTreeSet;
use std::sync::Arc;

use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::span::Place;
use verify::ObligationId;

use crate::check::report::Inferred;

/// What came of looking for a contract.
pub(in crate::check) struct Completed {
    /// What is missing in the contract.
    pub(in crate::check) clauses: Vec<Inferred>,
    /// The contract with them.
    pub(in crate::check) contract: Contract,
    /// What was proved under them on the way.
    pub(in crate::check) established: Arc<BTreeSet<ObligationId>>,
    /// What a check under it says, if everything is proved.
    pub(in crate::check) proof: Option<verify::Report>,
    /// A rule that every launch breaks which comes to a place, with the place.
    pub(in crate::check) infeasible: Option<(Rule, Place)>,
    /// Whether every launch that comes to some place breaks a rule there, if memory holds ones.
    pub(in crate::check) broken_with_ones: Option<(Rule, Place)>,
    /// Whether the clauses may be stronger than need be, since work that may be done was done.
    pub(in crate::check) cut: bool,
}
