//! Launches before and behind this one that run beside it (semantics D.9, RACE-6): what nobody can see in one launch alone.

use crate::syntax::kernel::Kernel;
use crate::syntax::op::Op;

/// What is trusted of the other launches by a kernel that waits for those before it, or lets those behind it begin.
pub fn trusted(kernel: &Kernel) -> Vec<String> {
    let has = |op: Op| kernel.operations().any(|one| one.op == op);
    let before = "launches before this one have finished what they write where gdc_wait_tko is waited for, \
                  and conflict with nothing that does not wait for it";
    let behind = "in launches behind this one, what conflicts with this one waits for gdc_wait_tko";
    let lines = [(Op::GdcWaitTko, before), (Op::GdcLaunchDependentsTko, behind)];
    lines.into_iter().filter(|(op, _)| has(*op)).map(|(_, line)| line.to_owned()).collect()
}
