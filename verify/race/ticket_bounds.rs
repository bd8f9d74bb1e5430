//! How many tickets there are: what an update that counts finds lies between what was there at launch and what the blocks
//! before it have made of that.
//!
//! Let one operation of the kernel alone write to a place, an update that adds 1 and that a block makes at most once. Then the
//! updates of the place stand in one order, each finds what the one before it left, and of N blocks no more than N − 1 come
//! before: where the place held v, it finds v + k for some k from 0 to N − 1. That nothing else writes there is read off the
//! text alone, so that it stands on nothing that is known of the tickets: every other pointer that is written through leads
//! back to another parameter, which the contract keeps apart.

use spec::domain::{Bool as _, Number, greatest_signed};
use spec::memory::strength::Manner;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::fault_injection::Flaw;
use crate::race::tickets::{count_blocks, find_initial_value};
use crate::smt::fact::{Fact, Guard};
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::terms::Num;
use crate::values::access::SymbolicAccess;

/// Assumes what is known of the number that an update which counts finds.
pub(crate) fn assume_counted<'k>(machine: &mut Machine<'k>, access: &SymbolicAccess<'k>) {
    let Some(exchange) = access.exchange.as_ref().filter(|_| access.draws_ticket()) else { return };
    if !is_only_writer(machine, access) && !machine.setup.has(Flaw::OnlyTicketsWrite) {
        return;
    }
    let Some((first, initial)) = find_initial_value(machine, access, exchange.bits) else { return };
    let greatest = greatest_signed(exchange.bits);
    let before = Num::fresh("before", 0, greatest);
    let exact = first.add(&before);
    let wrapped = exact.sub(&Num::constant(2 * (greatest + 1)));
    let counted = before.less(&count_blocks(machine)).and(&initial);
    let found = exchange.found.equals(&exact).or(&exchange.found.equals(&wrapped));
    // Of more blocks than numbers nothing is said.
    let few = count_blocks(machine).at_most(&Num::constant(greatest));
    let holds = few.implies(&counted.and(&found));
    machine.solver.assume(&Fact::under(Guard::control(&access.when), &holds, Under::Ticket));
}

/// Whether no other operation can write to what an update of a parameter writes to.
fn is_only_writer(machine: &Machine<'_>, access: &SymbolicAccess<'_>) -> bool {
    let [which] = *access.pointer.may else { return false };
    let own = machine.setup.allocations[which].parameter;
    if own >= machine.kernel.params.len() {
        return false;
    }
    let writes = |op: &&Operation| Manner::of(op).is_some_and(|manner| manner.writes);
    machine.kernel.operations().filter(writes).filter(|op| op.id != access.op.id).all(|op| {
        let through = op.operands.get(usize::from(op.op == Op::StoreViewTko));
        let parameter = through.and_then(|pointer| find_parameter(machine.kernel, *pointer));
        parameter.is_some_and(|other| other != own && !machine.setup.bound.may_overlap(other, own))
    })
}

/// The parameter behind a pointer or a view, if there is exactly one.
fn find_parameter(kernel: &Kernel, pointer: ValueId) -> Option<usize> {
    let mut pointer = pointer;
    loop {
        if let Some(position) = kernel.params.iter().position(|param| *param == pointer) {
            return Some(position);
        }
        let made = kernel.operations().find(|op| op.results.first() == Some(&pointer))?;
        let keeps = [
            Op::Offset,
            Op::Reshape,
            Op::Broadcast,
            Op::Assume,
            Op::PtrToPtr,
            Op::MakeTensorView,
            Op::MakePartitionView,
            Op::MakeStridedView,
            Op::MakeGatherScatterView,
        ];
        if !keeps.contains(&made.op) {
            return None;
        }
        pointer = *made.operands.first()?;
    }
}
