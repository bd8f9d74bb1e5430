//! Checks without a verdict: contracts without launches, and memory that no contract can describe.

use spec::contract::Bound;
use spec::memory::strength::Manner;
use spec::problem::{IllFormed, Unsupported};
use spec::syntax::contract::Contract;
use spec::valid::Valid;

use crate::check::report::{Finding, KernelReport, Status};
use crate::load::function_name;

/// Whether a kernel accesses memory through addresses from a table without a `list` clause, or through numbers next to such
/// addresses.
pub(in crate::check) fn reaches_by_table(bound: &Bound<'_>) -> bool {
    let (kernel, origins) = (bound.kernel, bound.origins());
    kernel.operations().any(|op| Manner::of(op).is_some() && origins.follows_table(op))
}

/// Checks that the result does not depend on the contents of an address table, if the kernel takes one.
pub(in crate::check) fn require_followed(
    bound: &Bound<'_>,
    report: &KernelReport,
) -> Result<(), Unsupported> {
    let (kernel, origins) = (bound.kernel, bound.origins());
    if let Some(list) = verify::find_unbounded_list(bound).filter(|_| !report.verdict.is_proof()) {
        let (name, count, most) = (list.name(), &list.count, verify::MOST_LISTED);
        let message = format!(
            "the arrays of a list are told apart, and `{name}` may have more than {most}: `requires = {count} <= {most}` says that it has not"
        );
        return Err(Unsupported { message, at: bound.contract.at.clone() });
    }
    let elsewhere = |finding: &Finding| {
        let op = kernel.operations().nth(finding.operation);
        matches!(finding.status, Status::Refuted(_)) && op.is_some_and(|op| !origins.follows_table(op))
    };
    match &origins.loaded_pointer {
        Some(at) if !report.verdict.is_proof() && !report.obligations.iter().any(elsewhere) => {
            let message = "a pointer is computed from a number loaded from memory, as in a list of arrays. Declare the list \
                           in the contract: `list xs[count] : array f32[n]`; the kernel may use the number for nothing else";
            Err(Unsupported { message: message.to_owned(), at: at.clone() })
        }
        Some(_) | None => Ok(()),
    }
}

/// That no launch meets a contract; of the buffers that are named, no value of an element keeps what is said.
pub(in crate::check) fn report_contradiction(
    kernel: &Valid,
    contract: &Contract,
    vacuous: &[(String, String)],
) -> IllFormed {
    let help = match vacuous {
        [] => format!(
            "two clauses contradict each other, or the grid has more than {} blocks along x",
            kernel.language.max_grid(0)
        ),
        [(name, words), ..] => format!(
            "{words}, and `{name}` has elements (a `buffer` clause may say that it \
             has none)"
        ),
    };
    let message = format!("no launch meets the contract of @{}", function_name(&kernel.name));
    IllFormed { message, at: contract.at.clone(), help: Some(help) }
}
