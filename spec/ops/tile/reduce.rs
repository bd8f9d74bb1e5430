//! Facts about the combiners of `reduce` and `scan`, and the requirements of a sum that promises not to wrap.

use crate::domain::{Bool, Domain, Number, greatest_signed, greatest_unsigned, least_signed};
use crate::rules::Rule;
use crate::syntax::attributes::{Attributes, Literal, Signedness};
use crate::syntax::kernel::{Kernel, Operation, ValueId};
use crate::syntax::literal;
use crate::syntax::op::Op;
use crate::syntax::types::Scalar;

/// The operation of a combiner that only applies one operation to its two parameters.
pub fn plain(op: &Operation) -> Option<&Operation> {
    let [region] = op.regions.as_slice() else { return None };
    let ([inner, end], [a, b]) = (region.ops.as_slice(), region.params.as_slice()) else { return None };
    let both = inner.operands == [*a, *b] || inner.operands == [*b, *a];
    (both && end.operands == inner.results).then_some(inner)
}

/// Whether a combiner receives the accumulator first and the element second. This holds for `scan`, by its formula, its example and
/// device results; `reduce` passes the element first.
pub fn accumulates_first(op: Op) -> bool {
    op == Op::Scan
}

/// Whether the identity of a reduction is neutral, and so may be used any number of times (ARITH-19).
pub fn is_neutral(kernel: &Kernel, op: &Operation, inner: &Operation) -> bool {
    let element = op.operands.first().and_then(|id| kernel.ty(*id).tile()?.element.scalar());
    let (Some(scalar), [identity]) = (element, op.attributes.identities.as_slice()) else { return false };
    neutral(inner.op, inner.attributes.signedness, scalar).contains(identity)
}

/// The neutral elements of an associative and commutative operation; none for any other operation.
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

/// Sums of integers: of the positive ones, of the negative ones, and of all as natural numbers.
#[derive(Debug, Clone)]
pub struct Sums<N> {
    /// The sum of the positive ones.
    pub positive: N,
    /// The sum of the negative ones.
    pub negative: N,
    /// The sum of all, read as unsigned.
    pub natural: N,
}

impl<N: Number> Sums<N> {
    /// Of no integers.
    pub fn none() -> Self {
        let zero = || N::constant(0);
        Sums { positive: zero(), negative: zero(), natural: zero() }
    }

    /// With one more, read as signed and as unsigned.
    pub fn with(&self, signed: &N, unsigned: &N) -> Self {
        let zero = N::constant(0);
        let (positive, negative) = (zero.less(signed), signed.less(&zero));
        Sums {
            positive: self.positive.add(&N::choose(&positive, signed, &zero)),
            negative: self.negative.add(&N::choose(&negative, signed, &zero)),
            natural: self.natural.add(unsigned),
        }
    }
}

/// A sum with a promise not to wrap keeps the promise in every order, because the order is open. The sum of positive
/// elements must fit, and so must the sum of negative elements (ARITH-13).
pub fn sum<D: Domain>(d: &mut D, at: &Attributes, bits: u32, sums: &Sums<D::Number>) {
    let number = |value| D::Number::constant(value);
    if at.overflow.no_signed_wrap {
        let most = sums.positive.at_most(&number(greatest_signed(bits)));
        let least = number(least_signed(bits)).at_most(&sums.negative);
        d.require(Rule::SignedOverflow, most.and(&least));
    }
    if at.overflow.no_unsigned_wrap {
        d.require(Rule::UnsignedOverflow, sums.natural.at_most(&number(greatest_unsigned(bits))));
    }
}

/// The addition of a reduction or a scan that is the plain sum of integers, with an identity that adds nothing.
pub fn integer_sum<'k>(kernel: &Kernel, op: &'k Operation) -> Option<&'k Operation> {
    plain(op).filter(|inner| inner.op == Op::Addi && is_neutral(kernel, op, inner))
}

/// How a combiner chooses that computes nothing new.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Choice {
    /// A NaN may be passed over: where all elements are NaN the identity comes out, also one that no number is beyond.
    pub passes_nan: bool,
    /// A chosen subnormal number is flushed to zero.
    pub flushes: bool,
}

/// The choice of a combiner, if every yielded value is one of the operand's two parameters. Then each result is one of
/// the elements, or the identity, but for what the choice says.
pub fn chooses(op: &Operation) -> Option<Choice> {
    let [region] = op.regions.as_slice() else { return None };
    let mut choice = Choice::default();
    let mut of: Vec<(ValueId, usize)> =
        region.params.iter().enumerate().map(|(position, param)| (*param, position / 2)).collect();
    let (end, body) = region.ops.split_last()?;
    for inner in body {
        let from = |id: &ValueId| of.iter().find(|(known, _)| known == id).map(|(_, position)| *position);
        let float = matches!(inner.op, Op::Minf | Op::Maxf);
        let extreme = float || matches!(inner.op, Op::Mini | Op::Maxi);
        if !extreme && inner.op != Op::Select {
            continue;
        }
        let sides = &inner.operands[usize::from(!extreme)..];
        let [Some(a), Some(b)] = [from(&sides[0]), from(&sides[1])] else { continue };
        if a == b {
            of.push((inner.results[0], a));
            choice.passes_nan |= float && !inner.attributes.propagate_nan;
            choice.flushes |= inner.attributes.flush_to_zero;
        }
    }
    let from = |id: &ValueId| of.iter().find(|(known, _)| known == id).map(|(_, position)| *position);
    end.operands.iter().enumerate().all(|(position, id)| from(id) == Some(position)).then_some(choice)
}
