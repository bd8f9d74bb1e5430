//! Contracts with ones in memory, to show a requirement that every launch then breaks, for any grid and arguments.

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Binary, Contract, Expr, Relation, binary};
use verify::Clause;

use super::Completed;
use crate::check::report::Inferred;

/// A size that leaves ones in memory below it, and nothing above it.
const SIZE: i128 = 1 << 10;

/// The name of an element in a clause.
const VALUE: &str = "value";

impl Completed {
    /// A contract with the found clauses that ones in memory keep; for the other clauses, memory holds ones.
    pub(in crate::check) fn with_ones(
        &self,
        base: &Contract,
        bound: &Bound<'_>,
    ) -> (Contract, Vec<Inferred>) {
        let (mut contract, mut kept) = (base.clone(), Vec::new());
        for one in &self.clauses {
            match &one.clause {
                Clause::Contents { parameter, name, holds } if !is_kept_by_ones(bound, holds) => {
                    let (parameter, name) = (*parameter, name.clone());
                    let holds = binary(Binary::Eq, Expr::Name(VALUE.to_owned()), Expr::Number(1));
                    Clause::Contents { parameter, name, holds }.add_to(bound, &mut contract);
                }
                // The clause allows at most a single one in memory.
                Clause::Related { relation: Relation::Distinct(_), .. } => {}
                Clause::Requires(_)
                | Clause::Buffer { .. }
                | Clause::Align { .. }
                | Clause::Contents { .. }
                | Clause::Related { relation: Relation::Along(_), .. } => {
                    one.clause.add_to(bound, &mut contract);
                    kept.push(one.clone());
                }
            }
        }
        (contract, kept)
    }
}

/// Whether an element of one keeps a clause in a launch of usual sizes.
fn is_kept_by_ones(bound: &Bound<'_>, holds: &Expr) -> bool {
    let number = |symbol| if matches!(symbol, Symbol::Element) { 1 } else { SIZE };
    bound.truth(holds, &mut { number })
}
