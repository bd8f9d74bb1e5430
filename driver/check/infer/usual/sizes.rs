//! Usual sizes: extents of contiguous arrays are positive, and a size with room for another equals it.

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;
use verify::Clause;

use super::accesses::{Access, Definitions, Index, Size};
use super::clauses::Clauses;
use super::terms::words::Words;

/// From how many axes on strides that are products are too hard a question where extents may be negative: of fewer, weaker clauses are
/// found by abduction.
const MANY: usize = 4;

impl Words<'_> {
    /// Extents of an array with computed strides, which are products of them: the first is nonnegative, the others are at least 1.
    pub(super) fn fill(&self, access: &Access, clauses: &mut Clauses) {
        let is_computed = access.axes.iter().any(|axis| axis.stride == Size::Computed);
        if !is_computed || access.axes.len() < MANY {
            return;
        }
        for (at, axis) in access.axes.iter().enumerate() {
            if let Size::Argument(_) = axis.extent {
                let least = i128::from(at > 0 || matches!(axis.index, Index::Constant(_)));
                clauses.add(Binary::Ge, self.say(axis.extent), Expr::Number(least));
            }
        }
    }
}

/// The clauses with the usual relations of sizes: a size with room for another equals it.
pub(in crate::check::infer) fn tie(kernel: &Kernel, bound: &Bound<'_>, clauses: &[Clause]) -> Vec<Clause> {
    let mut tied = Clauses::default();
    let definitions = Definitions::new(kernel);
    let accesses = [definitions.accesses(), definitions.gathers()].concat();
    let strides = accesses.iter().flat_map(|access| &access.axes).filter_map(|axis| match axis.stride {
        Size::Argument(position) => Some(position),
        Size::Number(_) | Size::Computed => None,
    });
    let others: BTreeSet<usize> = strides.chain(factors(&definitions)).collect();
    let is_size = |name: &str| bound.position(name).is_some_and(|position| !others.contains(&position));
    for clause in clauses {
        tied.push(clause.clone());
        if let Clause::Requires(holds) = clause
            && let Some((least @ Expr::Name(a), most @ Expr::Name(b))) = at_most(holds)
            && is_size(a)
            && is_size(b)
        {
            tied.add(Binary::Ge, least.clone(), most.clone());
        }
    }
    tied.0
}

/// The arguments that the kernel multiplies by other unknowns, as it does with strides.
fn factors(definitions: &Definitions<'_>) -> BTreeSet<usize> {
    let products = definitions.kernel().operations().filter(|op| op.op == Op::Muli);
    let pairs =
        products.filter_map(|op| if let [lhs, rhs] = op.operands[..] { Some((lhs, rhs)) } else { None });
    let unknown = pairs.filter(|(lhs, rhs)| [lhs, rhs].iter().all(|of| definitions.constant(**of).is_none()));
    unknown.flat_map(|(lhs, rhs)| [lhs, rhs]).filter_map(|of| definitions.spread_argument(of)).collect()
}

/// What is `(a, b)` in `a <= b` or `b >= a`.
fn at_most(holds: &Expr) -> Option<(&Expr, &Expr)> {
    match holds {
        Expr::Binary(Binary::Le, a, b) | Expr::Binary(Binary::Ge, b, a) => Some((&**a, &**b)),
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
    }
}
