//! Sizes for which 32-bit sums and products of a Triton kernel do not wrap, as the `n + 63` of a number of tiles and the offset of a block.
//! Numbers cut to 32 bits keep their value. Sums wrap without undefined behavior, and then lead to another place.

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::Kernel;
use spec::syntax::kernel::language::Language;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use verify::Clause;

use super::accesses::Definitions;
use super::clauses::Clauses;
use super::names_value;
use super::terms::ranges::{AtMost, maximum, simplify};
use super::terms::words::Words;
use super::terms::{Reader, VALUE};

/// An upper bound of one name, or of the elements of one array, for each sum that only these can make too large.
pub(in crate::check::infer) fn bound_sums(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    if !matches!(kernel.language, Language::Triton { .. }) {
        return Vec::new();
    }
    let (words, definitions) = (Words { bound }, Definitions::new(kernel));
    let reader = Reader { definitions: &definitions, words: &words };
    let mut clauses = Clauses::default();
    let sums = kernel.operations().filter(|op| matches!(op.op, Op::Addi | Op::Muli | Op::Trunci));
    for sum in sums.flat_map(|op| &op.results) {
        if kernel.ty(*sum).tile().and_then(|tile| tile.element.scalar()) != Some(Scalar::I32) {
            continue;
        }
        let Some(term) = reader.read(*sum).filter(|term| term.elements().len() < 2) else { continue };
        let greatest = maximum(&words, &term);
        let holds = greatest.and_then(|greatest| simplify(AtMost(greatest, Expr::Number(i32::MAX.into()))));
        let Some(Expr::Binary(Binary::Le, sum, most)) = holds else { continue };
        let Expr::Number(limit @ 1..) = *most else { continue };
        match term.elements().first() {
            None if matches!(*sum, Expr::Name(_)) && limit < i32::MAX.into() => {
                clauses.add(Binary::Le, *sum, *most);
            }
            Some(array) if names_value(&sum) && bound.position(VALUE).is_none() => {
                let name = bound.argument_name(*array).to_owned();
                clauses.push(Clause::Contents {
                    parameter: *array,
                    name,
                    holds: binary(Binary::Le, *sum, *most),
                });
            }
            None | Some(_) => {}
        }
    }
    clauses.0
}
