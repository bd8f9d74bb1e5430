//! The initial contents of a counter in memory: zero, if a store adds a number to the old value of its place and promises no overflow.
//! Tickets begin at zero too: blocks compare the number before an update. And arrays of numbers that counters of loops begin at.

use spec::syntax::attributes::Rmw;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use super::accesses::Definitions;
use super::terms::Reader;

/// The arrays of a kernel's counters.
pub(super) fn zero_counters(kernel: &Kernel, definitions: &Definitions<'_>) -> Vec<usize> {
    let stores = kernel.operations().filter(|op| op.op == Op::StorePtrTko);
    let stored = stores.filter_map(|op| counted_array(definitions, op));
    let mut counted: Vec<usize> = stored.chain(tickets(kernel, definitions)).collect();
    counted.sort_unstable();
    counted.dedup();
    counted
}

/// The arrays of tickets: an update adds a constant, and a comparison has the number before, or its remainder.
fn tickets(kernel: &Kernel, definitions: &Definitions<'_>) -> Vec<usize> {
    let taken = |value: ValueId| {
        let maker = definitions.maker(definitions.spread(value))?;
        let is_rest = matches!(maker.op, Op::Andi | Op::Remi);
        if is_rest { definitions.maker(definitions.spread(*maker.operands.first()?)) } else { Some(maker) }
    };
    let compared = kernel.operations().filter(|op| op.op == Op::Cmpi).flat_map(|op| &op.operands);
    let updates = compared.filter_map(|value| taken(*value)).filter(|op| op.op == Op::AtomicRmwTko);
    let is_counted = |op: &&Operation| {
        let step = op.operands.get(1).and_then(|step| definitions.constant(*step));
        op.attributes.rmw == Some(Rmw::Add) && step.is_some_and(|step| step != 0)
    };
    updates.filter(is_counted).filter_map(|op| definitions.array(op)).collect()
}

/// The array of a store that adds a number to the old value.
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

/// The arrays of first numbers of loops.
pub(super) fn first_numbers(kernel: &Kernel, reader: &Reader<'_, '_>) -> Vec<usize> {
    let loops = kernel.operations().filter(|op| op.op == Op::For);
    let first = |op: &Operation| op.operands.first().and_then(|first| reader.read(*first));
    loops.filter_map(|op| first(op)?.element()).collect()
}
