//! Clauses that can be read off a kernel: what it assumes of its integer arguments as they come, on every path. Compilers write
//! such assumptions for what they know of a signature: what is divisible by what, and that extents are not negative.

use std::collections::HashMap;

use spec::contract::Bound;
use spec::syntax::attributes::Assumption;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::op::Op;
use verify::Clause;

/// The clauses, in the order of the text, each once.
pub(super) fn read_assumptions(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    let mut arguments: HashMap<ValueId, usize> =
        kernel.params.iter().enumerate().map(|(position, param)| (*param, position)).collect();
    let mut found: Vec<Clause> = Vec::new();
    // Behind a branch or a loop not all control comes.
    for op in kernel.body.ops.iter().take_while(|op| op.regions.is_empty()) {
        let of = op.operands.first().and_then(|operand| arguments.get(operand).copied());
        let (Op::Assume, Some(position), Some(result)) = (op.op, of, op.results.first()) else { continue };
        arguments.insert(*result, position);
        let signed = bound.contract.names.get(position).is_none_or(|named| !named.unsigned);
        if bound.scalar(position).is_none() || !signed {
            continue;
        }
        let name = || Expr::Name(bound.argument_name(position).to_owned());
        for expr in op.attributes.assumption.iter().flat_map(|assumption| words(assumption, &name)) {
            let clause = Clause::Requires(expr);
            if !found.contains(&clause) {
                found.push(clause);
            }
        }
    }
    found
}

/// What is assumed of one number, in the words of clauses.
fn words(assumption: &Assumption, name: &dyn Fn() -> Expr) -> Vec<Expr> {
    match assumption {
        Assumption::DivBy { divisor, every: None } if *divisor > 1 => {
            let rest = binary(Binary::Rem, name(), Expr::Number((*divisor).into()));
            vec![binary(Binary::Eq, rest, Expr::Number(0))]
        }
        Assumption::Bounded { lower, upper } => {
            let least = lower.map(|least| binary(Binary::Ge, name(), Expr::Number(least.into())));
            let most = upper.map(|most| binary(Binary::Le, name(), Expr::Number(most.into())));
            least.into_iter().chain(most).collect()
        }
        Assumption::DivBy { .. } | Assumption::SameElements(_) => Vec::new(),
    }
}
