//! Concurrent earlier and later launches (semantics D.9, RACE-6), which no single launch shows.

use crate::syntax::kernel::Kernel;
use crate::syntax::op::Op;

/// The trusted facts about other launches, for a kernel that waits for earlier launches or starts later ones.
pub fn trusted(kernel: &Kernel) -> Vec<String> {
    let has = |op: Op| kernel.operations().any(|one| one.op == op);
    let before = "earlier launches have finished their writes when gdc_wait_tko returns, and conflict with no access \
                  that does not wait for it";
    let behind = "in later launches, every access that conflicts with this launch waits for gdc_wait_tko";
    let lines = [(Op::GdcWaitTko, before), (Op::GdcLaunchDependentsTko, behind)];
    lines.into_iter().filter(|(op, _)| has(*op)).map(|(_, line)| line.to_owned()).collect()
}
