//! A launch with overlapping arrays. A contract permits overlaps without a description: a violation under some overlap is run
//! again with the actual overlap.

use std::collections::BTreeMap;
use std::sync::Arc;

use interp::Stop;
use spec::rules::Rule;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;

use super::lists::write_tables;
use super::made::{Made, alignment};
use crate::check::report::{Counterexample, KernelReport, Status, Verdict};

/// The most element operations that the run may take.
const FUEL: u64 = 50_000_000;

/// The report, where undefined behavior is that of the launch itself, or unknown.
pub(super) fn confirm(kernel: &Arc<Kernel>, made: &Made, report: KernelReport) -> KernelReport {
    let actual = merged(made);
    let mut broken = Valid::new(kernel.clone()).ok().and_then(|kernel| run(&kernel, &actual));
    let verdict = if broken.is_some() { Verdict::Undefined } else { Verdict::Unknown };
    let mut obligations = report.obligations;
    // The violation is shown at its own rule, if listed.
    let same = |rule| broken.as_ref().is_some_and(|example: &Counterexample| example.violation.rule == rule);
    let shown = obligations.iter().position(|one| matches!(one.status, Status::Refuted(_)) && same(one.rule));
    for (at, one) in obligations.iter_mut().enumerate() {
        if !matches!(one.status, Status::Refuted(_)) {
            continue;
        }
        let here = shown.is_none_or(|shown| shown == at);
        one.status = match broken.take_if(|_| here) {
            Some(example) => Status::Refuted(Box::new(example)),
            None => Status::Unknown(
                "arrays of the launch overlap in part, and every overlap was considered: some overlap breaks the rule, but a run of \
                 this launch does not"
                    .to_owned(),
            ),
        };
    }
    KernelReport { verdict, obligations, ..report }
}

/// The violation of a launch. A race between blocks comes first: a barrier in the program would leave it.
fn run(kernel: &Valid, launch: &Launch) -> Option<Counterexample> {
    let run = |ignore| {
        let options = interp::Options { fuel: FUEL, ignore, ..interp::Options::default() };
        match interp::run(kernel, launch, &options) {
            Err(Stop::Violation(violation)) => Some(Counterexample::new(launch.clone(), *violation)),
            Ok(_) | Err(Stop::Exhausted(_) | Stop::Unsupported(_) | Stop::BadLaunch(_)) => None,
        }
    };
    let found = run(None)?;
    let between_blocks =
        || run(Some(Rule::RaceToken)).filter(|other| other.violation.rule == Rule::RaceBlock);
    let is_inside = found.violation.rule == Rule::RaceToken;
    Some(is_inside.then(between_blocks).flatten().unwrap_or(found))
}

/// The launch with one buffer for all overlapping arrays.
fn merged(Made { launch, addresses, tables, .. }: &Made) -> Launch {
    let mut order: Vec<usize> = (0..launch.buffers.len()).collect();
    order.sort_by_key(|at| addresses.get(*at));
    let (mut buffers, mut places): (Vec<Buffer>, BTreeMap<usize, (usize, u64)>) =
        (Vec::new(), BTreeMap::new());
    let mut last = (0, 0);
    for at in order {
        let (Some(start), Some(buffer)) = (addresses.get(at), launch.buffers.get(at)) else { continue };
        let end = start + buffer.bytes;
        match buffers.last_mut() {
            Some(open) if *start < last.1 => {
                last.1 = last.1.max(end);
                open.bytes = last.1 - last.0;
            }
            Some(_) | None => {
                buffers.push(Buffer { alignment: alignment(*start), ..buffer.clone() });
                last = (*start, end);
            }
        }
        places.insert(at, (buffers.len() - 1, start - last.0));
    }
    let moved = |argument: &Argument| match argument {
        Argument::Pointer { buffer, .. } => {
            let (buffer, offset) = places.get(buffer).copied().unwrap_or((*buffer, 0));
            Argument::Pointer { buffer, offset }
        }
        Argument::Scalar(bits) => Argument::Scalar(*bits),
    };
    let arguments = launch.arguments.iter().map(moved).collect();
    let mut merged = Launch { grid: launch.grid, arguments, buffers, blocks: None };
    write_tables(&mut merged, tables, &|array| places.get(&array).copied().unwrap_or((array, 0)));
    merged
}
