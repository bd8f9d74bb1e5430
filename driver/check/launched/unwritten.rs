//! Updates of memory that nobody has written: the launch passes an array as `empty` made it, and an atomic update reads it. In the
//! language the sum is undetermined and no launch is undefined by it, but nobody means it.

use spec::origins::Origins;
use spec::rules::Rule;
use spec::syntax::attributes::Rmw;
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::launch::Argument;
use spec::syntax::op::Op;

use super::made::Made;
use crate::check::report::{KernelReport, LikelyBug, Verdict};

/// The report with the first update of an unwritten array, if the kernel itself stores nothing there.
pub(super) fn find_update(kernel: &Kernel, made: &Made, mut report: KernelReport) -> KernelReport {
    if !matches!(report.verdict, Verdict::Proved | Verdict::Unknown) || report.likely_bug.is_some() {
        return report;
    }
    let origins = Origins::new(kernel);
    let unwritten = |at: &usize| match made.launch.arguments.get(*at) {
        Some(Argument::Pointer { buffer, .. }) => {
            made.launch.buffers.get(*buffer).is_some_and(|buffer| buffer.uninit)
        }
        Some(Argument::Scalar(_)) | None => false,
    };
    let stores = [Op::StorePtrTko, Op::StoreViewTko];
    let stored = |at: usize| {
        let mut stores = kernel.operations().filter(|op| stores.contains(&op.op));
        stores.any(|op| origins.accessed_by(op).contains(&at))
    };
    let found = kernel.operations().filter(|op| adds_to_memory(op)).find_map(|op| {
        let target = origins.accessed_by(op).into_iter().filter(unwritten).find(|at| !stored(*at))?;
        Some((op, target))
    });
    let Some((op, target)) = found else { return report };
    let name = report.signature.name(target).to_owned();
    report.likely_bug = Some(Box::new(LikelyBug {
        example: None,
        rule: Some(Rule::UndeterminedStored),
        place: Some(op.at.clone()),
        why: format!(
            "the launch passes `{name}` empty: the update reads elements that nobody has written. Pass zeros"
        ),
        clears: Vec::new(),
    }));
    report
}

/// Whether an operation makes a new element of an old one.
fn adds_to_memory(op: &Operation) -> bool {
    let is_update = [Op::AtomicRmwTko, Op::AtomicRedViewTko].contains(&op.op);
    is_update && op.attributes.rmw != Some(Rmw::Xchg)
}
