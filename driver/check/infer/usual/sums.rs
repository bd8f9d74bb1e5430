//! Sizes for which 32-bit sums do not wrap, such as the `n + 63` of a number of tiles, and the offset of a block. A sum of Triton wraps
//! without undefined behavior, and then leads to another place.

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use verify::Clause;

use super::accesses::Definitions;
use super::clauses::Clauses;
use super::terms::ranges::{AtMost, maximum, simplify};
use super::terms::words::Words;
use super::terms::{Reader, Term};

/// An upper bound of one name for each sum that only this name can make too large.
pub(in crate::check::infer) fn bound_sums(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    if !matches!(kernel.language, Language::Triton { .. }) {
        return Vec::new();
    }
    let (words, definitions) = (Words { bound }, Definitions::new(kernel));
    let reader = Reader { definitions: &definitions, words: &words };
    let mut clauses = Clauses::default();
    let is_narrow = |op: &&Operation| {
        let element = |value| kernel.ty(value).tile().and_then(|tile| tile.element.scalar());
        matches!(op.op, Op::Addi | Op::Muli)
            && op.results.first().is_some_and(|result| element(*result) == Some(Scalar::I32))
    };
    for op in kernel.operations().filter(is_narrow) {
        let greatest = reader
            .read(op.results[0])
            .filter(|term: &Term| term.element().is_none())
            .and_then(|term| maximum(&words, &term));
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
