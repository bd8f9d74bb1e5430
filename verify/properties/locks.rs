//! Loops that wait for a lock: a block goes round until an exchange has given it the lock. Such a loop ends, in a launch whose
//! started blocks continue, if every taker of the lock returns it.
//!
//! Let every loop without another termination proof only try to take a lock, and continue only without the lock. Let every path
//! behind such a loop write to the lock's place that the lock is free, before the block waits again or ends. Let all writes to the
//! place be either a taking, by such a loop alone, or a release; and let the place be free at launch. Then every started block
//! ends:
//!
//! Suppose some block never ends. All its other loops end, so the block iterates in one of these forever. Each block leaves
//! such loops finitely often, because the loops around them end, so the places have finitely many writes. The last write to
//! the awaited place is not a taking. The taker has started and does not wait, so it continues and writes a release. The
//! release is later in the order of all writes, because a token leads from the taking to the release. So the last write is a
//! release, or there is none and the place is free since launch. From then on, every try that sees this takes the lock. What
//! is written is seen after finite time; the block tries for ever, so it takes the lock, and leaves. Contradiction.
//!
//! The proof assumes that a started block continues, independent of the others, and that writes are seen eventually. The proof does
//! not assume that blocks are resident together: a waiting block waits for a started block.

use spec::domain::{Bool as _, Number};
use spec::memory::strength::Manner;
use spec::syntax::attributes::Scope;
use spec::syntax::kernel::{Block, OpId, Operation};
use spec::syntax::op::Op;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::race::overlap::may_alias;
use crate::race::tickets::find_initial_value;
use crate::race::token_order::TokenOrder;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};
use crate::values::access::{Round, SymbolicAccess};

/// A loop that waits for a lock, and the operation that takes the lock.
#[derive(Clone, Copy)]
struct Wait<'k> {
    around: &'k Operation,
    take: &'k Operation,
}

/// Whether all of these loops wait for locks that are returned.
pub(super) fn wait_for_locks<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    endless: &[&'k Operation],
) -> bool {
    let take = |around: &&'k Operation| find_access(around).map(|take| Wait { around, take });
    let Some(waits) = endless.iter().map(take).collect::<Option<Vec<Wait<'k>>>>() else { return false };
    let order = TokenOrder::new(machine.kernel);
    waits.iter().all(|wait| {
        goes_on_without(machine, accesses, wait)
            && is_free_or_taken(machine, accesses, wait, &waits)
            && gives_back(machine, accesses, &order, wait, endless)
    })
}

/// The only access of a loop without inner loops and without other exits.
pub(super) fn find_access(around: &Operation) -> Option<&Operation> {
    let mut accesses = Vec::new();
    let region = around.regions.first()?;
    let mut open: Vec<&Block> = vec![region];
    while let Some(block) = open.pop() {
        for op in &block.ops {
            if matches!(op.op, Op::Return | Op::For | Op::Loop) {
                return None;
            }
            accesses.extend(Manner::of(op).map(|_| op));
            open.extend(&op.regions);
        }
    }
    let [access] = accesses.as_slice() else { return None };
    Some(*access)
}

/// The condition under which an execution takes the lock.
fn is_taken(run: &SymbolicAccess<'_>) -> Option<Truth> {
    let (free, taken) = run.takes_lock()?;
    Some(is_free(&run.exchange?.found, free, taken))
}

/// Whether a number says that a lock is free.
fn is_free(number: &Num, free: Option<i128>, taken: i128) -> Truth {
    match free {
        Some(free) => number.equals(&Num::constant(free)),
        None => number.equals(&Num::constant(taken)).not(),
    }
}

/// Whether every iteration tries to take the lock, and continues only without the lock.
fn goes_on_without<'k>(machine: &mut Machine<'k>, accesses: &[SymbolicAccess<'k>], wait: &Wait<'k>) -> bool {
    let runs: Vec<_> = accesses.iter().filter(|run| run.op.id == wait.take.id).collect();
    // In scope `system` others than the launch may have the lock.
    if runs.iter().any(|run| run.manner.scope != Some(Scope::Device)) {
        return false;
    }
    let rounds = rounds_of(machine, &runs);
    !runs.is_empty()
        && rounds.iter().all(|round| {
            let Some(run) = runs.iter().find(|run| run.iterations == round.iterations) else { return false };
            let Some(taken) = is_taken(run) else { return false };
            let got = round.path.and(&run.when.not().or(&taken));
            machine.setup.has(Flaw::TryingIsWaiting) || machine.solver.excludes(&got, Purpose::Requirement)
        })
}

/// The ends of iterations of a loop from which control goes on to the next, by runs of an operation in it.
pub(super) fn rounds_of(machine: &Machine<'_>, runs: &[&SymbolicAccess<'_>]) -> Vec<Round> {
    let owner = |iterations: &[(OpId, Num)]| iterations.last().map(|(owner, _)| *owner);
    let of_loop = |round: &&Round| runs.iter().any(|run| owner(&run.iterations) == owner(&round.iterations));
    machine.recorder.rounds.iter().filter(of_loop).cloned().collect()
}

/// Whether a lock is free at launch, and all writes to it are releases, or takings by such waits.
fn is_free_or_taken<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    wait: &Wait<'k>,
    waits: &[Wait<'k>],
) -> bool {
    let runs: Vec<_> = accesses.iter().filter(|run| run.op.id == wait.take.id).collect();
    let is_take = |access: &SymbolicAccess<'k>| waits.iter().any(|other| other.take.id == access.op.id);
    runs.iter().all(|run| {
        let (Some((free, taken)), Some(exchange)) = (run.takes_lock(), &run.exchange) else { return false };
        let mut writes =
            accesses.iter().filter(|write| write.manner.writes && may_alias(machine, write, run));
        let fits = |write: &SymbolicAccess<'k>| {
            let says_free = || {
                let number = write.writes_constant();
                let says = |number| is_free(&Num::constant(number), free, taken).value() == Some(true);
                number.is_some_and(|number| machine.setup.has(Flaw::AnythingIsFree) || says(number))
            };
            let strong = write.manner.is_strong() && write.manner.reaches_other_blocks();
            let one = if is_take(write) { write.takes_lock() == Some((free, taken)) } else { says_free() };
            strong && write.bytes == run.bytes && one
        };
        if !writes.all(fits) {
            return false;
        }
        if machine.setup.has(Flaw::LocksAreFree) {
            return true;
        }
        let Some((first, initial)) = find_initial_value(machine, run, exchange.bits) else { return false };
        let held = run.when.and(&initial).and(&is_free(&first, free, taken).not());
        machine.solver.excludes(&held, Purpose::Requirement)
    })
}

/// Whether behind a loop the block gives the lock back, before anything else that may not end.
fn gives_back<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    wait: &Wait<'k>,
    endless: &[&'k Operation],
) -> bool {
    let kernel = machine.kernel;
    let Some((block, at)) = find_block(&kernel.body, wait.around) else { return false };
    for op in &block.ops[at + 1..] {
        if is_release(machine, accesses, order, wait, op) {
            return true;
        }
        let waits = is_in(op, &|inner| endless.iter().any(|one| one.id == inner.id));
        if waits && !machine.setup.has(Flaw::HoldersMayWait) || may_leave(op, false) {
            return machine.setup.has(Flaw::HoldersMayLeave);
        }
    }
    machine.setup.has(Flaw::HoldersMayLeave)
}

/// Whether an operation writes to the place of a lock, behind the taking and wherever control comes to it. Its written value is a
/// release, like all other written values there.
fn is_release<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    wait: &Wait<'k>,
    op: &'k Operation,
) -> bool {
    let writes = matches!(op.op, Op::StorePtrTko | Op::AtomicRmwTko);
    let pointer = |op: &Operation| op.operands.first().copied();
    let behind = order.coverage(wait.take, op).latest;
    if !writes || pointer(op) != pointer(wait.take) || !behind {
        return false;
    }
    let runs: Vec<_> = accesses.iter().filter(|run| run.op.id == op.id).collect();
    !runs.is_empty()
        && runs.iter().all(|run| {
            let idle = run.path.and(&run.when.not());
            run.writes_constant().is_some() && machine.solver.excludes(&idle, Purpose::Requirement)
        })
}

/// The block that contains an operation, and the position in the block.
fn find_block<'k>(block: &'k Block, of: &Operation) -> Option<(&'k Block, usize)> {
    if let Some(at) = block.ops.iter().position(|op| op.id == of.id) {
        return Some((block, at));
    }
    block.ops.iter().flat_map(|op| &op.regions).find_map(|region| find_block(region, of))
}

/// Whether an operation is of a kind, or contains one.
fn is_in(op: &Operation, wanted: &dyn Fn(&Operation) -> bool) -> bool {
    wanted(op) || op.regions.iter().flat_map(|region| &region.ops).any(|inner| is_in(inner, wanted))
}

/// Whether control may go from an operation to somewhere else than what is behind it.
fn may_leave(op: &Operation, in_loop: bool) -> bool {
    if op.op == Op::Return || matches!(op.op, Op::Break | Op::Continue) && !in_loop {
        return true;
    }
    let inside = in_loop || matches!(op.op, Op::For | Op::Loop);
    op.regions.iter().flat_map(|region| &region.ops).any(|inner| may_leave(inner, inside))
}
