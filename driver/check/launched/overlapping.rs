//! A launch with overlapping arrays. A contract permits overlaps without a description: a violation under some overlap is run
//! again with the actual overlap.

use std::collections::BTreeMap;
use std::sync::Arc;

use interp::Stop;
use spec::rules::Rule;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;

use super::contents::{counted, filled};
use super::lists::write_tables;
use super::made::{Made, alignment};
use crate::check::replay::fuel;
use crate::check::report::{Counterexample, Finding, KernelReport, Status, Verdict};

/// The report, where undefined behavior is that of the launch itself, or unknown. The violation of an open obligation has to appear
/// for several contents of the arrays, so that it depends on none of them.
pub(super) fn confirm(kernel: &Arc<Kernel>, made: &Made, report: KernelReport) -> KernelReport {
    let mut broken = Valid::new(kernel.clone()).ok().and_then(|kernel| find_violation(&kernel, made));
    let mut obligations = report.obligations;
    let is_same = |one: &Finding| {
        broken.as_ref().is_some_and(|example: &Counterexample| example.violation.rule == one.rule)
    };
    let is_refuted = |one: &Finding| matches!(one.status, Status::Refuted(_));
    let is_open = |one: &Finding| matches!(one.status, Status::Refuted(_) | Status::Unknown(_));
    let (any, same) = (obligations.iter().position(is_refuted), |is_meant: &dyn Fn(&Finding) -> bool| {
        obligations.iter().position(|one| is_meant(one) && is_same(one))
    });
    // The violation is shown at its own rule, if listed.
    let shown = same(&is_refuted).or_else(|| same(&is_open)).or(any);
    for (at, one) in obligations.iter_mut().enumerate() {
        let example = broken.take_if(|_| shown == Some(at));
        if let Some(example) = example {
            one.status = Status::Refuted(Box::new(example));
        } else if matches!(one.status, Status::Refuted(_)) {
            one.status = Status::Unknown(
                "arrays of the launch overlap in part, and every overlap was considered: some overlap breaks the rule, but a run of \
                 this launch does not"
                    .to_owned(),
            );
        }
    }
    let is_broken = obligations.iter().any(|one| matches!(one.status, Status::Refuted(_)));
    let verdict = if is_broken { Verdict::Undefined } else { Verdict::Unknown };
    KernelReport { verdict, obligations, ..report }
}

/// The violation of a launch that appears for zeros as contents that are unknown, and for other numbers.
pub(super) fn find_violation(kernel: &Valid, made: &Made) -> Option<Counterexample> {
    let place = |example: &Counterexample| (example.violation.rule, example.violation.party.at.offset);
    let [zeros, filled, counted] =
        [made.launch.clone(), filled(made), counted(kernel, made)].map(|launch| merged(&launch, made));
    let found = run(kernel, &zeros)?;
    let is_again = |launch| run(kernel, launch).is_some_and(|again| place(&again) == place(&found));
    (is_again(&filled) && is_again(&counted)).then_some(found)
}

/// The violation of a launch. A race between blocks comes first: a barrier in the program would leave it.
fn run(kernel: &Valid, launch: &Launch) -> Option<Counterexample> {
    let run = |ignore| {
        let options = interp::Options { fuel: fuel::OVERLAPPING, ignore, ..interp::Options::default() };
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

/// A launch with one buffer for all overlapping arrays. Contents of one array may overwrite those of another.
fn merged(launch: &Launch, Made { addresses, tables, .. }: &Made) -> Launch {
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
                // Memory that nobody has written is unwritten in every array.
                open.uninit &= buffer.uninit;
                let offset = start - last.0;
                let contents = buffer.contents.iter().map(|(at, bytes)| (at + offset, bytes.clone()));
                open.contents.extend(contents);
            }
            Some(_) | None => {
                buffers.push(Buffer { alignment: alignment(*start), ..buffer.clone() });
                last = (*start, end);
            }
        }
        places.insert(at, (buffers.len() - 1, start - last.0));
    }
    let moved = |argument: &Argument| match argument {
        Argument::Pointer { buffer, offset } => {
            let (buffer, start) = places.get(buffer).copied().unwrap_or((*buffer, 0));
            Argument::Pointer { buffer, offset: start + offset }
        }
        Argument::Scalar(bits) => Argument::Scalar(*bits),
    };
    let arguments = launch.arguments.iter().map(moved).collect();
    let mut merged = Launch { grid: launch.grid, arguments, buffers, blocks: None };
    write_tables(&mut merged, tables, &|array| places.get(&array).copied().unwrap_or((array, 0)));
    merged
}
