//! Facts about a kernel and a rule, in Markdown, for hovers.

use std::fmt::Write;

use driver::check::report::{Inferred, KernelReport};
use driver::explain::advice;
use driver::files::launch_file::describe_launch;
use report::checked::Checked;
use spec::rules::Rule;

/// The verdict on a kernel, and the clauses of its proof.
pub(super) fn kernel(one: &Checked) -> String {
    let report = &one.report;
    let mut text = format!("**{}**: {}\n\n", code(&one.name()), verdict(report));
    list(&mut text, "given", &report.contract.given);
    list(&mut text, "assumed by the compiled signature", &report.contract.signature);
    for clause in &report.contract.inferred {
        // Writing to a string does not fail.
        let _ = writeln!(text, "- needs {}{}", code(&clause.clause.to_string()), because(one, clause));
    }
    list(&mut text, "proved with", &report.suggestions);
    list(&mut text, "trusted", &report.contract.trusted);
    text.extend(report.notes.iter().map(|note| format!("- {note}\n")));
    text
}

/// The verdict in a few words.
pub(super) fn verdict(report: &KernelReport) -> String {
    let name = report.verdict.name();
    let likely = if report.likely_bug.is_some() { "likely bug; " } else { "" };
    if report.is_conditional() {
        return format!("{likely}proved if {}", joined(&report.inferred()));
    }
    format!("{likely}{name}")
}

/// The violation without a clause, and its launch.
fn because(one: &Checked, clause: &Inferred) -> String {
    let Some(example) = &clause.because else { return String::new() };
    let violation = &example.violation;
    let launch = describe_launch(&example.launch, &one.report.signature);
    let rule = code(violation.rule.code());
    let numbers = launch.first().map(|grid| format!(", in a launch with {grid}")).unwrap_or_default();
    format!(": otherwise {rule} at {}{numbers}", one.source.position(&violation.party.at))
}

/// The clauses without which a rule is broken by an operation.
pub(super) fn needed<'a>(report: &'a KernelReport, offset: usize) -> impl Iterator<Item = String> + 'a {
    let breaks_here = move |one: &&Inferred| {
        one.because.as_ref().is_some_and(|example| example.violation.party.at.offset == offset)
    };
    report.contract.inferred.iter().filter(breaks_here).map(|one| one.clause.to_string())
}

/// The requirement of a rule, and suggestions.
pub(super) fn rule(rule: Rule) -> String {
    let (text, name) = (rule.text(), rule.code());
    format!("> {text}\n\n*try*: {} (`tileproof explain {name}`)\n", advice(rule))
}

fn list(text: &mut String, label: &str, clauses: &[String]) {
    if !clauses.is_empty() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "- {label}: {}", joined(clauses));
    }
}

/// Clauses in sequence.
pub(super) fn joined(clauses: &[String]) -> String {
    clauses.iter().map(|clause| code(clause)).collect::<Vec<_>>().join(", ")
}

/// Words as inline code, even with backquotes inside.
pub(super) fn code(words: &str) -> String {
    format!("`{}`", words.replace('`', "'"))
}
