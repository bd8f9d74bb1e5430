//! Records of symbolic execution for properties: the positions of loops, and facts about terminating runs.
//!
//! A path condition behind a loop speaks of values that the last iteration has, and one at the head of an iteration has the loop's
//! invariants in it. Both hold for every terminating run that comes there: such a fact is a landing. Landings are no facts of the
//! solver, since undefined behavior is looked for in runs that do not end, too.

use spec::domain::Bool as _;

use crate::budget::policy::Purpose;
use crate::symbolic::exit::{Exit, ExitKind};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Mode;
use crate::terms::{Num, Truth, bool_watermark, watermark};
use crate::values::access::{IteratedLoop, LoopCounter};

/// The start of a loop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoopMark {
    variables: u32,
    bools: u32,
}

impl LoopMark {
    /// In front of the first variable of a loop.
    pub(crate) fn here() -> Self {
        LoopMark { variables: watermark(), bools: bool_watermark() }
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
