//! Loops that wait for a flag: a block iterates until it reads a flag set by another block. Such a loop ends if every
//! awaited flag is set by a block of a lower number. The waits are then well-founded (as of decoupled look-back:
//! Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016).
//!
//! Let every loop without another termination proof only read a flag, at one place, and continue only if the flag is
//! not set. So the loop continues only on a value that no block ever writes there. And let the place be written by a
//! block of a lower number, if that block ends. Then every block ends, by induction on their numbers:
//!
//! Suppose all blocks of lower numbers end. A block iterates forever only if it never reads a value that a block writes there. A
//! block of a lower number has ended, so it has written to the place; behind that in the order of all writes nothing but writes of
//! blocks is left. A written value is seen after finite time, so the block reads one of these. Contradiction.
//!
//! That blocks of lower numbers begin, although the block waits, is taken for granted: they begin first, or all are resident
//! together. The proof also assumes that a started block continues, independent of the others, and that writes are seen eventually.

use std::collections::BTreeSet;

use spec::domain::{Bool as _, Number};
use spec::memory::strength::Manner;
use spec::syntax::attributes::Scope;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::Op;

use super::coverage::may_write;
use super::elements::Element;
use super::locks::{find_access, rounds_of};
use super::reach::find_open;
use super::witness::{Witness, find_witnesses};
use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::race::instance::{fresh_instance, instantiate};
use crate::race::overlap::may_alias;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::bytes_overlap;
use crate::terms::{Num, Truth, UNBOUNDED_ABOVE};
use crate::values::access::{Round, SymbolicAccess};

/// The most stores to try for one flag.
const STORES: usize = 3;

/// Whether all of these loops wait for flags that blocks of lower numbers set.
pub(super) fn wait_for_flags<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    endless: &[&'k Operation],
) -> bool {
    endless.iter().all(|around| {
        let Some(poll) = find_access(around).filter(|poll| poll.op == Op::LoadPtrTko) else { return false };
        if !poll.operands.first().is_some_and(|pointer| is_the_same(around, *pointer)) {
            return false;
        }
        let reads: Vec<_> = accesses.iter().filter(|run| run.op.id == poll.id).collect();
        let rounds = rounds_of(machine, &reads);
        let is_read = |round: &Round| reads.iter().any(|read| read.iterations == round.iterations);
        !rounds.is_empty()
            && rounds.iter().all(is_read)
            && reads.iter().all(|read| {
                is_of_one_flag(read)
                    && is_let_go_by_writes(machine, accesses, read)
                    && is_set_before(machine, accesses, read)
            })
    })
}

/// Whether the loop reads one element, strongly, in a scope whose only writers are in the launch.
fn is_of_one_flag(read: &SymbolicAccess<'_>) -> bool {
    let manner = &read.manner;
    let strong = manner.is_strong() && !manner.writes && manner.scope == Some(Scope::Device);
    strong && read.is_of_one_element
}

/// Whether a value is the same in every round of a loop: it is made of values from outside alone, by what has no effect.
fn is_the_same(around: &Operation, value: ValueId) -> bool {
    let Some(region) = around.regions.first() else { return false };
    let mut open = vec![value];
    let mut seen = BTreeSet::new();
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        if region.params.contains(&value) {
            return false;
        }
        if let Some(made) = find_maker(region, value) {
            if Manner::of(made).is_some() || !made.regions.is_empty() {
                return false;
            }
            open.extend(&made.operands);
        }
    }
    true
}

/// The operation of a block, or of blocks inside of it, that makes a value.
fn find_maker(block: &Block, value: ValueId) -> Option<&Operation> {
    block.ops.iter().find_map(|op| {
        if op.results.contains(&value) {
            return Some(op);
        }
        op.regions.iter().find_map(|region| find_maker(region, value))
    })
}

/// Whether an iteration continues only after reading a value that no block writes there.
fn is_let_go_by_writes<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    read: &SymbolicAccess<'k>,
) -> bool {
    let Some(value) = read.value else { return false };
    let of_loop = rounds_of(machine, &[read]);
    let rounds: Vec<Round> =
        of_loop.into_iter().filter(|round| round.iterations == read.iterations).collect();
    for round in &rounds {
        let blind = round.path.and(&read.when.not());
        if !machine.solver.excludes(&blind, Purpose::Requirement) {
            return false;
        }
    }
    if machine.setup.has(Flaw::AnythingIsSet) {
        return true;
    }
    let writes: Vec<&SymbolicAccess<'k>> =
        accesses.iter().filter(|write| write.manner.writes && may_alias(machine, write, read)).collect();
    let mark = machine.solver.mark();
    let mut other = fresh_instance(machine, &[]);
    let all = writes.into_iter().all(|write| {
        let strong = write.manner.is_strong() && write.manner.reaches_other_blocks();
        let written = instantiate(write, &mut other);
        let number = write.writes_constant().map(Num::constant).or(written.value);
        let Some(number) = number.filter(|_| strong && write.bytes == read.bytes && !write.manner.reads)
        else {
            return false;
        };
        let overlap = bytes_overlap(machine, (&written.pointer, write.bytes), (&read.pointer, read.bytes));
        let meets = written.when.and(&overlap).and(&number.equals(&value));
        rounds.iter().all(|round| machine.solver.excludes(&round.path.and(&meets), Purpose::Requirement))
    });
    machine.solver.forget(mark);
    all
}

/// Whether a block of a lower number that ends writes to the place that is read.
fn is_set_before<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    read: &SymbolicAccess<'k>,
) -> bool {
    let [which] = *read.pointer.may else { return false };
    let bytes = Num::constant(i128::from(read.bytes));
    if machine.setup.allocations[which].element.bytes() != read.bytes {
        return false;
    }
    let place = Num::shared("flag", 0, UNBOUNDED_ABOVE);
    let holds = read.pointer.offset.equals(&place.mul(&bytes));
    let element = Element { which, at: vec![place], strides: vec![Num::constant(1)], place, holds };
    let among = read.path.and(&read.when);
    // A place in front of the array, or between two elements, is none that this speaks of.
    let elsewhere = Num::constant(0)
        .at_most(&read.pointer.offset)
        .and(&read.pointer.offset.rem_floor(&bytes).equals(&Num::constant(0)));
    if !machine.solver.excludes(&among.and(&elsewhere.not()), Purpose::Requirement) {
        return false;
    }
    let stores: Vec<_> = accesses.iter().filter(|write| may_write(machine, write, &element)).collect();
    is_covered(machine, &element, &stores, &among, STORES)
}

/// Whether under a condition one of some stores is executed by a terminating block of a lower number.
fn is_covered<'k>(
    machine: &mut Machine<'k>,
    element: &Element,
    stores: &[&SymbolicAccess<'k>],
    among: &Truth,
    depth: usize,
) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    for (number, store) in stores.iter().enumerate() {
        let Ok(witnesses) = find_witnesses(machine, store, element) else { continue };
        for witness in &witnesses {
            let late = element.holds.and(among).and(&is_lower(machine, witness).not());
            let is_before = machine.setup.has(Flaw::LaterBlocksSet)
                || machine.solver.excludes(&late, Purpose::Requirement);
            if !is_before {
                continue;
            }
            if machine.setup.has(Flaw::SettersAlwaysSet) {
                return true;
            }
            let Some(open) = find_open(machine, store, element, witness, among) else { continue };
            if open.is_empty() {
                return true;
            }
            let missing = open.iter().fold(Truth::constant(false), |any, part| any.or(&part.not()));
            let mut others = stores.to_vec();
            others.remove(number);
            if is_covered(machine, element, &others, &among.and(&missing), depth) {
                return true;
            }
        }
    }
    false
}

/// Whether a witness's block has a lower number than the waiting block: axis by axis, the last first.
fn is_lower(machine: &Machine<'_>, witness: &Witness) -> Truth {
    let mut lower = Truth::constant(false);
    for axis in machine.setup.block {
        let found = witness.blocks.iter().find(|(var, ..)| Some(*var) == axis.as_var());
        let other = found.map_or(axis, |(_, value, _)| *value);
        lower = other.less(&axis).or(&other.equals(&axis).and(&lower));
    }
    lower
}
