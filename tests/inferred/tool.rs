//! The tool's results for kernels without a contract, against answers written in advance.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use driver::check::report::{KernelReport, Verdict};
use driver::check::{Options, check_under};

use crate::harness::directive::{ExpectedContract, Task};
use crate::harness::{Item, claim, every, picked, report};

/// Directives with a different result of the tool, and the reason.
const DIFFERENT: [(&str, &str); 7] = [
    ("gather2d", "bounds the buffers by the grid where people bound them by rows and columns"),
    ("gather_rows", "a negative size is no condition: `max(size, 0)` where people wrote `size`"),
    ("halves", "bounds the grid by `cdiv(n / 2, 8)`, in bytes, which is the same where n is even"),
    ("int_i64", "the bound of the elements is that of a square: not found, so a launch is shown"),
    ("int_scalar_math", "a quotient by an argument, multiplied again, bounds the grid: not found"),
    ("loop_break_continue", "one of the pairs of bounds whose product people could not choose"),
    ("tile_sum_all", "one element of `o` is stored, whatever its length is said to be"),
];

/// A clause as it is compared: of two names, the lesser stands left.
fn plain(clause: &str) -> String {
    match clause.split(' ').collect::<Vec<_>>()[..] {
        [a, ">=", b] if b.parse::<i128>().is_err() => format!("{b} <= {a}"),
        _ => clause.to_owned(),
    }
}

fn set(clauses: &[String]) -> BTreeSet<String> {
    clauses.iter().map(|clause| plain(clause)).collect()
}

/// What the tool says of a kernel when nobody has said anything.
fn found(item: &Item<'_>) -> Result<KernelReport, String> {
    let module = item.file.module.as_ref().map_err(|problem| problem.message.clone())?;
    let module = claim::inferred(module, item.case.kernel.as_deref().unwrap_or_default(), &[])?;
    Ok(check_under(&module, &module.kernels[0], &module.contracts[0], &Options::default()))
}

/// The error in the tool's answer, if any.
fn difference(expected: &ExpectedContract, open: bool, seen: &KernelReport) -> Option<String> {
    let said = match seen.verdict {
        Verdict::Proved | Verdict::Conditional => format!("proved if {}", seen.inferred().join("; ")),
        other @ (Verdict::Undefined | Verdict::Unknown | Verdict::Unsupported | Verdict::IllFormed) => {
            other.name().to_owned()
        }
    };
    let same = match (expected, seen.verdict) {
        (ExpectedContract::Clauses(clauses), Verdict::Proved | Verdict::Conditional) => {
            set(clauses) == set(&seen.inferred())
        }
        (ExpectedContract::Clauses(_), Verdict::Unknown) => open,
        (ExpectedContract::Undefined(rule), Verdict::Undefined) => {
            seen.counterexamples().iter().any(|example| example.violation.rule == *rule)
        }
        (ExpectedContract::Unknown(_), verdict) => verdict == Verdict::Unknown,
        (ExpectedContract::Clauses(_) | ExpectedContract::Undefined(_), _) => false,
    };
    (!same).then_some(said)
}

#[test]
fn the_tool_finds_what_must_be_inferred() {
    let mut items = picked();
    items.retain(|item| matches!(item.case.task, Task::Infer { .. }));
    let failures = every(&items, |item| {
        let Task::Infer { result, but } = &item.case.task else { return Ok(()) };
        let known = DIFFERENT.iter().any(|(name, _)| item.case.kernel.as_deref() == Some(name));
        match (difference(result, but.is_some(), &found(item)?), known) {
            (None, false) | (Some(_), true) => Ok(()),
            (None, true) => Err(format!("{}\n    is found now: drop the exception", item.label())),
            (Some(said), false) => Err(format!("{}\n    seen: {said}", item.label())),
        }
    });
    report("contracts are not found", items.len(), &failures);
}

/// Of the clauses that are found one in so many is written down every day; with `SLOW=1` all are.
const ONE_IN: usize = 8;

/// A true fact that an author adds never makes the verdict worse.
#[test]
fn a_clause_that_is_written_makes_no_verdict_worse() {
    let mut items = picked();
    items.retain(|item| matches!(item.case.task, Task::Infer { .. }));
    let every_one = std::env::var_os("SLOW").is_some();
    let tried = AtomicUsize::new(0);
    let failures = every(&items, |item| {
        let step = if every_one { 1 } else { ONE_IN };
        if !every_one && item.case.line % 4 != 0 {
            return Ok(());
        }
        let before = found(item)?;
        if before.verdict != Verdict::Conditional {
            return Ok(());
        }
        let found = before.inferred();
        // A clause about a buffer or its contents also closes its contents.
        let closes = |clause: &String| {
            let about = |clause: &str| clause.split(' ').nth(1).map(str::to_owned);
            let is_of_memory = clause.starts_with("buffer ") || clause.starts_with("contents ");
            let mut contents =
                found.iter().filter(|other| other.starts_with("contents ") && *other != clause);
            is_of_memory && contents.any(|other| about(other) == about(clause))
        };
        let clauses = found.iter().filter(|clause| !closes(clause)).cloned();
        for clause in clauses.skip(item.case.line % step).step_by(step) {
            let module = item.file.module.as_ref().map_err(|problem| problem.message.clone())?;
            let kernel = item.case.kernel.as_deref().unwrap_or_default();
            let module = claim::inferred(module, kernel, std::slice::from_ref(&clause))?;
            let after = check_under(&module, &module.kernels[0], &module.contracts[0], &Options::default());
            tried.fetch_add(1, Ordering::Relaxed);
            if after.verdict > before.verdict {
                let (was, is) = (before.verdict.name(), after.verdict.name());
                return Err(format!("{}\n    {was}, and {is} under `{clause}`", item.label()));
            }
        }
        Ok(())
    });
    report("verdicts are worse under a clause that was found", items.len(), &failures);
    let tried = tried.into_inner();
    assert!(tried > 20 || std::env::var_os("FILTER").is_some(), "only {tried} clauses were tried");
}
