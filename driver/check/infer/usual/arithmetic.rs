//! What keeps arithmetic on sizes defined: no divisor is zero, and products and counters of loops fit in their type.

use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::accesses::Definitions;
use super::terms::expressions::fold;
use super::terms::ranges::{AtMost, keep_below, maximum, simplify};
use super::terms::{Reader, Term};

/// The clauses about values shared by all blocks.
pub(super) fn keep_defined(
    kernel: &Kernel,
    definitions: &Definitions<'_>,
    reader: &Reader<'_, '_>,
) -> Vec<Expr> {
    let uniform = |value: ValueId| reader.read(value)?.uniform().cloned();
    let of = |op: &Operation| match (op.op, &op.operands[..]) {
        (Op::Divi | Op::Remi, [_, by]) if definitions.constant(*by).is_none() => {
            simplify(AtMost(Expr::Number(1), uniform(*by)?))
        }
        (Op::Muli, [_, _]) if is_narrow(kernel, op.results[0]) => {
            let product = uniform(op.results[0])?;
            let numbers = |expr: &Expr| matches!(expr, Expr::Number(_));
            let Expr::Binary(Binary::Mul, a, b) = &product else { return None };
            let is_large = !numbers(a) && !numbers(b);
            is_large.then(|| binary(Binary::Le, product.clone(), Expr::Number(i32::MAX.into())))
        }
        (Op::For, [_, end, step, ..]) if definitions.constant(*step).is_none() && is_narrow(kernel, *end) => {
            let past = fold(Binary::Add, uniform(*end)?, uniform(*step)?);
            Some(binary(Binary::Le, past, Expr::Number(i32::MAX.into())))
        }
        _ => None,
    };
    let mut all: Vec<Expr> = kernel.operations().filter_map(of).collect();
    let grouped = kernel.operations().filter(|op| op.op == Op::Divi);
    all.extend(grouped.flat_map(|op| keep_in_groups(reader, op.results[0])));
    for bounds in kernel.operations().filter(|op| op.op == Op::For && is_narrow(kernel, op.operands[0])) {
        for bound in bounds.operands[..2].iter().filter_map(|bound| reader.read(*bound)) {
            all.extend(fit(reader, &bound));
        }
    }
    all
}

/// The conditions under which the group of a number has rows: in the grouped order of tiles, the number is below the number of tiles.
fn keep_in_groups(reader: &Reader<'_, '_>, value: ValueId) -> Vec<Expr> {
    let Some(Term::Grouped { number, tiles, .. }) = reader.read(value) else { return Vec::new() };
    // The variable of a loop over tiles is below their number.
    let below = keep_below(reader.words, &number, &tiles).filter(|_| matches!(*number, Term::Block(_)));
    below.into_iter().flatten().filter_map(simplify).collect()
}

/// The conditions for block-dependent sums and products in a bound to fit.
fn fit(reader: &Reader<'_, '_>, term: &Term) -> Vec<Expr> {
    let Term::Both(op, lhs, rhs) = term else { return Vec::new() };
    if !matches!(op, Binary::Add | Binary::Mul) || !multiplies(term) {
        return [fit(reader, lhs), fit(reader, rhs)].concat();
    }
    let greatest = maximum(reader.words, term).filter(|_| term.element().is_none());
    greatest.map(|most| binary(Binary::Le, most, Expr::Number(i32::MAX.into()))).into_iter().collect()
}

/// Whether a block-dependent value is multiplied by a non-constant.
fn multiplies(term: &Term) -> bool {
    let is_number = |term: &Term| matches!(term, Term::Uniform(Expr::Number(_)));
    match term.both(Binary::Mul) {
        Some((lhs, rhs)) => !is_number(lhs) && !is_number(rhs),
        None => term.both(Binary::Add).is_some_and(|(lhs, rhs)| multiplies(lhs) || multiplies(rhs)),
    }
}

/// Whether the value is a number of 32 bits.
fn is_narrow(kernel: &Kernel, value: ValueId) -> bool {
    kernel.ty(value).tile().and_then(|tile| tile.element.scalar()) == Some(Scalar::I32)
}
