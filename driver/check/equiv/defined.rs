//! Comparison of a changed kernel with its original, for the launches that the original defines: a proof of equality in which requirements
//! of the first kernel are facts.

use std::collections::BTreeSet;

use spec::contract::Bound;
use verify::Equality;

use super::contract::in_common;
use super::{Answer, Asked, Compared, Comparison, Pair, Trials, valid};
use crate::check::options::Options;
use crate::check::report::KernelReport;
use crate::failure::Failure;

/// The comparison of results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// Every previously defined launch keeps its results.
    Same,
    /// A tested launch gives different results: the element, and its old and new values.
    Different(String),
    /// Neither was shown, and why.
    Open(String),
}

/// Whether every launch of a contract that the original kernel defines keeps its results under the changed kernel. The report
/// states that the changed kernel is proved under the contract.
///
/// # Errors
/// The kernels take different arguments.
pub fn keeps_results(
    before: &Compared<'_>,
    after: &Compared<'_>,
    report: &KernelReport,
    options: &Options,
) -> Result<Kept, Failure> {
    let contracts = in_common((before.kernel, before.contract), (after.kernel, after.contract))?;
    let kernels = [valid(before)?, valid(after)?];
    let asked = Asked::default();
    let pair = Pair {
        kernels: [&kernels[0], &kernels[1]],
        contracts: &contracts,
        varied: BTreeSet::new(),
        same_grid: true,
        asked: &asked,
        options,
    };
    let wrong = |problem: spec::problem::IllFormed| Failure::ill_formed(problem.message);
    let bounds = [
        Bound::new(&contracts[0], &kernels[0]).map_err(wrong)?,
        Bound::new(&contracts[1], &kernels[1]).map_err(wrong)?,
    ];
    let mut comparison = Comparison::new(Answer::Unknown(String::new()), [report, report]);
    let budget = options.budget();
    let limits = options.limits(&budget);
    let defined = verify::Options { policy: limits.policy.of_defined(), ..limits };
    let limits = [defined, pair.limits(report, &budget)];
    Ok(match pair.settle(&bounds, &limits, &mut comparison).map_err(wrong)? {
        (_, Trials::Different(found)) => {
            let (array, place, [was, is]) =
                (&found.element.array, found.element.place, &found.element.values);
            Kept::Different(format!("{array}[{place}] was {was} and is {is}"))
        }
        (Equality::Proved, Trials::Same) => Kept::Same,
        (Equality::Proved, Trials::Apart(why)) | (Equality::Open(why), Trials::Same | Trials::Apart(_)) => {
            Kept::Open(why)
        }
    })
}
