//! Records for later questions: accesses and choices that may order blocks, and the ends of loops.

use spec::domain::{Bool as _, Int as _};
use spec::syntax::kernel::Operation;
use spec::syntax::types::Type;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::symbolic::exit::{Exit, ExitKind};
use crate::symbolic::machine::Machine;
use crate::symbolic::recorder::endings::LoopMark;
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth};
use crate::values::access::{Choice, Exchange, Fork, IteratedLoop, LoopCounter, SymbolicAccess};
use crate::values::element::Value;
use crate::values::tile::Tile;

/// The most choices that are told apart: each doubles the parts of token order.
const FORKS: usize = 6;

/// Keeps a choice between tokens.
pub(crate) fn record_fork<'k>(machine: &mut Machine<'k>, op: &'k Operation, choice: Choice) {
    let chooses = op.results.iter().any(|result| *machine.kernel.ty(*result) == Type::Token);
    let once = machine.state.iterations.is_empty() || machine.setup.has(Flaw::ForkInLoop);
    if machine.state.mode == Mode::Record && once && chooses && machine.recorder.forks.len() < FORKS {
        let path = machine.state.path;
        let is_wrong = machine.setup.has(Flaw::LoopIterates) && matches!(choice, Choice::Iterates(..));
        let choice = if is_wrong { Choice::Holds(Truth::constant(true)) } else { choice };
        machine.recorder.forks.push(Fork { op, path, choice });
    }
}

/// Keeps the value of the latest access, if it may decide a happens-before order.
pub(crate) fn record_value<'k>(machine: &mut Machine<'k>, op: &'k Operation, value: &Tile<'k>) {
    if machine.state.mode != Mode::Record || !machine.synchronizes {
        return;
    }
    let lane = machine.lane(&value.ty.shape, 0);
    let strong = |access: &SymbolicAccess<'k>| access.op.id == op.id && access.manner.is_strong();
    if !machine.recorder.accesses.last().is_some_and(strong) {
        return;
    }
    let number = match machine.at(value, &lane).value {
        Value::Int(int) if int.bits() > 1 => Some(int.signed()),
        Value::Int(_) | Value::Float(_) | Value::Pointer(_) => None,
    };
    if let Some(access) = machine.recorder.accesses.last_mut() {
        access.value = number;
    }
}

/// Keeps the effect of the latest access, if it may order blocks.
pub(crate) fn record_exchange<'k>(
    machine: &mut Machine<'k>,
    found: &Tile<'k>,
    operand: &Tile<'k>,
    desired: Option<&Tile<'k>>,
) {
    let one = found.ty.shape.iter().all(|extent| *extent == 1);
    if machine.state.mode != Mode::Record || !one {
        return;
    }
    let lane = machine.lane(&found.ty.shape, 0);
    let mut number = |tile: &Tile<'k>| match machine.at(tile, &lane).value {
        Value::Int(int) if int.bits() > 1 => Some((int.bits(), int.signed())),
        Value::Int(_) | Value::Float(_) | Value::Pointer(_) => None,
    };
    let (Some((bits, found)), Some((_, operand))) = (number(found), number(operand)) else { return };
    let desired = desired.and_then(number).map(|(_, desired)| desired);
    // An array of the block is another one in every block.
    let private = |which: &usize| machine.setup.allocations[*which].private;
    if let Some(access) =
        machine.recorder.accesses.last_mut().filter(|access| !access.pointer.may.iter().any(private))
    {
        access.exchange = Some(Exchange { found, operand, desired, bits });
        let access = access.clone();
        machine.tell(|observer, machine| observer.exchange(machine, &access));
    }
}

/// Records a fact about every terminating run of a block.
pub(crate) fn record_landing(machine: &mut Machine<'_>, holds: &Truth) {
    if machine.state.mode == Mode::Record
        && let Some(endings) = &mut machine.recorder.endings
    {
        endings.landings.push(*holds);
    }
}

/// Records a loop after the run of its body, with the exits that lead to no further iteration. Says whether an iteration
/// may return.
pub(crate) fn record_loop<'k>(
    machine: &mut Machine<'k>,
    mark: LoopMark,
    number: Num,
    counter: Option<LoopCounter>,
    exits: &[Exit<'k>],
) -> bool {
    if machine.state.mode != Mode::Record || machine.recorder.endings.is_none() {
        return true;
    }
    let leaves = exits.iter().filter(|exit| counter.is_none() || exit.kind == ExitKind::Return);
    let paths: Vec<Truth> = leaves.map(|exit| exit.path).collect();
    let some = paths.iter().fold(Truth::constant(false), |any, path| any.or(path));
    let may_be_left = !machine.solver.excludes(&some, Purpose::Requirement);
    let LoopMark { variables, bools } = mark;
    if let Some(endings) = &mut machine.recorder.endings {
        endings.loops.push(IteratedLoop { number, counter, variables, bools, may_be_left });
    }
    may_be_left
}

/// Shows the observers an arbitrary iteration of a `loop`.
pub(crate) fn record_iteration<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    number: &Num,
    heads: &[Val<'k>],
    exits: &[Exit<'k>],
) {
    if machine.state.mode == Mode::Record {
        machine.tell(|observer, machine| observer.iterate(machine, op, number, heads, exits));
    }
}
