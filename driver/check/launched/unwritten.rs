//! Arrays from `empty`: an element without a store keeps the old bytes of memory.

use std::collections::BTreeSet;
use std::sync::Arc;

use interp::{Contents, Options};
use spec::origins::Origins;
use spec::syntax::contract::{Contract, Property};
use spec::syntax::count::{saturating_u32, u64_from_usize};
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::{Argument, Launch};
use spec::valid::Valid;

use super::contents::filled;
use super::made::Made;
use crate::check::replay::{MEMORY, fuel};
use crate::check::report::{KernelReport, LikelyBug, Verdict};
use crate::check::suspect::empty::{is_scattered, is_stored};
use crate::compile::{LaunchedArgument, LaunchedAt};

/// The most bytes of all arrays of a run.
const MOST: u64 = 1 << 26;

/// The report with the first element that the launch leaves unwritten, of an array that the script passes empty and to no other launch.
pub(super) fn find_missing(
    kernel: &Arc<Kernel>,
    contract: &Contract,
    (launched, made): (&LaunchedAt, &Made),
    mut report: KernelReport,
) -> KernelReport {
    let is_proved = matches!(report.verdict, Verdict::Proved | Verdict::Conditional);
    if is_proved && report.likely_bug.is_none() {
        report.likely_bug = describe_missing(kernel, contract, (launched, made)).map(|why| {
            Box::new(LikelyBug { example: None, rule: None, place: None, why, clears: Vec::new() })
        });
    }
    report
}

/// The words about an element that no run of the launch writes.
fn describe_missing(
    kernel: &Arc<Kernel>,
    contract: &Contract,
    (launched, made): (&LaunchedAt, &Made),
) -> Option<String> {
    let origins = Origins::new(kernel);
    let is_asked = |name: &str| {
        let mut stated = contract.ensures.iter();
        stated.any(|one| {
            matches!(one, Property::Writes { .. }) && one.array().is_none_or(|array| array == name)
        })
    };
    let mut outputs = Vec::new();
    for (at, argument) in made.launch.arguments.iter().enumerate() {
        let (Argument::Pointer { buffer, .. }, Some(passed)) = (argument, launched.arguments.get(at)) else {
            continue;
        };
        let is_output = made.own.get(*buffer) == Some(&true) && is_stored(kernel, &origins, at);
        if is_output && !is_asked(&passed.name) && !is_scattered(kernel, &origins, at) {
            outputs.push((*buffer, passed.name.as_str(), extents(launched, passed)?));
        }
    }
    let all: u64 = made.launch.buffers.iter().map(|buffer| buffer.bytes).sum();
    if outputs.is_empty() || all > MOST {
        return None;
    }
    let valid = Valid::new(kernel.clone()).ok()?;
    let first = run(&valid, &made.launch)?;
    let read = read_shapes(&origins, (launched, made));
    let missing = outputs.iter().find_map(|(buffer, name, extents)| {
        let places = unwritten(first.get(*buffer)?, extents)?;
        let rest = Rest { buffer: *buffer, extents, places: &places };
        let is_meant = rest.is_accident(&read) || rest.is_of_more_blocks(&valid, &made.launch);
        (!places.is_empty() && is_meant).then_some((*buffer, *name, extents, places))
    });
    let (buffer, name, extents, places) = missing?;
    // Elements that depend on unknown contents are no finding.
    let is_known = made.seen.iter().all(|seen| *seen);
    let again =
        if is_known { None } else { Some(unwritten(run(&valid, &filled(made))?.get(buffer)?, extents)?) };
    let place =
        places.iter().copied().find(|place| again.as_ref().is_none_or(|again| again.contains(place)))?;
    let total: u64 = extents.iter().product();
    Some(format!(
        "the script passes `{name}` empty, and {} of its {total} elements are never written: {name}[{}] is the first",
        places.len(),
        index_of(place, extents)
    ))
}

/// The unwritten elements of an array.
struct Rest<'a> {
    buffer: usize,
    extents: &'a [u64],
    places: &'a [u64],
}

impl Rest<'_> {
    /// Whether the kernel means to write the elements. They lie between written ones, or at the ends of an axis as long as one of an array that the
    /// kernel reads. An array that is longer than all others has room for another purpose.
    fn is_accident(&self, read: &BTreeSet<u64>) -> bool {
        let total: u64 = self.extents.iter().product();
        let mut missing = self.places.iter().copied().peekable();
        let mut hull: Vec<(u64, u64)> = self.extents.iter().map(|extent| (*extent, 0)).collect();
        for place in 0..total {
            let mut rest = place;
            if missing.next_if_eq(&place).is_some() {
                continue;
            }
            for ((least, end), extent) in hull.iter_mut().zip(self.extents).rev() {
                let at = rest % extent;
                (*least, *end) = ((*least).min(at), (*end).max(at + 1));
                rest /= extent;
            }
        }
        let spans = hull.iter().map(|(least, end)| end.saturating_sub(*least));
        let written = total - u64_from_usize(self.places.len());
        let is_short = |(span, extent): &(u64, &u64)| span != *extent;
        let mut short = spans.clone().zip(self.extents).filter(is_short);
        spans.clone().product::<u64>() != written || short.all(|(_, extent)| read.contains(extent))
    }

    /// Whether one block more along an axis writes all elements, or as many as their number asks for.
    fn is_of_more_blocks(&self, kernel: &Valid, launch: &Launch) -> bool {
        let total: u64 = self.extents.iter().product();
        let written = (total - u64_from_usize(self.places.len())).max(1);
        let enough = |extent: u32| saturating_u32(u64::from(extent).saturating_mul(total).div_ceil(written));
        let writes_all = |axis: usize, extent: u32| {
            let mut larger = launch.clone();
            larger.grid[axis] = extent;
            let memory = run(kernel, &larger);
            let rest = memory.and_then(|memory| unwritten(memory.get(self.buffer)?, self.extents));
            rest.is_some_and(|rest| rest.is_empty())
        };
        let extents = launch.grid.iter().enumerate();
        let mut more =
            extents.flat_map(|(axis, extent)| [(axis, extent.saturating_add(1)), (axis, enough(*extent))]);
        more.any(|(axis, extent)| writes_all(axis, extent))
    }
}

/// The extents of the arrays with contents that the kernel reads.
fn read_shapes(origins: &Origins, (launched, made): (&LaunchedAt, &Made)) -> BTreeSet<u64> {
    let arguments = launched.arguments.iter().enumerate();
    let read = arguments.filter(|(at, _)| origins.read.has(*at) && !made.is_empty(*at));
    read.filter_map(|(_, passed)| extents(launched, passed)).flatten().collect()
}

/// The extents of an array by the launch; none of an array with gaps.
fn extents(launched: &LaunchedAt, passed: &LaunchedArgument) -> Option<Vec<u64>> {
    let number = |what: &str, axis: usize| {
        let called = format!("{}.{what}[{axis}]", passed.name);
        launched.arguments.iter().find(|one| one.name == called)?.value.as_ref()?.as_u64()
    };
    // A pointer has its shape beside it; other arrays are passed with their extents and strides.
    let extents: Vec<u64> = if passed.shape.is_empty() {
        (0..).map_while(|axis| number("shape", axis)).collect()
    } else {
        passed.shape.clone()
    };
    let stride = |axis: usize| passed.strides.get(axis).copied().or_else(|| number("strides", axis));
    let mut dense = 1;
    for (axis, extent) in extents.iter().enumerate().rev() {
        if *extent > 1 && stride(axis)? != dense {
            return None;
        }
        dense *= extent;
    }
    (!extents.is_empty()).then_some(extents)
}

/// The memory of a launch after its run, with the number of writes of each byte.
fn run(kernel: &Valid, launch: &Launch) -> Option<Vec<Contents>> {
    let options =
        Options { fuel: fuel::UNWRITTEN, memory: MEMORY, counts_writes: true, ..Options::default() };
    Some(interp::run(kernel, launch, &options).ok()?.buffers)
}

/// The elements of an array without gaps that have a byte without a write.
fn unwritten(memory: &Contents, extents: &[u64]) -> Option<Vec<u64>> {
    let total: u64 = extents.iter().product();
    let bytes = memory.len().checked_div(total)?;
    let is_missing = |place: &u64| (place * bytes..(place + 1) * bytes).any(|byte| memory.writes(byte) == 0);
    Some((0..total).filter(is_missing).collect())
}

/// The index of an element by axis.
fn index_of(place: u64, extents: &[u64]) -> String {
    let mut rest = place;
    let mut axes: Vec<String> = Vec::new();
    for extent in extents.iter().rev() {
        axes.push((rest % extent).to_string());
        rest /= extent;
    }
    axes.reverse();
    axes.join(", ")
}
