//! Whether an acquire is certain to read the value of a release. Then everything before the release happens before everything that waits
//! for the acquire.
//!
//! Every read gives the launch value or the value of one write. Suppose the acquired value, under the path condition, cannot be the
//! launch value, and only releases behind the first access of its block can write it. Then the acquire read such a release.

use spec::domain::{Bool as _, Number};

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::race::instance::{Side, fresh_instance, instantiate, precedes};
use crate::race::overlap::may_alias;
use crate::race::tickets::{find_initial_value, holds_where_racing, is_ordered_by_count};
use crate::race::token_order::TokenOrder;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::bytes_overlap;
use crate::terms::{Num, Substitution, Truth};
use crate::values::access::SymbolicAccess;

/// Whether one of two meeting accesses of two blocks always happens before the other: by a message, or because the
/// later block holds the last ticket. The second access is the copy.
pub(crate) fn are_ordered_by_message<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    [own, copy]: [&SymbolicAccess<'k>; 2],
    [here, there]: &[[Num; 3]; 2],
    other: &mut Substitution,
) -> bool {
    let mine = || Side { access: own, block: here, copy: None };
    let moved = Side { access: copy, block: there, copy: None };
    if is_handed_over(machine, accesses, order, race, &moved, mine())
        || is_ordered_by_count(machine, accesses, order, race, copy, &mut mine())
    {
        return true;
    }
    let mut moved = Side { access: copy, block: there, copy: Some(other) };
    is_ordered_by_count(machine, accesses, order, race, own, &mut moved)
        || is_handed_over(machine, accesses, order, race, &mine(), moved)
}

/// Whether the giver's access happens before the taker's in every possible race, described by `race`.
pub(crate) fn is_handed_over<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    giver: &Side<'_, 'k>,
    taker: Side<'_, 'k>,
) -> bool {
    let Side { access: second, copy: mut of, .. } = taker;
    let acquires = |access: &&SymbolicAccess<'k>| {
        let manner = &access.manner;
        manner.acquires() && manner.reaches_other_blocks()
    };
    for acquire in accesses.iter().filter(acquires) {
        if !order.coverage(acquire.op, second.op).latest {
            continue;
        }
        let heard = match &mut of {
            Some(copy) => instantiate(acquire, copy),
            None => acquire.clone(),
        };
        let missed = race.and(&heard.when.not());
        if heard.leads(second)
            && machine.solver.excludes(&missed, Purpose::Requirement)
            && is_not_of_launch(machine, race, &heard)
            && is_of_release(machine, accesses, order, race, giver, &heard)
        {
            return true;
        }
    }
    false
}

/// Whether the read value differs from all launch contents.
fn is_not_of_launch<'k>(machine: &mut Machine<'k>, race: &Truth, heard: &SymbolicAccess<'k>) -> bool {
    let Some(value) = &heard.value else { return false };
    if machine.setup.has(Flaw::NothingAtLaunch) {
        return true;
    }
    let bits = u32::try_from(8 * heard.bytes).expect("an element has at most 8 bytes");
    let Some((first, initial)) = find_initial_value(machine, heard, bits) else { return false };
    holds_where_racing(machine, &race.and(&initial), &first.equals(value).not())
}

/// Whether every possible source write of the read value is a release by the giver's block, behind its
/// access.
fn is_of_release<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    giver: &Side<'_, 'k>,
    heard: &SymbolicAccess<'k>,
) -> bool {
    let mut third = fresh_instance(machine, &[]);
    let block = machine.setup.block.map(|axis| third.num(&axis));
    for write in accesses.iter().filter(|access| access.manner.writes) {
        if !may_alias(machine, write, heard) {
            continue;
        }
        let writer = instantiate(write, &mut third);
        let overlap = bytes_overlap(machine, (&writer.pointer, writer.bytes), (&heard.pointer, heard.bytes));
        let same = match (&writer.value, &heard.value) {
            (Some(x), Some(y)) if writer.bytes == heard.bytes => x.equals(y),
            (Some(_) | None, Some(_) | None) => Truth::constant(true),
        };
        let coverage = order.coverage(giver.access.op, write.op);
        let waits = coverage.latest && coverage.earlier || machine.setup.has(Flaw::SaidTooSoon);
        let manner = &write.manner;
        let releases =
            manner.releases() && manner.reaches_other_blocks() && writer.bytes == heard.bytes && waits;
        let mut behind = Truth::constant(false);
        if releases {
            let axes = block.iter().zip(giver.block);
            behind = axes.fold(precedes(giver.access, &writer), |all, (x, y)| all.and(&x.equals(y)));
            if machine.setup.has(Flaw::AnybodysMessage) {
                behind = Truth::constant(true);
            }
        }
        let other = race.and(&writer.when).and(&overlap).and(&same).and(&behind.not());
        if !machine.solver.excludes(&other, Purpose::Requirement) {
            return false;
        }
    }
    true
}
