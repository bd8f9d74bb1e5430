//! The initial contents of a lock: free, as the compare-and-exchange of its taker expects.

use spec::origins;
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;

use super::accesses::Definitions;

/// The arrays of locks, accessed only by exchanges of one number for another, each with its free number.
pub(super) fn free_locks(kernel: &Kernel, definitions: &Definitions<'_>) -> Vec<(usize, i128)> {
    let locks = kernel.operations().filter(|op| op.op == Op::AtomicCasTko);
    let mut found: Vec<(usize, i128)> = locks.filter_map(|op| taken(kernel, definitions, op)).collect();
    found.sort_unstable();
    found.dedup();
    let is_one =
        |(parameter, _): &&(usize, i128)| found.iter().filter(|(same, _)| same == parameter).count() == 1;
    found.iter().filter(is_one).copied().collect()
}

/// The array of an operation's lock, and the expected number.
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
