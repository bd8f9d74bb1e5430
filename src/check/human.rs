//! The report for a person.

use std::collections::BTreeMap;

use spec::rules::Rule;

use crate::diagnostic::shown;
use crate::output::{Style, wrapped};
use driver::check::report::{Clauses, Counterexample, Finding, KernelReport, Status, Verdict};
use driver::failure::Failure;
use driver::files::launch_file::describe_launch;
use driver::load::Source;
use driver::signature::Signature;

/// The report of one kernel.
pub fn report(source: &Source, report: &KernelReport, style: Style) -> String {
    let name = report.name.as_ref().map_or(String::new(), |name| format!(" @{}", source.called(name)));
    let mut text = format!("{}{name}: {}\n", source.name, sentence(report));
    if let Some(problem) = &report.problem {
        text.push_str(&style.render(&Failure::refused(problem, source)));
    }
    for example in report.counterexamples() {
        text.push_str(&counterexample(source, &report.signature, example, style));
    }
    unknowns(source, report, &mut text);
    if report.verdict == Verdict::Proved {
        proof(&report.obligations, &mut text);
    }
    contract(source, report, &mut text);
    unreached(source, report, &mut text);
    for at in &report.asserts {
        let at = source.position(at);
        paragraph("note", &format!("the assert at {at} may fail, which is reported to the host"), &mut text);
    }
    for note in &report.notes {
        paragraph("note", note, &mut text);
    }
    text
}

/// The verdict in a few words.
fn sentence(report: &KernelReport) -> String {
    if report.is_conditional() {
        format!("proved if {}", report.inferred().join(" and "))
    } else {
        let verdict = report.verdict.name();
        report.apart.as_ref().map_or(verdict.to_owned(), |apart| {
            let needs = match (apart.verdict, apart.inferred.as_slice()) {
                (Verdict::Proved, inferred @ [_, ..]) => format!(" if {}", inferred.join(" and ")),
                (_, _) => String::new(),
            };
            let remains = format!("{}{needs}", apart.verdict.name());
            format!("{verdict} by the compiler; apart from that: {remains}")
        })
    }
}

/// A violation with its place, its rule, its picture and its launch.
fn counterexample(source: &Source, signature: &Signature, example: &Counterexample, style: Style) -> String {
    let mut text = shown(source, signature, &example.violation, style);
    text.push_str("\n  launch:\n");
    for line in describe_launch(&example.launch, signature) {
        text.push_str(&wrapped("    ", &line));
    }
    if let Some(blocks) = &example.launch.blocks {
        let blocks: Vec<_> = blocks.iter().map(|[x, y, z]| format!("({x}, {y}, {z})")).collect();
        paragraph("blocks", &blocks.join(", "), &mut text);
    }
    text
}

/// What was neither proved nor refuted, each with why.
fn unknowns(source: &Source, report: &KernelReport, text: &mut String) {
    for finding in &report.obligations {
        match &finding.status {
            Status::Unknown(reason) => {
                let (rule, at) = (finding.rule, source.position(&finding.at));
                paragraph("unknown", &format!("{rule} at {at}: {reason}"), text);
            }
            Status::Proved | Status::Refuted(_) | Status::Accepted(_) => {}
        }
    }
}

/// How much was shown, by rule.
fn proof(obligations: &[Finding], text: &mut String) {
    let mut counts: BTreeMap<Rule, usize> = BTreeMap::new();
    for finding in obligations.iter().filter(|finding| finding.status == Status::Proved) {
        *counts.entry(finding.rule).or_default() += 1;
    }
    let by_rule: Vec<_> = counts.iter().map(|(rule, count)| format!("{count} {rule}")).collect();
    let all: usize = counts.values().sum();
    let plural = if all == 1 { "obligation" } else { "obligations" };
    let listed = if all == 0 { String::new() } else { format!(": {}", by_rule.join(", ")) };
    paragraph("shown", &format!("{all} {plural}{listed}"), text);
}

fn contract(source: &Source, report: &KernelReport, text: &mut String) {
    let Clauses { given, signature, inferred, trusted } = &report.contract;
    let reasons: Vec<_> = inferred.iter().filter_map(|one| Some((one, one.because.as_ref()?))).collect();
    let inferred = inferred.iter().map(|one| one.clause.to_string()).collect();
    let labelled = [
        ("given", given),
        ("assumed by the compiled signature", signature),
        ("inferred", &inferred),
        ("trusted", trusted),
    ];
    for (label, clauses) in labelled {
        if !clauses.is_empty() {
            paragraph(label, &clauses.join("; "), text);
        }
        if label == "inferred" {
            for (one, because) in &reasons {
                let violation = &because.violation;
                let at = source.position(&violation.party.at);
                paragraph("since", &format!("else {} at {at}, without {}", violation.rule, one.clause), text);
            }
        }
    }
    if report.verdict != Verdict::Proved {
        return;
    }
    if !report.axioms.is_empty() {
        paragraph("axioms", &report.axioms.join("; "), text);
    }
    let solver = verify::solver_version();
    let also = if trusted.is_empty() { "" } else { ", and what is trusted" };
    let rests = format!("z3 {solver}, our encoding of the specification, the axioms{also}");
    paragraph("rests on", &rests, text);
    paragraph("not claimed", "that every block ends", text);
}

/// Places that no launch of the contract gets to: what is proved there says nothing.
fn unreached(source: &Source, report: &KernelReport, text: &mut String) {
    let mut places: Vec<String> = Vec::new();
    for finding in report.obligations.iter().filter(|finding| finding.reached == Some(false)) {
        let place = source.position(&finding.at).to_string();
        if !places.contains(&place) {
            places.push(place);
        }
    }
    if !places.is_empty() {
        let reached = format!("no launch of the contract reaches {}", places.join(", "));
        paragraph("note", &reached, text);
    }
}

/// Adds a labelled paragraph.
fn paragraph(label: &str, words: &str, text: &mut String) {
    text.push_str(&wrapped(&format!("  {label}: "), words));
}

/// How many kernels have which verdict, the worst first.
pub(super) fn summary(reports: &[(&Source, &KernelReport)]) -> String {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for (_, report) in reports {
        *counts.entry(report.verdict).or_default() += 1;
    }
    let counts: Vec<_> =
        counts.iter().rev().map(|(verdict, count)| format!("{count} {}", verdict.name())).collect();
    format!("\n{} kernels: {}\n", reports.len(), counts.join(", "))
}
