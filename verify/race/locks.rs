//! Locks: a block that exchanges a number for another has the lock, and returns it by a release.
//!
//! Let all writes to a place come from one exchange, which writes f, and one release. A compare-and-exchange takes the place
//! if it finds e, other than f, and otherwise writes nothing. An exchange takes the place if it finds anything but f, and
//! otherwise replaces f by f. A turn is one round of the loops around the release, of one block; outside of loops a block
//! has one turn. A turn takes the place at most once: the exchange stands in these loops alone, or in one loop more that
//! goes on to no other round then. It releases at most once, with one element and behind its taking. In the order of all
//! writes to the place, a taking directly follows a write of a number other than f: the launch contents or a release. No two
//! takings follow the same write. So among successive turns with a taking, the first follows the launch. Each later taking
//! follows the release of the turn before, since all other releases have had their taker. If the exchange acquires,
//! everything between the taking and the release of one turn happens before everything behind the taking of the next turn.
//! Turns of two blocks are different.
//!
//! The numbers that an exchange may find are known if the contract describes the launch contents and all writes are
//! constants. A read returns the launch contents or the value of one write ([`may_find`]).

use spec::domain::{Bool as _, Number};
use spec::syntax::attributes::Rmw;
use spec::syntax::op::Op;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::race::instance::{fresh_instance, instantiate};
use crate::race::overlap::may_alias;
use crate::race::tickets::{find_initial_value, holds_where_racing};
use crate::race::token_order::TokenOrder;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::bytes_overlap;
use crate::terms::{Num, Substitution, Truth};
use crate::values::access::{Round, SymbolicAccess};

/// An operation that takes a lock.
struct Lock<'a, 'k> {
    /// Its recorded executions: one outside of loops, two in a loop (the first iteration and any other).
    runs: Vec<&'a SymbolicAccess<'k>>,
    /// How many of the loops around it each of its turns is a round of.
    loops: usize,
    /// The number that a compare-and-exchange expects; `None` for an exchange, which expects anything but `taken`.
    free: Option<i128>,
    /// The number written by the taker.
    taken: i128,
    /// Every number ever written to the place; `None` if some write is not a constant.
    written: Option<Vec<i128>>,
}

impl SymbolicAccess<'_> {
    /// The free number (`None` for an exchange, which accepts any) and the taken number of an operation that may take a lock.
    pub(crate) fn takes_lock(&self) -> Option<(Option<i128>, i128)> {
        let exchange = self.exchange.as_ref()?;
        let operand = exchange.operand.value()?;
        let (free, taken) = if self.op.op == Op::AtomicCasTko {
            (Some(operand), exchange.desired.as_ref()?.value()?)
        } else if self.is_swap() {
            (None, operand)
        } else {
            return None;
        };
        let heard = self.manner.acquires() && self.manner.reaches_other_blocks();
        (heard && free != Some(taken)).then_some((free, taken))
    }

    /// Whether the operation is an unconditional exchange.
    fn is_swap(&self) -> bool {
        self.op.op == Op::AtomicRmwTko && self.op.attributes.rmw == Some(Rmw::Xchg)
    }

    /// The constant that the access writes; `None` if the access may write other numbers.
    pub(crate) fn writes_constant(&self) -> Option<i128> {
        let stored = self.value.as_ref().filter(|_| !self.manner.reads);
        let swapped = self.exchange.as_ref().filter(|_| self.is_swap()).map(|exchange| &exchange.operand);
        stored.or(swapped).and_then(Num::value)
    }

    /// How many loops are around both of two accesses.
    fn shared_loops(&self, other: &SymbolicAccess<'_>) -> usize {
        self.iterations.iter().zip(&other.iterations).take_while(|(x, y)| x.0 == y.0).count()
    }
}

/// Whether any two meeting accesses of two blocks are both between a taking of one lock and its release. Then they are ordered.
pub(crate) fn hold_one_lock<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    pair: [&SymbolicAccess<'k>; 2],
    other: &mut Substitution,
) -> bool {
    let mut tried: Vec<usize> = Vec::new();
    for access in accesses.iter().filter(|access| access.takes_lock().is_some()) {
        let needs_no_token = machine.setup.has(Flaw::LockNeedsNoToken);
        let behind = |later: &&SymbolicAccess<'k>| {
            access.position < later.position && (needs_no_token || order.coverage(access.op, later.op).latest)
        };
        if tried.contains(&access.position) || !pair.iter().all(behind) {
            continue;
        }
        tried.push(access.position);
        if let Some(lock) = find_lock(machine, accesses, access)
            && is_taken_once(machine, &lock)
            && is_held_by_both(machine, accesses, order, race, &lock, pair, other)
        {
            return true;
        }
    }
    false
}

/// The lock of an operation.
fn find_lock<'a, 'k>(
    machine: &Machine<'k>,
    accesses: &'a [SymbolicAccess<'k>],
    access: &SymbolicAccess<'k>,
) -> Option<Lock<'a, 'k>> {
    let (free, taken) = access.takes_lock()?;
    let runs: Vec<_> = accesses.iter().filter(|run| run.op.id == access.op.id).collect();
    if runs.iter().any(|run| run.takes_lock() != Some((free, taken))) {
        return None;
    }
    let inner = access.iterations.len();
    let mut written = Some(vec![taken]);
    let mut loops = None;
    for write in accesses.iter().filter(|write| write.manner.writes && write.op.id != access.op.id) {
        if runs.iter().any(|run| may_alias(machine, write, run)) {
            if write.manner.releases() && write.position > access.position {
                loops = loops.or(Some(write.iterations.len()));
            }
            let number = write.writes_constant().filter(|_| write.bytes == access.bytes);
            written = written.zip(number).map(|(all, one)| [all, vec![one]].concat());
        }
    }
    let loops = loops.unwrap_or(inner.saturating_sub(1));
    (loops == inner || loops + 1 == inner).then_some(Lock { runs, loops, free, taken, written })
}

/// Whether a turn that has taken the lock takes it in no later round.
fn is_taken_once<'k>(machine: &mut Machine<'k>, lock: &Lock<'_, 'k>) -> bool {
    let rounds = machine.recorder.rounds.clone();
    lock.runs.iter().filter(|run| run.iterations.len() > lock.loops).all(|run| {
        let found = may_find(machine, lock, run);
        let held = is_held(lock, run).and(&found);
        let same = |round: &&Round| !run.iterations.is_empty() && round.iterations == run.iterations;
        let mut same = rounds.iter().filter(same);
        same.all(|round| machine.solver.excludes(&held.and(&round.path), Purpose::Requirement))
    })
}

/// The condition under which the latest effective execution of an operation precedes another access of its block and
/// turn: equal iterations of all common loops and of the turn.
fn comes_before(
    machine: &Machine<'_>,
    lock: &Lock<'_, '_>,
    run: &SymbolicAccess<'_>,
    later: &SymbolicAccess<'_>,
) -> Truth {
    let first = run.position < later.position;
    if machine.setup.has(Flaw::TurnsAreOne) {
        return Truth::constant(first);
    }
    let shared = run.shared_loops(later);
    let rounds = run.iterations.iter().zip(&later.iterations).take(shared);
    let first = Truth::constant(first && shared >= lock.loops);
    rounds.fold(first, |all, ((_, own), (_, other))| all.and(&own.equals(other)))
}

/// Whether both blocks hold the lock at the race, with a handover between them.
fn is_held_by_both<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    lock: &Lock<'_, 'k>,
    pair: [&SymbolicAccess<'k>; 2],
    other: &mut Substitution,
) -> bool {
    let [own, copy] = pair;
    let moved: Vec<_> = lock.runs.iter().map(|run| instantiate(run, other)).collect();
    let mut race = *race;
    for run in lock.runs.iter().copied().chain(&moved) {
        race = race.and(&run.when.implies(&may_find(machine, lock, run)));
    }
    let holds = |machine: &Machine<'k>, run: &SymbolicAccess<'k>, later: &SymbolicAccess<'k>| {
        is_held(lock, run).and(&comes_before(machine, lock, run, later))
    };
    let any = lock.runs.iter().fold(Truth::constant(false), |any, run| any.or(&holds(machine, run, own)));
    if !holds_where_racing(machine, &race, &any) {
        return false;
    }
    for run in &lock.runs {
        let here = race.and(&holds(machine, run, own));
        let mut both = Truth::constant(false);
        for their in &moved {
            let place = bytes_overlap(machine, (&run.pointer, run.bytes), (&their.pointer, their.bytes));
            let one = if machine.setup.has(Flaw::AllLocksAreOne) { Truth::constant(true) } else { place };
            both = both.or(&holds(machine, their, copy).and(&one));
        }
        if !(holds_where_racing(machine, &here, &both)
            && acquires_in_turn(machine, accesses, order, &here, lock, run, pair))
        {
            return false;
        }
    }
    true
}

/// Whether the only other write to a run's place is one release by the holder, behind the accesses.
fn acquires_in_turn<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    lock: &Lock<'_, 'k>,
    taken: &SymbolicAccess<'k>,
    pair: [&SymbolicAccess<'k>; 2],
) -> bool {
    let mut third = fresh_instance(machine, &[]);
    let own: Vec<_> = lock.runs.iter().map(|run| instantiate(run, &mut third)).collect();
    let mut release: Option<usize> = None;
    for write in accesses.iter().filter(|access| access.manner.writes) {
        if write.op.id == taken.op.id || !may_alias(machine, write, taken) {
            continue;
        }
        let writer = instantiate(write, &mut third);
        let overlap = bytes_overlap(machine, (&writer.pointer, writer.bytes), (&taken.pointer, taken.bytes));
        let mut here = race.and(&writer.when).and(&overlap);
        let mut is_mine = Truth::constant(false);
        for run in &own {
            here = here.and(&run.when.implies(&may_find(machine, lock, run)));
            let place = bytes_overlap(machine, (&run.pointer, run.bytes), (&taken.pointer, taken.bytes));
            is_mine =
                is_mine.or(&is_held(lock, run).and(&comes_before(machine, lock, run, &writer)).and(&place));
        }
        if machine.solver.excludes(&here, Purpose::Reachability) {
            continue;
        }
        let is_only = release.is_none_or(|position| position == write.position);
        let is_release = is_only && gives_back(machine, order, lock, taken, write, pair);
        let by_holder = |machine: &mut Machine<'k>| {
            machine.setup.has(Flaw::AnyoneGivesBack) || holds_where_racing(machine, &here, &is_mine)
        };
        if is_release && by_holder(machine) {
            release = Some(write.position);
        } else if !machine.solver.excludes(&here, Purpose::Requirement) {
            return false;
        }
    }
    true
}

/// Whether a write returns a lock: a release, at most once in a turn that has taken the lock, which waits for the taking
/// and the accesses.
fn gives_back<'k>(
    machine: &Machine<'k>,
    order: &TokenOrder<'k>,
    lock: &Lock<'_, 'k>,
    taken: &SymbolicAccess<'k>,
    write: &SymbolicAccess<'k>,
    pair: [&SymbolicAccess<'k>; 2],
) -> bool {
    // A turn has one iteration of these loops. Behind the first of two lanes others may take the lock, and the second
    // lets in one more.
    let in_one_round = write.iterations.len() == lock.loops && taken.shared_loops(write) == lock.loops
        || machine.setup.has(Flaw::TurnsAreOne);
    let once = in_one_round && write.is_of_one_element || machine.setup.has(Flaw::GivenBackOften);
    let before = |access: &&SymbolicAccess<'k>| {
        let coverage = order.coverage(access.op, write.op);
        let is_waited_for = coverage.latest && coverage.earlier || machine.setup.has(Flaw::GivenBackTooSoon);
        is_waited_for && access.position < write.position
    };
    let releases = write.manner.releases() || machine.setup.has(Flaw::GivenBackQuietly);
    once && releases
        && write.manner.reaches_other_blocks()
        && write.bytes == taken.bytes
        && taken.position < write.position
        && order.coverage(taken.op, write.op).latest
        && pair.iter().all(before)
}

/// Whether a run has given its block the lock.
fn is_held(lock: &Lock<'_, '_>, run: &SymbolicAccess<'_>) -> Truth {
    let Some(exchange) = &run.exchange else { return Truth::constant(false) };
    let takes = match lock.free {
        Some(free) => exchange.found.equals(&Num::constant(free)),
        None => exchange.found.equals(&Num::constant(lock.taken)).not(),
    };
    run.when.and(&takes)
}

/// The numbers that a run may find: the contract's launch contents, or a written value.
fn may_find<'k>(machine: &Machine<'k>, lock: &Lock<'_, 'k>, run: &SymbolicAccess<'k>) -> Truth {
    let (Some(exchange), Some(written)) = (&run.exchange, &lock.written) else {
        return Truth::constant(true);
    };
    let Some((first, initial)) = find_initial_value(machine, run, exchange.bits) else {
        return Truth::constant(true);
    };
    let of_launch = initial.and(&exchange.found.equals(&first));
    let of_write = |any: Truth, number: &i128| any.or(&exchange.found.equals(&Num::constant(*number)));
    written.iter().fold(of_launch, of_write)
}
