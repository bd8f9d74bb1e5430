//! The contents of a launch's arrays, as far as a script's table has them: clauses about the elements for a proof, and a run with
//! the actual elements for violations.

use std::collections::BTreeMap;
use std::sync::Arc;

use interp::{Options, Stop};
use spec::admit::admit;
use spec::contract::Bound;
use spec::parse::contract_clauses;
use spec::problem::Violation;
use spec::syntax::array;
use spec::syntax::contract::Contract;
use spec::syntax::count::usize_from_u64;
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Element;
use spec::valid::Valid;

use super::made::Made;
use crate::check::replay::fuel;
use crate::check::report::{Counterexample, KernelReport, Verdict};
use crate::check::usage::Held;
use crate::scalar;

/// The most bytes of arrays with unknown contents.
const MOST: u64 = 1 << 28;

/// The highest byte of floats near one, and of large integers.
const OTHER: u8 = 0x3f;

/// Adds what is so of the elements of the arrays whose contents are known: their least and greatest, their order, and whether two are equal.
pub(super) fn add_clauses(exact: &mut Contract, kernel: &Kernel, made: &Made) {
    for (position, argument) in made.launch.arguments.iter().enumerate() {
        let Argument::Pointer { buffer, .. } = argument else { continue };
        // The clause of a list states the words of its table.
        if made.tables.iter().any(|table| table.parameter == position) {
            continue;
        }
        if !made.seen.get(*buffer).copied().unwrap_or(false) {
            continue;
        }
        let bound = Bound { contract: exact, kernel };
        let (name, Some(element)) = (bound.argument_name(position).to_owned(), bound.pointee(position))
        else {
            continue;
        };
        let bytes = made.launch.buffers[*buffer].contents.get(&0);
        let bytes = bytes.filter(|_| element.is_integer()).map_or(&[][..], Vec::as_slice);
        let values =
            array::elements(element, bytes).into_iter().map(|bits| scalar::integer(element, bits, false));
        let Some(Held { least, most, mark, padding, .. }) = Held::of(&values.collect::<Vec<_>>()) else {
            continue;
        };
        let within = match mark {
            Some((mark, least)) => format!("value == {mark} || {least} <= value && value <= {most}"),
            None => format!("{least} <= value && value <= {most}"),
        };
        let valid = padding.map(|padding| {
            let side = if padding == most { "<" } else { ">" };
            format!("distinct where value {side} {padding}")
        });
        let others = [format!("{name}[i] <= {name}[i + 1]"), "distinct".to_owned()];
        for words in [within].into_iter().chain(others).chain(valid) {
            let Ok(clause) = contract_clauses(&format!("contents {name} : {words}")) else { continue };
            let mut more = exact.clone();
            more.contents.extend(clause.contents);
            more.relations.extend(clause.relations);
            // The launch has a buffer for each pointer.
            let apart = Contract { same_arrays: Vec::new(), ..more.clone() };
            if Bound::new(&apart, kernel).is_ok_and(|bound| admit(&bound, &made.launch).is_ok()) {
                *exact = more;
            }
        }
    }
}

/// The report with the launch's own violations, if obligations are open: in a run with the known elements. Unknown elements are
/// zero. The violation must also appear with large numbers, and with the numbers of elements, so that it depends on none of them.
pub(super) fn confirm(kernel: &Arc<Kernel>, made: &Made, report: KernelReport) -> KernelReport {
    let is_open = matches!(report.verdict, Verdict::Unknown | Verdict::Undefined);
    let unseen = made.launch.buffers.iter().zip(&made.seen).filter(|(_, seen)| !**seen);
    if !is_open || unseen.map(|(buffer, _)| buffer.bytes).sum::<u64>() > MOST {
        return report;
    }
    let Ok(kernel) = Valid::new(kernel.clone()) else { return report };
    let place = |violation: &Violation| (violation.rule, violation.party.at.offset, violation.party.block);
    let launch = made.launch.clone();
    let Some(violation) = run(&kernel, &launch, fuel::CONTENTS) else { return report };
    let breaks = |other: &Launch| {
        run(&kernel, other, fuel::CONTENTS).is_some_and(|again| place(&again) == place(&violation))
    };
    let mut report = report;
    if breaks(&filled(made)) && breaks(&counted(&kernel, made)) {
        report.refute(Counterexample::new(launch, violation));
    }
    report
}

/// The violation of a launch in a run of so many element operations.
pub(super) fn run(kernel: &Valid, launch: &Launch, fuel: u64) -> Option<Violation> {
    run_to_violation(kernel, launch, fuel).ok().flatten()
}

/// The violation of a launch; none if the run comes to its end.
///
/// # Errors
/// The run stops before the end for another reason.
pub(super) fn run_to_violation(
    kernel: &Valid,
    launch: &Launch,
    fuel: u64,
) -> Result<Option<Violation>, Stop> {
    let options = Options { fuel, ..Options::default() };
    match interp::run(kernel, launch, &options) {
        Ok(_) => Ok(None),
        Err(Stop::Violation(violation)) => Ok(Some(*violation)),
        Err(stop @ (Stop::Exhausted(_) | Stop::Unsupported(_) | Stop::BadLaunch(_))) => Err(stop),
    }
}

/// A byte of unknown contents: every second byte is the same, and the rest counts words of four bytes. So neighboring elements differ.
fn other_byte(offset: usize) -> u8 {
    let [low, high, ..] = (offset / 4).to_le_bytes();
    match offset % 4 {
        0 => low,
        2 => high,
        _ => OTHER,
    }
}

/// The launch with the number of each element in place of unknown integers: they differ as far as their width permits, and none leads
/// out of an array as long.
pub(super) fn counted(kernel: &Kernel, made: &Made) -> Launch {
    let size = |(argument, param): (&Argument, &ValueId)| match (argument, kernel.tile(*param).element) {
        (Argument::Pointer { buffer, .. }, Element::Pointer(scalar)) if scalar.is_integer() => {
            Some((*buffer, usize_from_u64(scalar.bytes())))
        }
        (Argument::Pointer { .. } | Argument::Scalar(_), _) => None,
    };
    let sizes: BTreeMap<usize, usize> =
        made.launch.arguments.iter().zip(&kernel.params).filter_map(size).collect();
    filled_by(made, |buffer, at| match sizes.get(&buffer) {
        Some(size) => (at / size).to_le_bytes().get(at % size).copied().unwrap_or(0),
        None => other_byte(at),
    })
}

/// The launch with nonzero bytes in place of unknown contents.
pub(super) fn filled(made: &Made) -> Launch {
    filled_by(made, |_, at| other_byte(at))
}

/// The launch with bytes, by buffer and place, in place of unknown contents.
fn filled_by(made: &Made, byte: impl Fn(usize, usize) -> u8) -> Launch {
    let mut launch = made.launch.clone();
    let buffers = launch.buffers.iter_mut().enumerate().zip(&made.seen);
    for ((number, buffer), _) in buffers.filter(|(_, seen)| !**seen) {
        let fill = |start: u64, length: usize| {
            let start_index = usize_from_u64(start);
            (start, (start_index..start_index + length).map(|at| byte(number, at)).collect())
        };
        // Of an array that is written in part, the rest has no contents.
        buffer.contents = if buffer.uninit {
            buffer.contents.iter().map(|(start, held)| fill(*start, held.len())).collect()
        } else {
            BTreeMap::from([fill(0, usize_from_u64(buffer.bytes))])
        };
    }
    launch
}
