//! A check as tests: a suite a file, a case a kernel, which passes where the exit code of the kernel alone is 0.

use driver::check::report::Verdict;
use driver::exit::Exit;

use super::{Case, Outcome, Suite, write};
use crate::checked::{Checked, Told};
use crate::human;
use crate::region::relative;
use crate::text::Style;

/// The file.
pub fn report(told: &Told<'_>) -> String {
    let mut suites: Vec<Suite> = Vec::new();
    let mut add = |name: String, case: Case| match suites.iter_mut().find(|suite| suite.name == name) {
        Some(suite) => suite.cases.push(case),
        None => suites.push(Suite { name, cases: vec![case] }),
    };
    for one in told.kernels {
        let seconds = Some(one.report.seconds);
        add(relative(&one.source.name), Case { name: one.name(), outcome: outcome(told, one), seconds });
    }
    for problem in told.problems {
        let file = problem.file_name().map_or("unreadable".to_owned(), |file| file.display().to_string());
        let whole = problem.advice().unwrap_or_default().to_owned();
        let outcome = Outcome::Error(problem.to_string(), whole);
        add(relative(&file), Case { name: "the file".to_owned(), outcome, seconds: None });
    }
    write("tileproof", &suites)
}

fn outcome(told: &Told<'_>, one: &Checked) -> Outcome {
    let whole = || human::report(&one.source, &one.report, Style::Plain, false);
    let why = one.entries.first().map_or(one.report.verdict.name().to_owned(), |entry| {
        format!("{}: {}: {}", entry.at.place(), entry.kind.id(), entry.message)
    });
    match (one.exit(told.conditional), one.report.verdict) {
        (Exit::Success, Verdict::Proved | Verdict::Conditional) => Outcome::Passed,
        (Exit::Success, verdict) => {
            Outcome::Skipped(format!("{}, {} accepted", verdict.name(), one.report.accepted()))
        }
        (Exit::Unknown, _) => Outcome::Error(why, whole()),
        (_, _) => Outcome::Failed(why, whole()),
    }
}
