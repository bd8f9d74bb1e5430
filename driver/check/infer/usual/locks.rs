//! What a lock asks of memory at launch: that it is free, as whoever takes it by a compare-and-exchange expects to find it.

use spec::contract::Bound;
use spec::origins;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;
use verify::Clause;

use super::accesses::Definitions;
use super::terms::VALUE;

/// That the elements of an array are what one number is exchanged for another there, where nothing else is compared with them.
pub(super) fn guess_free_locks(
    kernel: &Kernel,
    bound: &Bound<'_>,
    definitions: &Definitions<'_>,
) -> Vec<Clause> {
    // It is another word for an element then.
    if bound.position(VALUE).is_some() {
        return Vec::new();
    }
    let locks = kernel.operations().filter(|op| op.op == Op::AtomicCasTko);
    let mut found: Vec<(usize, i128)> = locks.filter_map(|op| taken(kernel, definitions, op)).collect();
    found.sort_unstable();
    found.dedup();
    let is_one =
        |(parameter, _): &&(usize, i128)| found.iter().filter(|(same, _)| same == parameter).count() == 1;
    let free = found.iter().filter(is_one);
    free.map(|(parameter, number)| {
        let holds = binary(Binary::Eq, Expr::Name(VALUE.to_owned()), Expr::Number(*number));
        Clause::Contents { parameter: *parameter, name: bound.argument_name(*parameter).to_owned(), holds }
    })
    .collect()
}

/// The array of a lock that an operation takes, and the number that it expects to find.
fn taken(kernel: &Kernel, definitions: &Definitions<'_>, op: &Operation) -> Option<(usize, i128)> {
    let [pointer, expected, put, ..] = op.operands[..] else { return None };
    // Elements are read as signed numbers, constants are not: a negative one is left out.
    let number = |value| definitions.constant(value).filter(|number| *number <= i32::MAX.into());
    let (expected, put) = (number(expected)?, number(put)?);
    let place = definitions.spread(pointer);
    let base = match definitions.maker(place) {
        Some(maker) if maker.op == Op::Offset => definitions.spread(*maker.operands.first()?),
        Some(_) | None => place,
    };
    (expected != put).then_some((origins::parameter(kernel, base)?, expected))
}
