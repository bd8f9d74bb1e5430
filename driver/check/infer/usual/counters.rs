//! What a counter in memory asks of memory at launch: that it begins with zero, where a store adds a number to what was loaded from the
//! same place, and promises that the sum does not overflow.

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;
use verify::Clause;

use super::accesses::Definitions;
use super::terms::VALUE;

/// That the elements of each array are zero in which a kernel counts.
pub(super) fn guess_zero_counters(
    kernel: &Kernel,
    bound: &Bound<'_>,
    definitions: &Definitions<'_>,
) -> Vec<Clause> {
    // It is another word for an element then.
    if bound.position(VALUE).is_some() {
        return Vec::new();
    }
    let stores = kernel.operations().filter(|op| op.op == Op::StorePtrTko);
    let mut counted: Vec<usize> = stores.filter_map(|op| counted_array(definitions, op)).collect();
    counted.sort_unstable();
    counted.dedup();
    let zero = |parameter: usize| {
        let holds = binary(Binary::Eq, Expr::Name(VALUE.to_owned()), Expr::Number(0));
        Clause::Contents { parameter, name: bound.argument_name(parameter).to_owned(), holds }
    };
    counted.into_iter().map(zero).collect()
}

/// The array in which a store adds a number to what was loaded from where it stores.
fn counted_array(definitions: &Definitions<'_>, store: &Operation) -> Option<usize> {
    let [place, stored, ..] = store.operands[..] else { return None };
    let sum = definitions.maker(definitions.spread(stored)).filter(|maker| maker.op == Op::Addi)?;
    let [a, b] = sum.operands[..] else { return None };
    let promises = sum.attributes.overflow.no_signed_wrap;
    [(a, b), (b, a)].into_iter().find_map(|(read, step)| {
        definitions.constant(step).filter(|step| promises && *step != 0)?;
        let load = definitions.maker(definitions.spread(read)).filter(|maker| maker.op == Op::LoadPtrTko)?;
        let same = definitions.spread(*load.operands.first()?) == definitions.spread(place);
        definitions.array(load).filter(|_| same)
    })
}
