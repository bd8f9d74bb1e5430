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
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;

use super::made::Made;
use crate::check::report::{Counterexample, KernelReport, Verdict};
use crate::check::usage::Held;
use crate::scalar;

/// The most element operations that the run may take.
const FUEL: u64 = 50_000_000;

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
        let Some(Held { least, most, mark, .. }) = Held::of(&values.collect::<Vec<_>>()) else { continue };
        let within = match mark {
            Some((mark, least)) => format!("value == {mark} || {least} <= value && value <= {most}"),
            None => format!("{least} <= value && value <= {most}"),
        };
        for words in [within, format!("{name}[i] <= {name}[i + 1]"), "distinct".to_owned()] {
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
/// zero. The violation must also appear with other values, so that it depends on none of them.
pub(super) fn confirm(kernel: &Arc<Kernel>, made: &Made, report: KernelReport) -> KernelReport {
    let is_open = matches!(report.verdict, Verdict::Unknown | Verdict::Undefined);
    let unseen = made.launch.buffers.iter().zip(&made.seen).filter(|(_, seen)| !**seen);
    if !is_open || unseen.map(|(buffer, _)| buffer.bytes).sum::<u64>() > MOST {
        return report;
    }
    let Ok(kernel) = Valid::new(kernel.clone()) else { return report };
    let (launch, other) = (made.launch.clone(), filled(made));
    let Some((violation, again)) = run(&kernel, &launch, FUEL).zip(run(&kernel, &other, FUEL)) else {
        return report;
    };
    let place = |violation: &Violation| (violation.rule, violation.party.at.offset, violation.party.block);
    let mut report = report;
    if place(&violation) == place(&again) {
        report.refute(Counterexample::new(launch, violation));
    }
    report
}

/// The violation of a launch in a run of so many element operations.
pub(super) fn run(kernel: &Valid, launch: &Launch, fuel: u64) -> Option<Violation> {
    let options = Options { fuel, ..Options::default() };
    match interp::run(kernel, launch, &options) {
        Err(Stop::Violation(violation)) => Some(*violation),
        Ok(_) | Err(Stop::Exhausted(_) | Stop::Unsupported(_) | Stop::BadLaunch(_)) => None,
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

/// The launch with nonzero bytes in place of unknown contents.
pub(super) fn filled(made: &Made) -> Launch {
    let fill = |(buffer, seen): (&Buffer, &bool)| {
        let mut buffer = buffer.clone();
        if !seen {
            let bytes = usize_from_u64(buffer.bytes);
            buffer.contents = BTreeMap::from([(0, (0..bytes).map(other_byte).collect())]);
        }
        buffer
    };
    let buffers = made.launch.buffers.iter().zip(&made.seen).map(fill).collect();
    Launch { buffers, ..made.launch.clone() }
}
