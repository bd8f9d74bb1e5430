//! Checkpoints of the state: where a pass that is discarded goes back to.

use crate::symbolic::machine::Machine;
use crate::symbolic::recorder::Lengths;
use crate::symbolic::state::{Mode, State};

/// Where a pass began that is to leave no trace.
pub(crate) struct Checkpoint<'k> {
    state: State<'k>,
    records: Lengths,
    facts: (usize, u64),
}

impl Checkpoint<'_> {
    /// Whether it is a check that goes on behind the pass.
    pub(crate) fn is_check(&self) -> bool {
        self.state.mode == Mode::Check
    }
}

/// Begins a pass that is to leave no trace.
pub(crate) fn begin_pass<'k>(machine: &mut Machine<'k>, mode: Mode) -> Checkpoint<'k> {
    let checkpoint = Checkpoint {
        state: machine.state.clone(),
        records: machine.recorder.lengths(),
        facts: machine.solver.mark(),
    };
    // Inside a proposal everything is one.
    machine.state.mode = if machine.state.mode == Mode::Propose { Mode::Propose } else { mode };
    checkpoint
}

/// Ends the pass, and forgets its facts.
pub(crate) fn discard_pass<'k>(machine: &mut Machine<'k>, checkpoint: Checkpoint<'k>) {
    machine.state = checkpoint.state;
    machine.recorder.truncate(checkpoint.records);
    machine.solver.forget(checkpoint.facts);
}

/// Ends a pass whose results count: what it records and believes is kept, and only where control is goes back.
pub(crate) fn keep_pass<'k>(machine: &mut Machine<'k>, checkpoint: Checkpoint<'k>) {
    machine.state.go_back(checkpoint.state);
}
