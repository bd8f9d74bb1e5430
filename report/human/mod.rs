//! The report for a person.

mod unknown;

use std::collections::BTreeMap;

use spec::rules::Rule;
use spec::syntax::contract::Property;

use crate::diagnostic::titled;
use crate::text::{Style, wrapped};
use driver::check::report::{
    Clauses, Counterexample, Ensured, Finding, KernelReport, LikelyBug, Outcome, Status, Verdict, as_written,
};
use driver::check::{UNNEEDED, unneeded_masks};
use driver::failure::Failure;
use driver::files::launch_file::describe_launch;
use driver::load::{Source, function_name};

use crate::headline;

/// The report of one kernel; of what is unknown all that was found out only where that is asked for.
pub fn report(source: &Source, report: &KernelReport, style: Style, verbose: bool) -> String {
    let name = report.name.as_ref().map_or(String::new(), |name| match source.called(name) {
        called if called != name => format!(" @{called}"),
        _ => match function_name(name) {
            function if function == name => format!(" @{name}"),
            function => format!(" {function} (@{name})"),
        },
    });
    let mut text = format!("{}{name}: {}{}\n", source.name, sentence(report), open_properties(report));
    for (label, words) in headline::headline(source, report).into_iter().flatten() {
        paragraph(label, &words, &mut text);
    }
    if report.verdict == Verdict::Unknown {
        unknown::summary(source, report, &mut text);
        if !verbose {
            return text;
        }
    }
    if let Some(problem) = &report.problem {
        text.push_str(&style.render(&Failure::refused(problem, source)));
    }
    if let Some(bug) = &report.likely_bug {
        likely_bug(source, report, bug, style, &mut text);
    }
    for example in report.counterexamples() {
        text.push_str(&counterexample(source, report, example, style));
    }
    refuted(report, &mut text);
    unknowns(source, report, &mut text);
    properties(source, report, &mut text);
    if report.verdict.is_proof() {
        proof(&report.obligations, &mut text);
    }
    accepted(source, report, &mut text);
    contract(source, report, &mut text);
    unreached(source, report, &mut text);
    for at in &report.asserts {
        let at = source.position(at);
        paragraph("note", &format!("the assert at {at} may fail, which is reported to the host"), &mut text);
    }
    for at in unneeded_masks(source, report) {
        paragraph("note", &format!("{}: {UNNEEDED}", source.position(&at)), &mut text);
    }
    for note in &report.notes {
        paragraph("note", note, &mut text);
    }
    text
}

/// The verdict in a few words.
fn sentence(report: &KernelReport) -> String {
    let likely = if report.likely_bug.is_some() { "likely bug; " } else { "" };
    let accepted = match report.accepted() {
        0 => String::new(),
        1 => ", 1 finding accepted".to_owned(),
        number => format!(", {number} findings accepted"),
    };
    if report.is_conditional() {
        return format!("{likely}proved if {}{accepted}", report.inferred().join(" and "));
    }
    let verdict = report.verdict.name();
    report.apart.as_ref().map_or(format!("{likely}{verdict}{accepted}"), |apart| {
        let remains = match (apart.verdict, apart.inferred.as_slice()) {
            (Verdict::Conditional, inferred) => format!("proved if {}", inferred.join(" and ")),
            (verdict, _) => verdict.name().to_owned(),
        };
        format!("{verdict} by the compiler{accepted}; apart from that: {remains}")
    })
}

/// What is likely to be a bug: the launch that one would make, what it breaks, and what the author writes if he means it.
fn likely_bug(source: &Source, report: &KernelReport, bug: &LikelyBug, style: Style, text: &mut String) {
    let broken = bug.broken().map(|(rule, place)| format!("{rule} at {}: ", source.position(place)));
    paragraph("likely bug", &format!("{}{}", broken.unwrap_or_default(), bug.why), text);
    if let Some(example) = &bug.example {
        text.push_str(&counterexample(source, report, example, style));
    }
    let written = bug.clears.iter().map(|clause| format!("`{}`", as_written(clause)));
    let clears = written.collect::<Vec<_>>().join(", or ");
    let allow = bug.broken().map(|(rule, _)| format!(", or `// tileproof: allow {rule}, because …`"));
    let allow = allow.unwrap_or_default();
    paragraph("if it is meant", &format!("write {clears} into the contract{allow}"), text);
}

/// A violation with its place, its rule, its picture and its launch.
fn counterexample(source: &Source, report: &KernelReport, example: &Counterexample, style: Style) -> String {
    let violation = &example.violation;
    let title = match (report.meaning(&violation.party.at), report.verdict) {
        (Some(meaning), _) => Some(format!("{meaning}, which the compiler assumes")),
        (None, Verdict::Unknown) => {
            Some(format!("a launch that nobody excludes: {}", violation.rule.title()))
        }
        (
            None,
            Verdict::Proved
            | Verdict::Conditional
            | Verdict::Unsupported
            | Verdict::IllFormed
            | Verdict::Undefined,
        ) => None,
    };
    let mut text = titled(source, &report.signature, violation, title, style);
    text.push_str("\n  launch:\n");
    for line in describe_launch(&example.launch, &report.signature) {
        text.push_str(&wrapped("    ", &line));
    }
    if let Some(blocks) = &example.launch.blocks {
        let blocks: Vec<_> = blocks.iter().map(|[x, y, z]| format!("({x}, {y}, {z})")).collect();
        paragraph("blocks", &blocks.join(", "), &mut text);
    }
    text
}

/// The properties that are not proved, in a few words.
fn open_properties(report: &KernelReport) -> String {
    let is_open = |one: &&Ensured| report.verdict.is_proof() && one.outcome != Outcome::Proved;
    let open = report.properties.iter().filter(is_open);
    open.map(|one| format!("; {} is {}", one.property, one.outcome.name())).collect()
}

/// What the contract ensures, with what became of it, and the launch that lacks it.
fn properties(source: &Source, report: &KernelReport, text: &mut String) {
    for one in &report.properties {
        let outcome = match &one.outcome {
            Outcome::Proved => "proved".to_owned(),
            Outcome::Unknown(why) => format!("unknown: {why}"),
            Outcome::Violated(lacking) => format!("violated: {} by this launch", lacking.what),
        };
        let at = one.at.as_ref().map_or(String::new(), |at| format!(" at {}", source.position(at)));
        paragraph("ensures", &format!("{}: {outcome}{at}", one.property), text);
        if let Outcome::Violated(lacking) = &one.outcome {
            text.push_str("\n  launch:\n");
            for line in describe_launch(&lacking.launch, &report.signature) {
                text.push_str(&wrapped("    ", &line));
            }
        }
    }
}

/// How many obligations are broken, where there are more than launches that are shown.
fn refuted(report: &KernelReport, text: &mut String) {
    let broken = |finding: &&Finding| matches!(finding.status, Status::Refuted(_));
    let (count, shown) = (report.obligations.iter().filter(broken).count(), report.counterexamples().len());
    if count > shown {
        let rules = by_rule(report.obligations.iter().filter(broken));
        paragraph("refuted", &format!("{count} obligations, shown by {shown} launches: {rules}"), text);
    }
}

/// What the author accepts, each with where and why.
fn accepted(source: &Source, report: &KernelReport, text: &mut String) {
    for finding in &report.obligations {
        if let Status::Accepted(because) = &finding.status {
            let at = source.position(&finding.at);
            paragraph("accepted", &format!("{} at {at}, because {because}", finding.rule), text);
        }
    }
}

/// How many findings there are of each rule.
fn by_rule<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    let mut counts: BTreeMap<Rule, usize> = BTreeMap::new();
    for finding in findings {
        *counts.entry(finding.rule).or_default() += 1;
    }
    counts.iter().map(|(rule, count)| format!("{count} {rule}")).collect::<Vec<_>>().join(", ")
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
    let proved = || obligations.iter().filter(|finding| finding.status == Status::Proved);
    let all = proved().count();
    let plural = if all == 1 { "obligation" } else { "obligations" };
    let listed = if all == 0 { String::new() } else { format!(": {}", by_rule(proved())) };
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
    if !report.verdict.is_proof() {
        return;
    }
    if !report.axioms.is_empty() {
        paragraph("axioms", &report.axioms.join("; "), text);
    }
    let solver = verify::solver_version();
    let also = if trusted.is_empty() { "" } else { ", and what is trusted" };
    let rests = format!("z3 {solver}, our encoding of the specification, the axioms{also}");
    paragraph("rests on", &rests, text);
    let ends =
        |one: &Ensured| matches!(one.property, Property::Progress { .. }) && one.outcome == Outcome::Proved;
    if !report.properties.iter().any(ends) {
        paragraph("not claimed", "that every block ends", text);
    }
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
pub(super) fn paragraph(label: &str, words: &str, text: &mut String) {
    text.push_str(&wrapped(&format!("  {label}: "), words));
}

/// How many kernels have which verdict, the worst first.
pub fn summary(reports: &[(&Source, &KernelReport)]) -> String {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for (_, report) in reports {
        *counts.entry(report.verdict).or_default() += 1;
    }
    let counts: Vec<_> =
        counts.iter().rev().map(|(verdict, count)| format!("{count} {}", verdict.name())).collect();
    let likely = match reports.iter().filter(|(_, report)| report.likely_bug.is_some()).count() {
        0 => String::new(),
        1 => "; 1 likely bug".to_owned(),
        number => format!("; {number} likely bugs"),
    };
    let plural = if reports.len() == 1 { "kernel" } else { "kernels" };
    let colon = if counts.is_empty() { "" } else { ": " };
    format!("\n{} {plural}{colon}{}{likely}\n", reports.len(), counts.join(", "))
}
