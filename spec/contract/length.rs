//! Lengths of arrays in clauses: `len(x)`, the number of elements from the pointer `x` to the end of its buffer.

use super::{Bound, Scope, Symbol};
use crate::syntax::contract::{Expr, Relation, measured_array};

impl Bound<'_> {
    /// Whether a clause speaks of the number of elements of the array at a position. The array then has exactly so many, and a
    /// `buffer` clause is a lower bound.
    pub fn is_measured(&self, position: usize) -> bool {
        let is_it = |name: &str| match self.symbol(name) {
            Some(Symbol::Length(measured)) => self.are_one_array(measured, position),
            Some(
                Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Element | Symbol::Index | Symbol::Place(_),
            )
            | None => false,
        };
        let measures = |clause: &Expr| clause.names().into_iter().any(is_it);
        self.contract.contents.iter().any(|(_, clause)| measures(clause))
            || self.contract.relations.iter().any(|(_, relation)| match relation {
                Relation::Along(holds) | Relation::Distinct(Some(holds)) => measures(holds),
                Relation::Distinct(None) => false,
            })
    }

    /// Checks the name `len(x)`, which stands in `contents` clauses.
    pub(super) fn check_length(&self, name: &str, scope: Scope) -> Result<(), String> {
        if !matches!(scope, Scope::Element | Scope::Places) {
            return Err(format!(
                "`{name}` stands in `contents` clauses only: state a size by a `buffer` clause"
            ));
        }
        let position = self.pointer(measured_array(name).unwrap_or(name))?;
        match self.list(position) {
            Some(_) => {
                Err(format!("`{name}` is about a list of arrays, whose length is stated by its clause"))
            }
            None => Ok(()),
        }
    }
}
