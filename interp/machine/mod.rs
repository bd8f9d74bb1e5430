//! The machine: prepares a launch and runs its blocks in turn, operation by operation.
//!
//! 1. `outcome`: the options of a run, and its end.
//! 2. `state`: values, arrays and counters of a run.
//! 3. `launch`, `block_order`: arguments bound to parameters, and blocks put in order.
//! 4. `step`, `control`, `flow`: one operation, and the choice of the next.
//! 5. `violation`: the errors of a run, with block and place.
//! 6. `run`: whole launches; `slice`: the numbers of a run that no rule depends on.

pub(crate) mod block_order;
pub(crate) mod control;
pub(crate) mod flow;
pub(crate) mod launch;
pub(crate) mod outcome;
pub(crate) mod repetition;
pub(crate) mod run;
pub(crate) mod slice;
pub(crate) mod state;
pub(crate) mod step;
pub(crate) mod violation;
