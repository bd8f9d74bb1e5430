//! The surroundings of a launch, which no single launch shows: earlier and later launches (semantics D.9, RACE-6), and second
//! addresses of one memory (RACE-7).

use crate::syntax::kernel::Kernel;
use crate::syntax::op::Op;

/// The trusted facts about the surroundings, for a kernel that waits for earlier launches, starts later ones, or orders
/// accesses through two addresses of one memory.
pub fn trusted(kernel: &Kernel) -> Vec<String> {
    let has = |op: Op| kernel.operations().any(|one| one.op == op);
    let before = "earlier launches have finished their writes when gdc_wait_tko returns, and conflict with no access \
                  that does not wait for it";
    let behind = "in later launches, every access that conflicts with this launch waits for gdc_wait_tko";
    let apart = "different addresses are different memory: no byte of an array is mapped at a second address";
    let lines =
        [(Op::GdcWaitTko, before), (Op::GdcLaunchDependentsTko, behind), (Op::MemoryFenceAliasTko, apart)];
    lines.into_iter().filter(|(op, _)| has(*op)).map(|(_, line)| line.to_owned()).collect()
}
