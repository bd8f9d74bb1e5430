//! Usual sizes: extents of contiguous arrays are positive, and a size with room for another equals it.

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;
use verify::Clause;

use super::accesses::{Access, Definitions, Index, Size};
use super::clauses::Clauses;
use super::terms::expressions::shift;
use super::terms::words::Words;
use super::terms::{Reader, Term};

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

/// The clauses with the usual relations of sizes: a size with room for another equals it, and an axis has an element if a mask gives 0 for
/// its index.
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
        match clause {
            Clause::Requires(holds) => {
                if let Some((least @ Expr::Name(a), most @ Expr::Name(b))) = at_most(holds)
                    && is_size(a)
                    && is_size(b)
                {
                    tied.add(Binary::Ge, least.clone(), most.clone());
                }
            }
            Clause::Contents { parameter, holds, .. } if is_masked(&definitions, *parameter) => {
                if let Some((_, most)) = at_most(holds)
                    && !matches!(most, Expr::Number(_))
                {
                    tied.add(Binary::Ge, shift(most, 1), Expr::Number(1));
                }
            }
            Clause::Buffer { .. }
            | Clause::Align { .. }
            | Clause::Contents { .. }
            | Clause::Related { .. } => {}
        }
    }
    tied.0
}

/// The clauses `n >= 1` for indices clamped to the last element of an array, as in padding and resampling: `min(i, n - 1)` is negative for
/// an empty array.
pub(super) fn clamp(kernel: &Kernel, reader: &Reader<'_, '_>) -> Vec<Expr> {
    let clamps = kernel.operations().filter(|op| matches!(op.op, Op::Mini | Op::Select));
    // The condition of a selection is no number.
    let values = clamps.flat_map(|op| &op.operands[usize::from(op.op == Op::Select)..]);
    values.filter_map(|value| reader.read(*value)).filter_map(|term| least(&term)).collect()
}

/// The clause `n >= k` for a limit `n - k`.
fn least(limit: &Term) -> Option<Expr> {
    let Term::Uniform(Expr::Binary(Binary::Sub, size, less)) = limit else { return None };
    let is_size = matches!((&**size, &**less), (Expr::Name(_), Expr::Number(1..)));
    is_size.then(|| binary(Binary::Ge, (**size).clone(), (**less).clone()))
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

/// Whether some load of an array of integers has a mask.
fn is_masked(definitions: &Definitions<'_>, parameter: usize) -> bool {
    let kernel = definitions.kernel();
    kernel.operations().any(|op| {
        op.op == Op::LoadPtrTko
            && kernel.mask_and_padding(op).0.is_some()
            && definitions.array(op) == Some(parameter)
    })
}
