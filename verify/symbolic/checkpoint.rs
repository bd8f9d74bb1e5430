//! Checkpoints of the state: a discarded pass returns to its checkpoint.

use crate::symbolic::machine::Machine;
use crate::symbolic::recorder::Lengths;
use crate::symbolic::state::{Mode, State};

/// The start of a pass that leaves no trace.
pub(crate) struct Checkpoint<'k> {
    /// Without the elements evaluated before.
    state: State<'k>,
    memo: usize,
    records: Lengths,
    facts: (usize, u64),
}

impl Checkpoint<'_> {
    /// Whether the pass is a check that continues afterwards.
    pub(crate) fn is_check(&self) -> bool {
        self.state.mode == Mode::Check
    }
}

/// Begins a pass that is to leave no trace.
pub(crate) fn begin_pass<'k>(machine: &mut Machine<'k>, mode: Mode) -> Checkpoint<'k> {
    let memo = std::mem::take(&mut machine.state.memo);
    let state = machine.state.clone();
    machine.state.memo = memo;
    let checkpoint = Checkpoint {
        state,
        memo: machine.state.memo.mark(),
        records: machine.recorder.lengths(),
        facts: machine.solver.mark(),
    };
    // Inside a proposal every pass is a proposal.
    machine.state.mode = if machine.state.mode == Mode::Propose { Mode::Propose } else { mode };
    checkpoint
}

/// Ends the pass, and forgets its facts.
pub(crate) fn discard_pass<'k>(machine: &mut Machine<'k>, checkpoint: Checkpoint<'k>) {
    let mut memo = std::mem::take(&mut machine.state.memo);
    memo.undo(checkpoint.memo);
    machine.state = checkpoint.state;
    machine.state.memo = memo;
    machine.recorder.truncate(checkpoint.records);
    machine.solver.forget(checkpoint.facts);
}

/// Ends a pass with valid results: records and facts stay, and only the control state returns.
pub(crate) fn keep_pass<'k>(machine: &mut Machine<'k>, checkpoint: Checkpoint<'k>) {
    machine.state.go_back(checkpoint.state);
}
