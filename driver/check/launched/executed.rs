//! A launch is one execution, if unknown elements decide nothing. A run of the execution decides the rules that the proof leaves open, as a
//! directed test does (DART: P. Godefroid, N. Klarlund, K. Sen, 2005).
//!
//! Blocks without strong accesses and atomic updates communicate by races alone. If one order of such blocks has no race, each block does the
//! same in every order (S. Adve and M. Hill, "Weak Ordering: A New Definition", 1990).
//!
//! In a first run, all unknown elements are undetermined. They must lead to no address, mask or branch, so every execution of the launch takes
//! the same way. A second run breaks no rule.

use std::sync::Arc;

use interp::Options;
use spec::memory::strength::Manner;
use spec::origins::Origins;
use spec::rules::Rule;
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::launch::Argument;
use spec::syntax::op::Op;
use spec::valid::Valid;

use super::contents::run_to_violation;
use super::made::Made;
use crate::check::replay::{MEMORY, fuel};
use crate::check::report::{KernelReport, Status, Verdict};

/// The most bytes of all arrays of a run.
const MOST: u64 = 1 << 26;

/// The report. Runs of the launch may prove the open obligations.
pub(super) fn decide(kernel: &Arc<Kernel>, made: &Made, mut report: KernelReport) -> KernelReport {
    let is_open = report.verdict == Verdict::Unknown && report.problem.is_none() && !report.ended_early;
    if !is_open
        || made.launch.grid != [1; 3] && has_strong_accesses(kernel)
        || !report.properties.is_empty()
        || report.obligations.is_empty()
    {
        return report;
    }
    let is_left = |status: &Status| matches!(status, Status::Unknown(_));
    let mut open = report.obligations.iter().filter(|one| is_left(&one.status));
    let about = About { is_all_known: made.is_all_read_known(kernel), has_loop: has_loop(kernel) };
    if !open.all(|one| about.decides(one.rule)) || !is_one_execution(kernel, made) {
        return report;
    }
    for one in &mut report.obligations {
        if is_left(&one.status) {
            one.status = Status::Proved;
        }
    }
    report.verdict = Verdict::Proved;
    report.suggestions.clear();
    report
        .notes
        .push("decided by a run of this launch, in which no unknown element decides anything".to_owned());
    report
}

/// Facts about a launch and its kernel.
struct About {
    is_all_known: bool,
    has_loop: bool,
}

impl About {
    /// Whether a run without a violation decides a rule.
    const fn decides(&self, rule: Rule) -> bool {
        match rule {
            // These depend on addresses, masks and the control flow alone.
            Rule::SliceIndex
            | Rule::LoopStep
            | Rule::LoopOverflow
            | Rule::ViewStride
            | Rule::ViewPacked
            | Rule::IndexSpace
            | Rule::TileInside
            | Rule::ViewOffset
            | Rule::MemoryBounds
            | Rule::MemoryAlignment
            | Rule::OffsetOverflow
            | Rule::ConstantWritten
            | Rule::UndeterminedBranch
            | Rule::UndeterminedIndex
            | Rule::RaceBlock
            | Rule::RaceLane => true,
            // A run applies an order by data dependence to all iterations of a loop.
            Rule::RaceToken => !self.has_loop,
            Rule::SignedOverflow
            | Rule::UnsignedOverflow
            | Rule::TruncationSigned
            | Rule::TruncationUnsigned
            | Rule::DivisionByZero
            | Rule::DivisionOverflow
            | Rule::AssumeBounded
            | Rule::AssumeDivisible
            | Rule::AssumeAligned
            | Rule::AssumeStrided
            | Rule::AssumeSame
            | Rule::SourceIndex
            | Rule::SourceStatic
            | Rule::SourceRank
            | Rule::SourceExtent
            | Rule::SourceNegative
            | Rule::SourceInjective
            | Rule::SourceStep
            | Rule::SourceAssumption
            | Rule::SourceReturn
            | Rule::SourceSubscript
            | Rule::ShapeRange
            | Rule::UndeterminedStored => self.is_all_known,
        }
    }
}

/// Whether all executions of a launch take one way, and break no rule on it.
fn is_one_execution(kernel: &Arc<Kernel>, made: &Made) -> bool {
    let bytes: u64 = made.launch.buffers.iter().map(|buffer| buffer.bytes).sum();
    let Some(valid) = Valid::new(kernel.clone()).ok().filter(|_| bytes <= MOST) else { return false };
    let options = Options {
        fuel: fuel::EXECUTED,
        memory: MEMORY,
        ignore: Some(Rule::UndeterminedStored),
        finds_open: true,
        ..Options::default()
    };
    let Ok(outcome) = interp::run(&valid, &made.with_undetermined(), &options) else { return false };
    let is_settled = !outcome.open || !is_order_seen(kernel);
    is_settled && matches!(run_to_violation(&valid, &made.launch, fuel::EXECUTED), Ok(None))
}

/// Whether an open result, such as a sum of floats in some order, may lead to an integer.
fn is_order_seen(kernel: &Kernel) -> bool {
    kernel.operations().any(|op| is_atomic(op) || reads_floats_as_integers(kernel, op))
}

/// Whether blocks may communicate without a race.
fn has_strong_accesses(kernel: &Kernel) -> bool {
    let is_strong = |op: &Operation| Manner::of(op).is_some_and(|manner| manner.reaches_other_blocks());
    kernel.operations().any(|op| is_atomic(op) || is_strong(op))
}

fn is_atomic(op: &Operation) -> bool {
    matches!(op.op, Op::AtomicRmwTko | Op::AtomicCasTko | Op::AtomicRedViewTko)
}

/// Whether an operation has a float among its operands and an integer among its results, or changes the type of memory.
pub(super) fn reads_floats_as_integers(kernel: &Kernel, op: &Operation) -> bool {
    let is_of = |values: &[_], is_integer: bool| {
        let elements = values.iter().filter_map(|value| kernel.ty(*value).tile()?.element.scalar());
        elements.into_iter().any(|scalar| scalar.is_integer() == is_integer)
    };
    matches!(op.op, Op::PtrToPtr | Op::IntToPtr) || is_of(&op.operands, false) && is_of(&op.results, true)
}

fn has_loop(kernel: &Kernel) -> bool {
    kernel.operations().any(|op| matches!(op.op, Op::For | Op::Loop))
}

impl Made {
    /// Whether the contents of all arrays that a kernel reads are known.
    fn is_all_read_known(&self, kernel: &Kernel) -> bool {
        let origins = Origins::new(kernel);
        let pointers = self.launch.arguments.iter().enumerate();
        let mut read = pointers
            .filter(|(at, argument)| matches!(argument, Argument::Pointer { .. }) && origins.read.has(*at));
        read.all(|(at, _)| self.is_seen(at))
    }
}
