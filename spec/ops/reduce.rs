//! What is said of the combiners of `reduce` and `scan`.

use crate::syntax::attributes::{Literal, Signedness};
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::literal;
use crate::syntax::op::Op;
use crate::syntax::types::Scalar;

/// The operation that a combiner is, applied to its two parameters and nothing else, where it is one.
pub fn plain(op: &Operation) -> Option<&Operation> {
    let [region] = op.regions.as_slice() else { return None };
    let ([inner, end], [a, b]) = (region.ops.as_slice(), region.params.as_slice()) else { return None };
    let both = inner.operands == [*a, *b] || inner.operands == [*b, *a];
    (both && end.operands == inner.results).then_some(inner)
}

/// Whether the identity of such a reduction is neutral, so that it may come in any number of times (ARITH-19).
pub fn is_neutral(kernel: &Kernel, op: &Operation, inner: &Operation) -> bool {
    let element = op.operands.first().and_then(|id| kernel.ty(*id).tile()?.element.scalar());
    let (Some(scalar), [identity]) = (element, op.attributes.identities.as_slice()) else { return false };
    neutral(inner.op, inner.attributes.signedness, scalar).contains(identity)
}

/// The elements that an associative and commutative operation leaves what they are combined with; none for any other
/// operation.
fn neutral(op: Op, signedness: Option<Signedness>, scalar: Scalar) -> Vec<Literal> {
    let float = |text: &str| literal::parse(text, scalar).ok();
    let ones = u64::MAX >> (64 - scalar.bits());
    let (least, greatest) = match signedness {
        Some(Signedness::Unsigned) => (0, ones),
        Some(Signedness::Signed) | None => (1 << (scalar.bits() - 1), ones >> 1),
    };
    let table = [
        (Op::Addi, Some(Literal(0))),
        (Op::Ori, Some(Literal(0))),
        (Op::Xori, Some(Literal(0))),
        (Op::Muli, Some(Literal(1))),
        (Op::Andi, Some(Literal(ones))),
        (Op::Mini, Some(Literal(greatest))),
        (Op::Maxi, Some(Literal(least))),
        (Op::Addf, float("0.0")),
        (Op::Addf, float("-0.0")),
        (Op::Mulf, float("1.0")),
        (Op::Minf, float("inf")),
        (Op::Maxf, float("-inf")),
    ];
    table.into_iter().filter(|(of, _)| *of == op).filter_map(|(_, identity)| identity).collect()
}
