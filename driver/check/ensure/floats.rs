//! Whether a launch stores only finite floats: the launch runs with the extreme permitted contents.

use std::collections::BTreeMap;

use interp::{Contents, Options, Stop};
use spec::contract::{Bound, Interval};
use spec::syntax::attributes::Rounding;
use spec::syntax::contract::Property;
use spec::syntax::count::usize_from_u64;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Scalar;
use spec::syntax::{array, format};

use crate::check::completion::Completion;
use crate::check::replay::{MEMORY, fuel};
use crate::check::report::Lacking;
use crate::convert::count;

/// Steps of a run that count as a unit of work.
const STEPS_A_UNIT: u64 = 100;

/// The cost of each run.
const RUN: u64 = 100;

/// The largest array to fill, in elements.
const FILLED: u64 = 1 << 14;

/// What arrays of floats hold: the least, the greatest, zero, both ends by turns, and one end at first only.
const PATTERNS: [fn(u64) -> End; 6] = [
    |_| End::Greatest,
    |_| End::Least,
    |_| End::Middle,
    |at| if at % 2 == 0 { End::Greatest } else { End::Least },
    |at| if at == 0 { End::Greatest } else { End::Least },
    |at| if at == 0 { End::Least } else { End::Greatest },
];

/// Values of float arguments: of the launch, else one or the nearest permitted value. Then the greatest and the least number of the format,
/// or of the contract.
const SCALARS: [Option<End>; 3] = [None, Some(End::Greatest), Some(End::Least)];

/// A number between bounds.
#[derive(Debug, Clone, Copy)]
enum End {
    Least,
    Greatest,
    /// The float nearest to zero.
    Middle,
}

/// The check of launches.
pub(super) struct Floats<'a> {
    pub(super) completion: &'a Completion<'a>,
    pub(super) property: &'a Property,
}

/// The result of a run.
enum Ran {
    Lacks(Lacking),
    Finite,
    /// The run did not end, and usually does not with other floats either.
    Endless,
}

impl Floats<'_> {
    /// Searches a launch with these sizes that stores a non-finite value.
    pub(super) fn lacks(&self, launch: &Launch) -> Option<Lacking> {
        let launch = self.completion.complete(launch)?;
        let bound = self.completion.contract;
        for scalar in SCALARS {
            let Some(launch) = with_scalars(bound, &launch, scalar) else { continue };
            for pattern in PATTERNS {
                match self.run(filled(bound, &launch, pattern)?) {
                    Some(Ran::Lacks(lacking)) => return Some(lacking),
                    Some(Ran::Endless) => return None,
                    Some(Ran::Finite) | None => {}
                }
            }
        }
        None
    }

    fn run(&self, launch: Launch) -> Option<Ran> {
        let bound = self.completion.contract;
        let position = bound.position(self.property.array()?)?;
        let element = bound.pointee(position)?;
        let Argument::Pointer { buffer, offset } = *launch.arguments.get(position)? else { return None };
        let options =
            Options { fuel: fuel::FINITE, memory: MEMORY, counts_writes: true, ..Options::default() };
        let budget = self.completion.budget();
        let bytes: u64 = launch.buffers.iter().map(|buffer| buffer.bytes.min(FILLED)).sum();
        budget.spend(RUN + bytes / STEPS_A_UNIT);
        let outcome = match interp::run(self.completion.kernel, &launch, &options) {
            Ok(outcome) => outcome,
            Err(Stop::Exhausted(_)) => {
                budget.spend(fuel::FINITE / STEPS_A_UNIT);
                return Some(Ran::Endless);
            }
            Err(_) => {
                budget.spend(fuel::FINITE / STEPS_A_UNIT / 8);
                return None;
            }
        };
        budget.spend(outcome.spent / STEPS_A_UNIT);
        let Some((at, bits)) = find_odd(outcome.buffers.get(buffer)?, element, offset) else {
            return Some(Ran::Finite);
        };
        let shown = crate::scalar::show(element, bits, false);
        let what = format!("{}[{at}] is {shown}", bound.argument_name(position));
        let is_nan = format::value(bits, element).is_some_and(f64::is_nan);
        Some(Ran::Lacks(Lacking { launch, what, element: is_nan.then_some((position, at)) }))
    }
}

/// The first written element that is not finite, and its bits.
fn find_odd(memory: &Contents, element: Scalar, offset: u64) -> Option<(u64, u64)> {
    let size = element.bytes();
    let end = offset + memory.len().saturating_sub(offset) / size * size;
    memory.touched().find_map(|range| {
        let aligned = |byte: u64| offset + byte.saturating_sub(offset) / size * size;
        let (from, to) = (aligned(range.start), aligned(range.end + size - 1).min(end));
        let elements = array::elements(element, &memory.bytes(from..to.max(from)));
        (from..to).step_by(usize_from_u64(size)).zip(elements).find_map(|(at, bits)| {
            let is_odd = !format::value(bits, element)?.is_finite();
            let bytes = || at..at + size;
            let is_written = || bytes().all(|byte| memory.writes(byte) > 0);
            let is_known = || !memory.undetermined(bytes()).contains(&true);
            (is_odd && is_written() && is_known()).then(|| ((at - offset) / size, bits))
        })
    })
}

/// The launch with finite float arguments; `None` without changeable arguments.
fn with_scalars(bound: &Bound<'_>, launch: &Launch, end: Option<End>) -> Option<Launch> {
    let mut changed = launch.clone();
    let mut any = end.is_none();
    for (position, argument) in changed.arguments.iter_mut().enumerate() {
        let is_float = |element: &Scalar| !element.is_integer();
        let ty = bound.kernel.params.get(position).and_then(|param| bound.kernel.ty(*param).tile());
        let element = ty.and_then(|tile| tile.element.scalar()).filter(is_float);
        let (Argument::Scalar(given), Some(element)) = (argument, element) else {
            continue;
        };
        let is_finite = format::value(*given, element).is_some_and(f64::is_finite);
        let ends = bound.float_interval(position).map_or((-f64::MAX, f64::MAX), finite_ends);
        *given = match end {
            None if is_finite => *given,
            None => format::convert(1f64.clamp(ends.0, ends.1), element, Rounding::Zero)?,
            Some(end) => bits(element, end, ends)?,
        };
        any = true;
    }
    any.then_some(changed)
}

/// The finite numbers of a contract's interval.
fn finite_ends(stated: Interval) -> (f64, f64) {
    (stated.least.max(-f64::MAX), stated.greatest.min(f64::MAX))
}

/// The launch with arrays of floats that hold a pattern.
fn filled(bound: &Bound<'_>, launch: &Launch, pattern: fn(u64) -> End) -> Option<Launch> {
    let mut filled = launch.clone();
    for (position, argument) in launch.arguments.iter().enumerate() {
        let Argument::Pointer { buffer, offset } = argument else { continue };
        let is_float = |element: &Scalar| !element.is_integer() && element.in_a_byte() == 1;
        let Some(element) = bound.pointee(position).filter(is_float) else { continue };
        let into = filled.buffers.get_mut(*buffer)?;
        if into.uninit {
            continue;
        }
        // If clauses say more than bounds, the possible contents are unknown.
        let (least, greatest) = verify::float_bounds(bound, position)?;
        let all = into.bytes.saturating_sub(*offset) / element.bytes();
        if all > FILLED && !(least..=greatest).contains(&0.0) {
            return None;
        }
        let elements = all.min(FILLED);
        let of = |end: End| Some(array::bytes(element, [bits(element, end, (least, greatest))?]));
        let [low, high, middle] = [of(End::Least)?, of(End::Greatest)?, of(End::Middle)?];
        let mut bytes = Vec::new();
        for at in 0..elements {
            bytes.extend_from_slice(match pattern(at) {
                End::Least => &low,
                End::Greatest => &high,
                End::Middle => &middle,
            });
        }
        assert!(count(bytes.len()) <= into.bytes, "it fits");
        into.contents = BTreeMap::from([(*offset, bytes)]);
    }
    Some(filled)
}

/// The pattern of an end of bounds, as the format has it inside.
fn bits(element: Scalar, end: End, (least, greatest): (f64, f64)) -> Option<u64> {
    let (number, inwards) = match end {
        End::Least => (least, Rounding::PositiveInf),
        End::Greatest => (greatest, Rounding::NegativeInf),
        End::Middle => (0f64.clamp(least, greatest), Rounding::Zero),
    };
    format::convert(number, element, inwards)
}
