//! Atomic updates of arrays that launches pass as `empty` made them: an update reads elements that nobody has written. In the language the
//! sum is undetermined and no launch is undefined by it, but nobody means it.

use spec::memory::access::Access;
use spec::origins::Origins;
use spec::rules::Rule;
use spec::syntax::attributes::Rmw;
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;

use crate::check::infer::Definitions;
use crate::check::report::{KernelReport, LikelyBug, Verdict};

/// The operations that write without a read.
const STORES: [Op; 2] = [Op::StorePtrTko, Op::StoreViewTko];

/// The report with the first update of an empty array to which the kernel stores nothing.
pub(in crate::check) fn find_update(
    kernel: &Kernel,
    is_empty: &dyn Fn(usize) -> bool,
    mut report: KernelReport,
) -> KernelReport {
    let is_open = matches!(report.verdict, Verdict::Proved | Verdict::Conditional | Verdict::Unknown);
    if !is_open || report.likely_bug.is_some() {
        return report;
    }
    let origins = Origins::new(kernel);
    let found = kernel.operations().filter(|op| adds_to_memory(op)).find_map(|op| {
        let targets = origins.accessed_by(op).into_iter().filter(|at| is_empty(*at));
        Some((op, targets.into_iter().find(|at| !is_stored(kernel, &origins, *at))?))
    });
    let Some((op, target)) = found else { return report };
    let name = report.signature.name(target).to_owned();
    report.likely_bug = Some(Box::new(LikelyBug {
        example: None,
        rule: Some(Rule::UndeterminedStored),
        place: Some(op.at.clone()),
        why: format!("the launch passes `{name}` empty: the update reads elements that nobody has written"),
        clears: Vec::new(),
    }));
    report
}

/// Whether an operation makes a new element of an old one.
fn adds_to_memory(op: &Operation) -> bool {
    let is_update = [Op::AtomicRmwTko, Op::AtomicRedViewTko].contains(&op.op);
    is_update && op.attributes.rmw != Some(Rmw::Xchg)
}

/// Whether a store may write memory of a parameter.
pub(in crate::check) fn is_stored(kernel: &Kernel, origins: &Origins, at: usize) -> bool {
    kernel.operations().filter(|op| STORES.contains(&op.op)).any(|op| origins.accessed_by(op).contains(&at))
}

/// Whether numbers from memory decide where the kernel writes to memory of a parameter, as for slots of a cache: other launches may write the
/// rest.
pub(in crate::check) fn is_scattered(kernel: &Kernel, origins: &Origins, at: usize) -> bool {
    let writes =
        |op: &Operation, access: &Access<'_>| access.manner.writes && origins.accessed_by(op).contains(&at);
    !Definitions::new(kernel).indexing(origins, writes).is_empty()
}
