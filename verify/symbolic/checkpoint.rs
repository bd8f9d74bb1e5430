//! Passes over a part of a kernel: where one begins, and what is left of it when it ends.

use std::collections::HashMap;

use spec::syntax::kernel::ValueId;

use crate::symbolic::machine::{Machine, Memo, Mode, Val};
use crate::terms::Truth;

/// Where a pass began that is to leave no trace.
pub(crate) struct Checkpoint<'k> {
    mode: Mode,
    path: Truth,
    env: HashMap<ValueId, Val<'k>>,
    memo: Memo<'k>,
    loads: usize,
    written: usize,
    floats: usize,
    facts: (usize, u64),
}

impl Checkpoint<'_> {
    /// Whether it is a check that goes on behind the pass.
    pub(crate) fn is_check(&self) -> bool {
        self.mode == Mode::Check
    }
}

impl<'k> Machine<'k> {
    /// Begins a pass that is to leave no trace.
    pub(crate) fn begin(&mut self, mode: Mode) -> Checkpoint<'k> {
        let checkpoint = Checkpoint {
            mode: self.mode,
            path: self.path.clone(),
            env: self.env.clone(),
            memo: self.memo.clone(),
            loads: self.loads.len(),
            written: self.written.len(),
            floats: self.floats.len(),
            facts: self.solver.mark(),
        };
        // Inside a guess everything is a guess.
        self.mode = if self.mode == Mode::Guess { Mode::Guess } else { mode };
        checkpoint
    }

    /// Ends it: what was believed in it is forgotten.
    pub(crate) fn end(&mut self, checkpoint: Checkpoint<'k>) {
        self.mode = checkpoint.mode;
        self.path = checkpoint.path;
        self.env = checkpoint.env;
        self.memo = checkpoint.memo;
        self.loads.truncate(checkpoint.loads);
        self.written.truncate(checkpoint.written);
        self.floats.truncate(checkpoint.floats);
        self.solver.forget(checkpoint.facts);
    }

    /// Ends a pass whose results count: what it records and believes is kept, and only where control is goes back.
    pub(crate) fn keep_pass(&mut self, checkpoint: Checkpoint<'k>) {
        self.mode = checkpoint.mode;
        self.path = checkpoint.path;
        self.env = checkpoint.env;
    }
}
