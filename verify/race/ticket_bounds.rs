//! Bounds of tickets: the value that a counting update finds lies between the launch value and the launch value plus the
//! counts of earlier blocks.
//!
//! Let one operation of the kernel alone write to a place, an update that adds 1 and that a block makes at most once. Then the
//! updates of the place are totally ordered, and each finds the result of the one before. Of N blocks at most N − 1 come
//! before, so for a launch value v the update finds v + k for some k from 0 to N − 1. The absence of other writes is found in
//! the text alone, independent of facts about tickets: every other written pointer leads back to another parameter, which the
//! contract keeps disjoint.

use spec::domain::{Bool as _, Number, greatest_signed};
use spec::memory::strength::Manner;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::fault_injection::Flaw;
use crate::race::tickets::{count_blocks, find_initial_value};
use crate::smt::fact::{Fact, Guard};
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::symbolic::observer::Observer;
use crate::terms::Num;
use crate::values::access::SymbolicAccess;

/// Assumes the bounds of the numbers that counting updates find.
pub(crate) struct Tickets;

impl<'k> Observer<'k> for Tickets {
    fn exchange(&mut self, machine: &mut Machine<'k>, access: &SymbolicAccess<'k>) {
        assume_counted(machine, access);
    }
}

fn assume_counted<'k>(machine: &mut Machine<'k>, access: &SymbolicAccess<'k>) {
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
