//! Passes over the body of a loop, from a head at which the invariants are assumed.

use spec::syntax::kernel::Operation;

use crate::loops::invariant::{Body, LoopInvariants, Watermark};
use crate::loops::loop_header::{LoopHeader, build_header};
use crate::symbolic::checkpoint::{Checkpoint, begin_pass, discard_pass};
use crate::symbolic::exit::{Exit, ExitKind};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::{Iteration, Mode};
use crate::terms::{Num, bool_watermark, watermark};

/// Runs the body from a head with the known invariants, inspects the result, and discards the run.
pub(crate) fn run_discarded<'k, R>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    mode: Mode,
    body: &mut Body<'k, '_>,
    look: impl FnOnce(&mut Machine<'k>, &LoopHeader<'k>, &[Exit<'k>], Watermark<'_>) -> R,
) -> R {
    let (before, result, _) = run_pass(machine, known, mode, body, look);
    discard_pass(machine, before);
    result
}

/// Runs the body without ending the pass: returns its start, the result, and the exits that lead to no further
/// iteration.
pub(crate) fn run_pass<'k, R>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    mode: Mode,
    body: &mut Body<'k, '_>,
    look: impl FnOnce(&mut Machine<'k>, &LoopHeader<'k>, &[Exit<'k>], Watermark<'_>) -> R,
) -> (Checkpoint<'k>, R, Vec<Exit<'k>>) {
    let before = begin_pass(machine, mode);
    let iteration = &known.around.iteration;
    let mark = Watermark { nums: watermark(), bools: bool_watermark(), iteration };
    let here = spec::domain::Bool::and(&machine.state.path, &known.around.enter);
    let head = build_header(machine, known, &known.around.iteration.count(), &here);
    machine.state.path = spec::domain::Bool::and(&here, &head.facts);
    let exits = body(machine, &head.values);
    let (exits, left): (Vec<_>, Vec<_>) = exits.into_iter().partition(|exit| exit.kind == ExitKind::Continue);
    let result = look(machine, &head, &exits, mark);
    (before, result, left)
}

/// Runs something as an iteration of a loop.
pub(crate) fn run_iteration<'k, R>(
    machine: &mut Machine<'k>,
    owner: &'k Operation,
    number: &Num,
    run: impl FnOnce(&mut Machine<'k>) -> R,
) -> R {
    machine.state.iterations.push(Iteration { owner, number: *number });
    let result = run(machine);
    machine.state.iterations.pop();
    result
}
