//! A check as tests: a suite a file, a case a kernel, which passes where the exit code of the kernel alone is 0.

use driver::check::report::Verdict;
use driver::exit::Exit;

use super::{Case, Outcome, Suite, write};
use crate::checked::{Checked, Told, launches_first};
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
    let ordered = launches_first(told.kernels);
    for (at, one) in ordered.iter().enumerate() {
        let seconds = Some(one.report.seconds);
        let outcome = outcome(told, one, &ordered[..at]);
        add(relative(&one.source.name), Case { name: name(one, &ordered[..at]), outcome, seconds });
    }
    for problem in told.problems {
        let file = problem.file_name().map_or("unreadable".to_owned(), |file| file.display().to_string());
        let whole = problem.advice().unwrap_or_default().to_owned();
        let outcome = Outcome::Error(problem.to_string(), whole);
        add(relative(&file), Case { name: "the file".to_owned(), outcome, seconds: None });
    }
    write("tileproof", &suites)
}

/// The name of a case behind earlier ones: the kernel, and of a launch its grid and arguments. Equal launches of a line are numbered, so
/// that each name stands for one case from run to run.
fn name(one: &Checked, earlier: &[&Checked]) -> String {
    let told = |one: &Checked| match one.source.launch().and_then(|launch| launch.split_once(", grid ")) {
        Some((_, values)) => format!("{}, grid {values}", one.name()),
        None => one.name(),
    };
    let own = told(one);
    let is_equal = |other: &&&Checked| other.source.name == one.source.name && told(other) == own;
    match earlier.iter().filter(is_equal).count() {
        0 => own,
        before => format!("{own} #{}", before + 1),
    }
}

/// The outcome of a kernel behind earlier ones. A finding that an earlier case shows in full is shown in a few lines.
fn outcome(told: &Told<'_>, one: &Checked, earlier: &[&Checked]) -> Outcome {
    let whole = || human::part(one, earlier, Style::Plain, false).trim_start().to_owned();
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
