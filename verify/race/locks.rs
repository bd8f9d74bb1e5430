//! Locks without waiting: a block that exchanges one number for another has the lock, and gives it back by a release.
//!
//! Let a place be written by one exchange of e for f, other than e, and by one release, which a block makes behind its
//! exchange and only if that found e; both outside of loops, so that a block makes each at most once. In the order of all
//! writes to the place an exchange that finds e stands right behind what left e there. Behind a block's exchange that is
//! nothing but a release, and of those that have found e only that block has not released: so exchanges and releases take
//! turns, each release by the block of the exchange before it. If the exchange acquires, everything between the exchange and
//! the release of one block happens before what comes behind the exchange of the next.

use spec::domain::{Bool as _, Number};
use spec::syntax::op::Op;

use crate::race::instance::{fresh_instance, instantiate};
use crate::race::overlap::may_alias;
use crate::race::tickets::holds_where_racing;
use crate::race::token_order::TokenOrder;
use crate::smt::answer::Answer;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::bytes_overlap;
use crate::terms::{Num, Substitution, Truth};
use crate::values::access::SymbolicAccess;

impl SymbolicAccess<'_> {
    /// Whether it takes a lock: with which number it finds the place free.
    fn acquired_value(&self) -> Option<Num> {
        let exchange = self.exchange.as_ref()?;
        let (free, taken) = (exchange.operand.value()?, exchange.desired.as_ref()?.value()?);
        let takes = self.op.op == Op::AtomicCasTko && self.is_once() && self.manner.acquires();
        (takes && free != taken).then_some(exchange.operand)
    }
}

/// Whether two accesses of two blocks, wherever they meet, are both behind an exchange that has given the block a lock, and
/// before its release: then they are in order, one way or the other.
pub(crate) fn hold_one_lock<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    pair: [&SymbolicAccess<'k>; 2],
    other: &mut Substitution,
) -> bool {
    for lock in accesses {
        let Some(free) = lock.acquired_value() else { continue };
        let behind =
            |access: &&SymbolicAccess<'k>| lock.leads(access) && order.coverage(lock.op, access.op).latest;
        if !pair.iter().all(behind) {
            continue;
        }
        let moved = instantiate(lock, other);
        let place = bytes_overlap(machine, (&lock.pointer, lock.bytes), (&moved.pointer, moved.bytes));
        let both = is_free(lock, &free).and(&is_free(&moved, &free)).and(&place);
        if holds_where_racing(machine, race, &both)
            && acquires_in_turn(machine, accesses, order, race, lock, pair)
        {
            return true;
        }
    }
    false
}

/// Whether nothing else writes to the place of a lock but one release by who has it, behind the accesses.
fn acquires_in_turn<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    lock: &SymbolicAccess<'k>,
    pair: [&SymbolicAccess<'k>; 2],
) -> bool {
    let Some(free) = lock.acquired_value() else { return false };
    let mut third = fresh_instance(machine, &[]);
    let own = instantiate(lock, &mut third);
    let mut releases = 0;
    for write in accesses.iter().filter(|access| access.manner.writes) {
        if std::ptr::eq(write.op, lock.op) || !may_alias(machine, write, lock) {
            continue;
        }
        let writer = instantiate(write, &mut third);
        let overlap = bytes_overlap(machine, (&writer.pointer, writer.bytes), (&lock.pointer, lock.bytes));
        let here = race.and(&writer.when).and(&overlap);
        if machine.solver.check(&here) == Answer::Impossible {
            continue;
        }
        releases += 1;
        let manner = &write.manner;
        let gives_back = manner.releases()
            && manner.reaches_other_blocks()
            && write.bytes == lock.bytes
            && write.iterations.is_empty()
            && lock.leads(write)
            && order.coverage(lock.op, write.op).latest;
        let before = |access: &&SymbolicAccess<'k>| {
            let coverage = order.coverage(access.op, write.op);
            coverage.latest && coverage.earlier && access.position < write.position
        };
        let place = bytes_overlap(machine, (&own.pointer, own.bytes), (&lock.pointer, lock.bytes));
        let is_mine = is_free(&own, &free).and(&place);
        if releases > 1
            || !gives_back
            || !pair.iter().all(before)
            || !holds_where_racing(machine, &here, &is_mine)
        {
            return false;
        }
    }
    true
}

/// Whether an exchange has given its block the lock.
fn is_free(lock: &SymbolicAccess<'_>, free: &Num) -> Truth {
    lock.exchange
        .as_ref()
        .map_or(Truth::constant(false), |exchange| lock.when.and(&exchange.found.equals(free)))
}
