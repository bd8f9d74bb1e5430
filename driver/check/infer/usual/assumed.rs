//! Conditions that an author tells the compiler, as `tl.assume(stride > 0)`: of launches without them, the compiler promises nothing.

use spec::syntax::attributes::Assumption;
use spec::syntax::contract::Expr;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use super::accesses::Definitions;
use super::terms::expressions::shift;
use super::terms::ranges::{AtMost, simplify};
use super::terms::{Reader, Term};

/// The assumed comparisons of numbers shared by all blocks.
pub(super) fn read(kernel: &Kernel, definitions: &Definitions<'_>, reader: &Reader<'_, '_>) -> Vec<Expr> {
    let uniform = |value| match reader.read(value)? {
        Term::Uniform(expr) => Some(expr),
        Term::Block(_) | Term::Counter(_) | Term::Element(_) | Term::Grouped { .. } | Term::Both(..) => None,
    };
    // A truth value is assumed to be one as a number.
    let is_truth = |op: &&Operation| {
        let least = Assumption::Bounded { lower: Some(1), upper: Some(1) };
        op.op == Op::Assume && op.attributes.assumption == Some(least)
    };
    let truths = kernel.operations().filter(is_truth).filter_map(|op| op.operands.first());
    let compared = truths.flat_map(|truth| definitions.comparisons(definitions.same(*truth)));
    let condition = |(lesser, greater, or_equal): (ValueId, ValueId, bool)| {
        let (lesser, greater) = (uniform(lesser)?, uniform(greater)?);
        simplify(AtMost(shift(&lesser, i128::from(!or_equal)), greater))
    };
    compared.filter_map(condition).collect()
}
