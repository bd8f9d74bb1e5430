//! Memory of a launch beyond the passed arrays: the rest of the memory that a view is a part of, and addresses that are passed as numbers.
//! Reads of either are defined on a GPU if memory lies there.

use std::sync::Arc;

use spec::rules::Rule;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Argument;
use spec::syntax::op::Op;
use spec::syntax::pointer_origins::{Origins, Region};
use spec::valid::Valid;

use super::made::Made;
use super::overlapping::find_violation;
use crate::check::report::{Finding, KernelReport, Status, Verdict};
use crate::signature::Signature;

/// The launch with the memory behind the views that the kernel only reads. `None` if a run of the launch with all memory around the
/// views breaks a rule.
pub(super) fn widen(kernel: &Arc<Kernel>, made: &Made, report: &KernelReport) -> Option<Made> {
    let is_outside =
        |one: &Finding| one.rule == Rule::MemoryBounds && matches!(one.status, Status::Refuted(_));
    let whole = made.with_memory_around(kernel, true)?;
    let kept = Valid::new(kernel.clone()).ok()?;
    let is_inside = report.obligations.iter().any(is_outside) && find_violation(&kept, &whole).is_none();
    is_inside.then(|| made.with_memory_around(kernel, false)).flatten()
}

/// The report of a launch whose violation reads the memory around a view: `wide` is the report for the memory behind views.
pub(super) fn choose(made: &Made, report: KernelReport, wide: KernelReport) -> KernelReport {
    let about = describe_views(made, &report.signature);
    if wide.verdict.is_proof() {
        let notes = [wide.notes, vec![about]].concat();
        return KernelReport { notes, ..wide };
    }
    let is_outside = |one: &Finding| one.rule == Rule::MemoryBounds;
    leave_open(
        report,
        &is_outside,
        &format!("{about}. A proof is about memory from the first element of the view on"),
    )
}

/// The report, in which an access through an address that the launch passes as a number breaks no rule: nobody knows the memory there.
pub(super) fn without_addresses(kernel: &Kernel, report: KernelReport) -> KernelReport {
    if !kernel.operations().any(|op| op.op == Op::IntToPtr) {
        return report;
    }
    let is_elsewhere = |one: &Finding| {
        let Status::Refuted(example) = &one.status else { return false };
        one.rule == Rule::MemoryBounds && example.violation.parameter.is_none()
    };
    let why = "the address is a number that the launch passes, and it lies in no array of the arguments. The memory there is unknown; \
               pass the array itself";
    leave_open(report, &is_elsewhere, why)
}

/// The report with some refuted obligations as unknown.
fn leave_open(mut report: KernelReport, is_open: &dyn Fn(&Finding) -> bool, why: &str) -> KernelReport {
    let refuted = |one: &&mut Finding| matches!(one.status, Status::Refuted(_)) && is_open(one);
    report
        .obligations
        .iter_mut()
        .filter(refuted)
        .for_each(|one| one.status = Status::Unknown(why.to_owned()));
    if report.verdict == Verdict::Undefined && report.counterexamples().is_empty() {
        report.verdict = Verdict::Unknown;
    }
    report
}

/// The views among the arguments, with the sizes of their memory.
fn describe_views(made: &Made, signature: &Signature) -> String {
    let view = |(at, argument): (usize, &Argument)| {
        let Argument::Pointer { buffer, .. } = argument else { return None };
        let (before, behind) = made.around.get(*buffer).copied().filter(|around| *around != (0, 0))?;
        let parameter = signature.0.get(at)?;
        let bytes = made.launch.buffers.get(*buffer)?.bytes;
        let count = |bytes: u64| parameter.pointee().map_or(bytes, |element| element.count_in(bytes));
        let (all, first) = (count(before + bytes + behind), count(before));
        Some(format!(
            "`{}` is a view: its storage has {all} elements, {first} of them before the view",
            parameter.name
        ))
    };
    made.launch.arguments.iter().enumerate().filter_map(view).collect::<Vec<_>>().join("; ")
}

impl Made {
    /// The launch with the memory behind each view that the kernel only reads, and before; `None` without such views.
    fn with_memory_around(&self, kernel: &Kernel, with_before: bool) -> Option<Made> {
        let origins = Origins::new(kernel);
        if origins.written.anywhere {
            return None;
        }
        let mut wide = self.clone();
        let mut is_wider = false;
        for (at, argument) in wide.launch.arguments.iter_mut().enumerate() {
            let Argument::Pointer { buffer, offset } = argument else { continue };
            let is_written = origins.written.regions.contains(&Region::At(at));
            let (Some((before, behind)), Some(memory)) =
                (self.around.get(*buffer).copied(), wide.launch.buffers.get_mut(*buffer))
            else {
                continue;
            };
            if is_written || (before, behind) == (0, 0) {
                continue;
            }
            let before = if with_before { before } else { 0 };
            memory.bytes += before + behind;
            // The elements around the view are unknown.
            memory.contents.clear();
            wide.seen[*buffer] = false;
            wide.addresses[*buffer] -= before;
            memory.alignment = super::made::alignment(wide.addresses[*buffer]);
            *offset = before;
            is_wider = true;
        }
        is_wider.then_some(wide)
    }
}
