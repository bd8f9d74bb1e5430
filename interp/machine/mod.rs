//! The machine: a launch made ready, and its blocks run one after the other, operation by operation.
//!
//! 1. `outcome`: what a run is given beside its launch, and how it ends.
//! 2. `state`: values, arrays and counters of a run.
//! 3. `launch`, `block_order`: arguments bound to parameters, and blocks put in order.
//! 4. `step`, `control`, `flow`: one operation, and which one is next.
//! 5. `violation`: what stops a run, with who and where.
//! 6. `run`: whole launches; `slice`: what of one decides nothing.

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
