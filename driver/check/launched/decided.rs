//! Launches behind a decision of the script by a result that was not computed.

use crate::check::report::{KernelReport, Supposed, Verdict};
use crate::compile::{Decided, LaunchedAt};

/// The report. A launch with a number from a result is unknown. A launch behind a branch is proved for one way of the branch.
pub(super) fn limit(launched: &LaunchedAt, report: KernelReport) -> KernelReport {
    match &launched.decided {
        Some(Decided::Number(place)) => without_numbers(report, place),
        Some(Decided::Branch(place)) => on_one_way(report, place),
        None => report,
    }
}

fn without_numbers(report: KernelReport, place: &str) -> KernelReport {
    match report.verdict {
        Verdict::IllFormed | Verdict::Unsupported => return report,
        Verdict::Proved | Verdict::Conditional | Verdict::Undefined | Verdict::Unknown => {}
    }
    let note = format!(
        "{place} reads a number from a result of a launch. Launches are recorded and not executed, so a grid, a size or an argument from \
         this number is another one on a GPU"
    );
    let KernelReport { name, signature, seconds, .. } = report;
    KernelReport { name, signature, seconds, notes: vec![note], ..KernelReport::unknown() }
}

fn on_one_way(mut report: KernelReport, place: &str) -> KernelReport {
    match report.verdict {
        Verdict::Proved | Verdict::Conditional => {
            report.verdict = Verdict::Conditional;
            let way = format!("{place} decides as in this run");
            let all = report.contract.decided.iter().map(|one| one.words().to_owned()).chain([way]);
            report.contract.decided = Some(Supposed::Way(all.collect::<Vec<_>>().join(" and ")));
        }
        Verdict::IllFormed | Verdict::Unsupported | Verdict::Undefined | Verdict::Unknown => {}
    }
    report
}
