//! Sizes for which 32-bit sums do not wrap. Examples are the `n + 63` of a number of tiles, the offset of a block, and the counter of a loop
//! behind its last iteration. A sum of Triton wraps without undefined behavior, and then leads to another place.

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use verify::Clause;

use super::accesses::Definitions;
use super::clauses::Clauses;
use super::terms::expressions::{fold, shift};
use super::terms::ranges::{AtMost, maximum, simplify};
use super::terms::words::Words;
use super::terms::{Reader, Term};

/// An upper bound of one name for each sum that only this name can make too large.
pub(in crate::check::infer) fn bound_sums(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    if !matches!(kernel.language, Language::Triton { .. }) {
        return Vec::new();
    }
    find_limits(kernel, bound, &|op| matches!(op, Op::Addi | Op::Muli))
}

/// As [`bound_sums`], of any language and with counters of loops.
pub(in crate::check::infer) fn bound_counters(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    find_limits(kernel, bound, &|op| matches!(op, Op::Addi | Op::Muli | Op::For))
}

/// The bounds for operations of these kinds.
fn find_limits(kernel: &Kernel, bound: &Bound<'_>, is_read: &dyn Fn(Op) -> bool) -> Vec<Clause> {
    let (words, definitions) = (Words { bound }, Definitions::new(kernel));
    let reader = Reader { definitions: &definitions, words: &words };
    let mut clauses = Clauses::default();
    let is_narrow = |value: &ValueId| {
        kernel.ty(*value).tile().and_then(|tile| tile.element.scalar()) == Some(Scalar::I32)
    };
    let greatest_of = |value: &ValueId| {
        let term = reader.read(*value).filter(|term: &Term| term.element().is_none());
        term.and_then(|term| maximum(&words, &term))
    };
    for op in kernel.operations().filter(|op| is_read(op.op)) {
        let greatest = match (op.op, &op.operands[..]) {
            // A counter ends at most a step behind the last value below the end.
            (Op::For, [_, end, step, ..]) if is_narrow(end) => {
                let step = greatest_of(step);
                greatest_of(end).zip(step).map(|(end, step)| shift(&fold(Binary::Add, end, step), -1))
            }
            (Op::For, _) => None,
            (_, _) => op.results.first().filter(|result| is_narrow(result)).and_then(greatest_of),
        };
        let holds = greatest.and_then(|greatest| simplify(AtMost(greatest, Expr::Number(i32::MAX.into()))));
        if let Some(Expr::Binary(Binary::Le, name, most)) = holds
            && let (Expr::Name(_), Expr::Number(most @ 1..)) = (&*name, &*most)
            && *most < i32::MAX.into()
        {
            clauses.add(Binary::Le, (*name).clone(), Expr::Number(*most));
        }
    }
    clauses.0
}
