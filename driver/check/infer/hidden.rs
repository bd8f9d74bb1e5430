//! Proofs that hide something: what would be accessed without the clauses is out of reach under them.

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::Operation;
use spec::syntax::types::Type;
use verify::Clause;

use super::Search;

/// No extent of an array that anybody launches is as great as this.
const ABSURD: i128 = 1 << 30;

/// Whether a clause leaves launches alone that nobody makes: it asks an argument to be larger than arrays are.
pub(super) fn is_absurd(clause: &Clause) -> bool {
    let Clause::Requires(Expr::Binary(op, lhs, rhs)) = clause else { return false };
    let (name, number) = match op {
        Binary::Ge | Binary::Gt | Binary::Eq => (lhs, rhs),
        Binary::Le | Binary::Lt => (rhs, lhs),
        Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::Div
        | Binary::Rem
        | Binary::Cdiv
        | Binary::Min
        | Binary::Max
        | Binary::Ne
        | Binary::And
        | Binary::Or => return false,
    };
    matches!((&**name, &**number), (Expr::Name(_), Expr::Number(number)) if *number >= ABSURD)
}

impl Search<'_> {
    /// Whether a proof holds of something only because no launch comes there any more, though some would without the
    /// clauses.
    pub(super) fn hides(&self, report: &verify::Report) -> bool {
        // What is computed beside the way is no loss: what is accessed there is.
        let ops: Vec<&Operation> = self.folded.operations().collect();
        let accesses = |at: usize| {
            let mut results = ops.get(at).into_iter().flat_map(|op| &op.results);
            results.any(|result| *self.folded.ty(*result) == Type::Token)
        };
        let unreached = |one: &&verify::Obligation| one.reached == Some(false) && accesses(one.operation);
        if report.obligations.iter().all(|one| !unreached(&one)) {
            return false;
        }
        let Ok(bound) = Bound::new(self.base, self.folded) else { return true };
        let before = verify::check(self.folded, &bound, self.limits);
        if before.stopped {
            return true;
        }
        report.obligations.iter().filter(unreached).any(|one| {
            let same = |other: &&verify::Obligation| other.rule == one.rule && other.at == one.at;
            before.obligations.iter().filter(same).any(|other| other.reached != Some(false))
        })
    }
}
