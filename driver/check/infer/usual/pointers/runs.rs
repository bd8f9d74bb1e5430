//! Promised runs of a tile of indices, as in `tl.max_contiguous(rows % M, 64)`. Numbers that are cut at the end of an axis stay in runs if the
//! axis has whole runs.

use spec::syntax::attributes::Assumption;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use verify::Clause;

use super::Pointers;

impl Pointers<'_, '_> {
    /// The axis has whole runs.
    pub(super) fn runs(&self, op: &Operation) -> Option<Clause> {
        let Some(Assumption::DivBy { divisor, every: Some(every) }) = op.attributes.assumption else {
            return None;
        };
        let run = i128::from(divisor).max(every.stride.into());
        let end = self.reader.read(self.end(*op.operands.first()?)?)?;
        let end = end.uniform().filter(|end| matches!(end, Expr::Name(_)))?.clone();
        let rest = binary(Binary::Rem, end, Expr::Number(run));
        Some(Clause::Requires(binary(Binary::Eq, rest, Expr::Number(0))))
    }

    /// The `n` of `i % n`, or of `i < n ? i : 0`.
    fn end(&self, index: ValueId) -> Option<ValueId> {
        let maker = self.definitions.maker(self.definitions.same(index))?;
        match (maker.op == Op::Remi, maker.op == Op::Select, &maker.operands[..]) {
            (true, _, [_, end]) => Some(*end),
            (_, true, [mask, kept, _]) => {
                let compared = self.definitions.comparisons(*mask).into_iter();
                let is_kept = |of: ValueId| self.definitions.spread(of) == self.definitions.spread(*kept);
                compared.filter(|(lesser, ..)| is_kept(*lesser)).map(|(_, greater, _)| greater).next()
            }
            _ => None,
        }
    }
}
