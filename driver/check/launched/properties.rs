//! Properties of one launch of a script. The launch has contents of its own, so runs with these contents decide.

use std::sync::Arc;

use spec::syntax::contract::{Contract, Property};
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use super::contents::filled;
use super::made::Made;
use crate::check::ensure::run_for;
use crate::check::options::Options;
use crate::check::report::{KernelReport, Outcome};

/// The reason for an open property of which only launches with other contents are counterexamples.
const OTHER: &str = "launches of equal sizes with different memory contents lack the property; runs of this launch show nothing";

/// The report, in which the launch itself lacks each violated property. Unknown contents are zeros in one run and other numbers
/// in a second run: both have to lack the property.
pub(super) fn confirm(
    kernel: &Arc<Kernel>,
    contract: &Contract,
    (made, options): (&Made, &Options),
    mut report: KernelReport,
) -> KernelReport {
    let is_open = |outcome: &Outcome| !matches!(outcome, Outcome::Proved);
    if !report.properties.iter().any(|one| is_open(&one.outcome)) {
        return report;
    }
    let Ok(kernel) = Valid::new(kernel.clone()) else { return report };
    for one in &mut report.properties {
        // A launch that does not end is looked for with the contents of the contract.
        if !is_open(&one.outcome) || matches!(one.property, Property::Progress { .. }) {
            continue;
        }
        let run = |launch: &Launch| run_for(&kernel, contract, &one.property, (launch, options));
        let lacking = run(&made.launch).filter(|_| run(&filled(made)).is_some());
        match lacking {
            Some(lacking) => one.outcome = Outcome::Violated(Box::new(lacking)),
            None if matches!(one.outcome, Outcome::Violated(_)) => {
                one.outcome = Outcome::Unknown(OTHER.to_owned())
            }
            None => {}
        }
    }
    report
}
