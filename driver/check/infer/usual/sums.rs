//! Sizes for which 32-bit sums and products of a Triton kernel do not wrap, as the `n + 63` of a number of tiles and the offset of a block. They
//! wrap without undefined behavior, and then lead to another place.

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::Kernel;
use spec::syntax::kernel::language::Language;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use verify::Clause;

use super::accesses::Definitions;
use super::clauses::Clauses;
use super::terms::Reader;
use super::terms::ranges::{AtMost, maximum, simplify};
use super::terms::words::Words;

/// An upper bound of one name for each sum that only this name can make too large.
pub(in crate::check::infer) fn bound_sums(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    if !matches!(kernel.language, Language::Triton { .. }) {
        return Vec::new();
    }
    let (words, definitions) = (Words { bound }, Definitions::new(kernel));
    let reader = Reader { definitions: &definitions, words: &words };
    let mut clauses = Clauses::default();
    let sums = kernel.operations().filter(|op| matches!(op.op, Op::Addi | Op::Muli));
    for sum in sums.flat_map(|op| &op.results) {
        if kernel.ty(*sum).tile().and_then(|tile| tile.element.scalar()) != Some(Scalar::I32) {
            continue;
        }
        let term = reader.read(*sum).filter(|term| term.element().is_none());
        let greatest = term.and_then(|term| maximum(&words, &term));
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
