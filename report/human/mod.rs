//! The report for a person: findings with their source lines, a line for each kernel, and a line for all of them.

mod access;
mod conclusion;
mod details;
mod finding;
mod frame;
mod launch;
mod script;
mod stated;
pub(crate) mod values;

use std::collections::BTreeSet;

use driver::check::report::{Counterexample, KernelReport, Outcome, Status, Verdict};
use driver::check::{UNNEEDED, unneeded_masks};
use driver::files::launch_file::describe_launch;
use driver::load::Source;
use spec::rules::Rule;
use spec::syntax::span::Place;

pub use self::conclusion::summary;
pub(crate) use self::conclusion::{class, conditions};
pub(crate) use self::finding::of as headline_of;
pub(crate) use self::launch::line as launch_line;
pub(crate) use self::script::part;
pub use self::script::script;
use crate::headline::first;
use crate::text::{Style, wrapped};

/// The most findings that are shown in full without -v.
const FULL: usize = 1;

/// The report of one kernel; with `verbose`, all findings in full and the details of the proof.
pub fn report(source: &Source, report: &KernelReport, style: Style, verbose: bool) -> String {
    let mut text = findings(source, report, style, verbose);
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&conclusion(source, report, style, verbose));
    text
}

/// What every proof assumes, for `-v`: once for all kernels.
pub fn assumptions(reports: &[(&Source, &KernelReport)]) -> String {
    details::assumptions(reports)
}

/// The lines of a kernel below its findings.
pub(crate) fn conclusion(source: &Source, report: &KernelReport, style: Style, verbose: bool) -> String {
    let mut text = conclusion::kernel(source, report, style, verbose);
    properties(source, report, verbose, &mut text);
    if verbose {
        details::kernel(source, report, &mut text);
    }
    // The launch of a likely bug may reach what the proof leaves out.
    if report.likely_bug.is_none() {
        unreached(source, report, &mut text);
    }
    for at in &report.asserts {
        let at = source.position(at);
        paragraph("note", &format!("the assert at {at} may fail, which is reported to the host"), &mut text);
    }
    // Other launches may need a mask that one launch does not.
    let is_of_one_launch = source.launch().is_some() || stated::Stated::of(report).is_some();
    for at in unneeded_masks(source, report).into_iter().filter(|_| !is_of_one_launch) {
        paragraph("note", &format!("{}: {UNNEEDED}", source.position(&at)), &mut text);
    }
    // For a launch, the verdict already states the proof.
    let is_plain = report.verdict == Verdict::Proved && source.launch().is_some();
    // Beside a bug that is likely, the reason why nothing is proved does not matter yet.
    let is_told = verbose || !is_plain && report.likely_bug.is_none();
    for note in report.notes.iter().filter(|_| is_told) {
        paragraph("note", note, &mut text);
    }
    text
}

/// What somebody has to look at in a kernel, the worst first.
fn findings(source: &Source, report: &KernelReport, style: Style, verbose: bool) -> String {
    let mut blocks: Vec<String> = Vec::new();
    blocks.extend(report.problem.iter().map(|problem| finding::refused(source, report, problem, style)));
    blocks.extend(report.likely_bug.iter().map(|bug| finding::likely_bug(source, report, bug, style)));
    let examples = report.counterexamples();
    let room = if verbose { examples.len() } else { FULL.saturating_sub(blocks.len()) };
    let full = examples.iter().take(room);
    blocks.extend(full.map(|example| finding::counterexample(source, report, example, style)));
    let likely = report.likely_bug.as_ref().and_then(|bug| bug.example.as_deref());
    let mut told: BTreeSet<_> =
        examples.iter().take(room).copied().chain(likely).map(|one| broken_rule(source, one)).collect();
    let rest = examples.iter().skip(room).filter(|example| told.insert(broken_rule(source, example)));
    let rest: String = rest.map(|example| short(source, report, example)).collect();
    blocks.extend(Some(rest).filter(|rest| !rest.is_empty()));
    if blocks.is_empty() {
        let is_open = |status: &Status| matches!(status, Status::Unknown(_));
        let mut open = report.obligations.iter().filter(|one| is_open(&one.status));
        if let Some(first) = open.next() {
            blocks.push(finding::undecided(source, report, first, open.count(), style));
        }
    }
    blocks.join("\n")
}

/// A finding in a line.
fn short(source: &Source, report: &KernelReport, example: &Counterexample) -> String {
    let violation = &example.violation;
    let level = if report.verdict == Verdict::Undefined { "error" } else { "warning" };
    let at = source.position(&violation.party.at);
    format!("{level}[{}] also at {at}: {} (-v)\n", violation.rule, violation.rule.title())
}

/// The rules and places broken by launches, to recognize the same bug of another launch or template instance.
fn broken(source: &Source, report: &KernelReport) -> BTreeSet<(Rule, String)> {
    let examples = report.counterexamples().into_iter();
    let likely = report.likely_bug.as_ref().and_then(|bug| bug.example.as_deref());
    let without_launch = in_full(source, report).into_iter();
    examples.chain(likely).map(|example| broken_rule(source, example)).chain(without_launch).collect()
}

/// The rule and place of the finding that is shown in full: a counterexample, a likely bug, or else the first open obligation.
fn in_full(source: &Source, report: &KernelReport) -> Option<(Rule, String)> {
    let at = |(rule, at): (Rule, &Place)| (rule, source.position(at).to_string());
    let shown = first(report).map(|example| broken_rule(source, example));
    let likely = || report.likely_bug.as_ref()?.broken().map(at);
    let mut open = report.obligations.iter().filter(|one| matches!(one.status, Status::Unknown(_)));
    shown.or_else(likely).or_else(|| open.next().map(|one| at((one.rule, &one.at))))
}

/// What recognizes a bug. Two accesses that race inside a block and between blocks are one bug, whichever access shows it.
fn broken_rule(source: &Source, example: &Counterexample) -> (Rule, String) {
    let violation = &example.violation;
    let at = source.position(&violation.party.at).to_string();
    let other = violation.other.as_ref().map(|other| source.position(&other.at).to_string());
    match other.filter(|other| *other != at) {
        Some(other) if matches!(violation.rule, Rule::RaceToken | Rule::RaceBlock) => {
            let (first, last) = if at < other { (at, other) } else { (other, at) };
            (Rule::RaceBlock, format!("{first}, {last}"))
        }
        Some(_) | None => (violation.rule, at),
    }
}

/// The short report of a kernel that repeats an earlier kernel's bug at the same places: its line and its
/// launch.
pub(crate) fn repeated<'a>(
    one: (&Source, &KernelReport),
    mut earlier: impl Iterator<Item = (&'a Source, &'a KernelReport)>,
    style: Style,
) -> Option<String> {
    let (source, report) = one;
    let own = broken(source, report);
    let main = in_full(source, report)?;
    let is_error = |report: &KernelReport| first(report).is_some() || report.likely_bug.is_some();
    let (of, before) = earlier.find(|(source, before)| {
        in_full(source, before).as_ref() == Some(&main)
            && broken(source, before).is_superset(&own)
            && (is_error(before) || !is_error(report))
    })?;
    let mut text = conclusion(source, report, style, false);
    let shown = |source: &Source, report: &KernelReport| {
        let violation = &first(report)?.violation;
        Some((violation.rule, source.position(&violation.party.at).to_string()))
    };
    let (rule, place) = shown(of, before).unwrap_or(main);
    // A race inside a block has the accesses of a race between blocks.
    let own = shown(source, report).map_or(rule, |(own, _)| own);
    let label = match is_error(report) {
        true if own == rule => "the same error as above",
        true => "an error of the accesses above",
        false => "undecided as above",
    };
    paragraph(label, &format!("{own} at {place}"), &mut text);
    if let Some(example) = first(report) {
        paragraph("launch", &launch::line(example, &report.signature), &mut text);
    }
    Some(text)
}

/// The properties of the contract with their results, and a launch without the property.
fn properties(source: &Source, report: &KernelReport, verbose: bool, text: &mut String) {
    for one in report.properties.iter().filter(|one| verbose || one.outcome != Outcome::Proved) {
        let outcome = match &one.outcome {
            Outcome::Proved => "proved".to_owned(),
            Outcome::Unknown(why) => format!("unknown: {why}"),
            Outcome::Violated(lacking) => format!("violated by this launch: {}", lacking.what),
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

/// Places that no launch of the contract reaches: a proof there says nothing.
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
