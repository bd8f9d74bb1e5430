//! A launch with unknown floats and an open obligation is run with floats like those of a model. An index may be the place of the least
//! float of a row.

use std::sync::Arc;

use spec::contract::Bound;
use spec::problem::Violation;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::{Argument, Launch};
use spec::valid::Valid;

use super::contents::run;
use super::made::Made;
use crate::check::replay::fuel;
use crate::check::report::{Counterexample, KernelReport, LikelyBug, Status, Verdict};
use crate::check::search::{blocks, decides_by_places, typical_floats};

/// Why the violation of such a launch is a likely bug.
const WHY: &str =
    "the script does not say what its float arrays hold, and floats between -1 and 1 break the rule";

/// The report with the violation of the launch that floats without an order cause, whichever they are: two runs have different ones.
pub(super) fn find_with_typical_floats(
    kernel: &Arc<Kernel>,
    contract: &Contract,
    made: &Made,
    mut report: KernelReport,
) -> KernelReport {
    let is_open = report.verdict == Verdict::Unknown && report.likely_bug.is_none();
    if !is_open || !decides_by_places(&kernel.body) {
        return report;
    }
    let Ok(valid) = Valid::new(kernel.clone()) else { return report };
    let bound = Bound { contract, kernel };
    let launches = [0, 1].map(|seed| with_floats(&bound, made, seed));
    let [Some(launch), Some(other)] = launches else { return report };
    let Some((violation, again)) =
        run(&valid, &launch, fuel::TYPICAL).zip(run(&valid, &other, fuel::TYPICAL))
    else {
        return report;
    };
    let place = |violation: &Violation| (violation.rule, violation.party.at.offset);
    let is_told = report.obligations.iter().any(|one| {
        matches!(one.status, Status::Unknown(_)) && (one.rule, one.at.offset) == place(&violation)
    });
    if is_told && place(&violation) == place(&again) {
        report.likely_bug = Some(Box::new(LikelyBug {
            rule: Some(violation.rule),
            place: Some(violation.party.at.clone()),
            why: WHY.to_owned(),
            clears: Vec::new(),
            example: Some(Box::new(Counterexample::new(launch, violation))),
        }));
    }
    report
}

/// The launch with floats where its contents are unknown; none if integers are unknown that the kernel may read.
fn with_floats(bound: &Bound<'_>, made: &Made, seed: usize) -> Option<Launch> {
    let mut launch = Launch { blocks: blocks(made.launch.grid), ..made.launch.clone() };
    for (position, argument) in made.launch.arguments.iter().enumerate() {
        let Argument::Pointer { buffer, .. } = argument else { continue };
        if made.seen.get(*buffer).copied().unwrap_or(false) || made.is_empty(position) {
            continue;
        }
        let element = bound.pointee(position).filter(|element| !element.is_integer())?;
        let own = launch.buffers.get_mut(*buffer)?;
        own.contents =
            typical_floats(bound.kernel, (2 * position + seed, element), element.count_in(own.bytes));
    }
    Some(launch)
}
