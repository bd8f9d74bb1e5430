//! Proofs that hide something: accesses become unreachable under the clauses.

use spec::contract::Bound;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Type;

use super::Search;

impl Search<'_> {
    /// Whether a proof holds of something only because no launch comes there any more, though some would without the
    /// clauses.
    pub(super) fn hides(&self, report: &verify::Report) -> bool {
        // Skipped computations are no loss, in contrast to skipped accesses.
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
            let same =
                |other: &&verify::Obligation| other.rule == one.rule && other.operation == one.operation;
            before.obligations.iter().filter(same).any(|other| other.reached != Some(false))
        })
    }
}
