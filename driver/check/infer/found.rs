//! The results of a search for clauses so far.

use spec::rules::Rule;
use spec::syntax::span::Place;
use verify::Clause;

/// The clauses found so far.
#[derive(Default)]
pub(super) struct Found {
    pub(super) clauses: Vec<Clause>,
    /// Clauses with the fewest open obligations, without a proof.
    pub(super) best: Vec<Clause>,
    pub(super) infeasible: Option<(Rule, Place)>,
    pub(super) broken_with_ones: Option<(Rule, Place)>,
    /// Clauses for a requirement that no launch of the found clauses keeps, though other launches do.
    pub(super) instead: Option<Vec<Clause>>,
    pub(super) proof: Option<verify::Report>,
}

impl Found {
    /// Whether each launch that reaches some place breaks a rule there.
    pub(super) fn is_broken_always(&self) -> bool {
        self.infeasible.is_some() || self.broken_with_ones.is_some()
    }
}
