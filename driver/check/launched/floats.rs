//! Float arguments of a launch. A proof is about all floats between two integers; a violation is confirmed with the passed floats.

use std::sync::Arc;

use interp::{Options, Stop};
use spec::contract::Bound;
use spec::parse::contract_clauses;
use spec::syntax::contract::Contract;
use spec::syntax::format;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::{Argument, Launch};
use spec::valid::Valid;

use super::made::Made;
use crate::check::replay::fuel;
use crate::check::report::{Counterexample, KernelReport, Status, Verdict};

/// A float with a greater absolute value gets no bounds: binary64 has not all integers there.
const GREATEST: f64 = 1e15;

/// The reason why a violation of other floats is none of the launch.
const OTHER: &str = "another value of a float argument breaks the rule; the value of the launch does not";

/// The floats of a launch, by parameter.
fn floats(kernel: &Kernel, contract: &Contract, launch: &Launch) -> Vec<(usize, f64)> {
    let bound = Bound { contract, kernel };
    let number = |(at, argument): (usize, &Argument)| match (argument, bound.float(at)) {
        (Argument::Scalar(bits), Some(kind)) => Some((at, format::value(*bits, kind)?)),
        (Argument::Scalar(_) | Argument::Pointer { .. }, Some(_) | None) => None,
    };
    launch.arguments.iter().enumerate().filter_map(number).collect()
}

/// Adds the integers that each float argument lies between.
pub(super) fn add_bounds(exact: &mut Contract, kernel: &Kernel, made: &Made) {
    for (at, value) in floats(kernel, exact, &made.launch) {
        let name = Bound { contract: exact, kernel }.argument_name(at).to_owned();
        let is_said = exact.contents.iter().any(|(other, _)| *other == name);
        if is_said || !value.is_finite() || value.abs() > GREATEST {
            continue;
        }
        let (least, most) = (value.floor(), value.ceil());
        let words = format!("contents {name} : {least} <= value && value <= {most}");
        if let Ok(clause) = contract_clauses(&words) {
            exact.contents.extend(clause.contents);
        }
    }
}

/// The report; every launch that breaks a rule gets the float arguments of the actual launch.
pub(super) fn confirm(kernel: &Arc<Kernel>, made: &Made, mut report: KernelReport) -> KernelReport {
    let is_float = |at: usize| {
        let tile = kernel.params.get(at).map(|param| kernel.tile(*param).element);
        tile.and_then(|element| element.scalar()).is_some_and(|scalar| !scalar.is_integer())
    };
    let own: Vec<(usize, &Argument)> =
        made.launch.arguments.iter().enumerate().filter(|(at, _)| is_float(*at)).collect();
    let Some(valid) = Valid::new(kernel.clone()).ok().filter(|_| !own.is_empty()) else { return report };
    for one in &mut report.obligations {
        let Status::Refuted(example) = &one.status else { continue };
        let mut launch = example.launch.clone();
        for (at, argument) in &own {
            if let Some(place) = launch.arguments.get_mut(*at) {
                *place = (*argument).clone();
            }
        }
        if launch == example.launch {
            continue;
        }
        let options = Options { fuel: fuel::FLOATS, ..Options::default() };
        let place = |violation: &spec::problem::Violation| (violation.rule, violation.party.at.offset);
        one.status = match interp::run(&valid, &launch, &options) {
            Err(Stop::Violation(violation)) if place(&violation) == place(&example.violation) => {
                Status::Refuted(Box::new(Counterexample::new(launch, *violation)))
            }
            Ok(_) | Err(_) => Status::Unknown(OTHER.to_owned()),
        };
    }
    if report.verdict == Verdict::Undefined && report.counterexamples().is_empty() {
        report.verdict = Verdict::Unknown;
    }
    report
}
