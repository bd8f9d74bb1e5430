//! What is unknown, in five lines: what is open, why, which launch shows it, what to add, and where the details are.

use driver::check::report::{Finding, KernelReport, Status, as_written};
use driver::load::Source;

use super::paragraph;

/// Adds what is open and what to do.
pub(super) fn summary(source: &Source, report: &KernelReport, text: &mut String) {
    let open: Vec<&Finding> = report.obligations.iter().filter(|one| is_open(one)).collect();
    if let Some(first) = open.first() {
        let more = if open.len() > 1 { format!(", and {} more", open.len() - 1) } else { String::new() };
        line("open", &format!("{} at {}{more}", first.rule, source.position(&first.at)), text);
    }
    match report.likely_bug.as_ref().and_then(|bug| bug.broken()) {
        Some((rule, place)) => {
            let at = source.position(place);
            line("likely bug", &format!("{rule} at {at}, in a launch that one would make"), text);
        }
        None => line("why", &why(report, open.first().copied()), text),
    }
    let likely = report.likely_bug.as_ref().and_then(|bug| bug.example.as_deref());
    if let Some(example) = likely.or(report.counterexamples().first().copied()) {
        let [x, y, z] = example.launch.grid;
        let words = driver::files::launch_file::describe_launch(&example.launch, &report.signature);
        let numbers: Vec<_> =
            words.into_iter().filter(|word| word.contains(" = ") && !word.contains(':')).collect();
        line("launch", &format!("grid ({x}, {y}, {z}), {}", numbers.join(", ")), text);
    }
    advise(report, text);
    line("details", "-v", text);
}

/// Adds what the author may add.
fn advise(report: &KernelReport, text: &mut String) {
    // What a search found that came to its end is known not to be enough.
    let found = if report.ended_early { report.inferred() } else { Vec::new() };
    let (clauses, how) = if report.suggestions.is_empty() {
        (&found, "found so far; whether it is enough was not decided")
    } else {
        (&report.suggestions, "tried: with this it is proved")
    };
    if clauses.is_empty() {
        line("add", "nothing that was tried makes it a proof", text);
        return;
    }
    let clauses: Vec<_> = clauses.iter().map(|clause| as_written(clause)).collect();
    paragraph("add", &format!("{}  ({how})", clauses.join(" ")), text);
}

fn is_open(finding: &Finding) -> bool {
    match finding.status {
        Status::Unknown(_) | Status::Refuted(_) => true,
        Status::Proved | Status::Accepted(_) => false,
    }
}

/// Why it is not known, in one sentence.
fn why(report: &KernelReport, first: Option<&Finding>) -> String {
    match first.map(|finding| &finding.status) {
        Some(Status::Unknown(reason)) => reason.clone(),
        Some(Status::Refuted(_)) => {
            "a launch breaks it that nobody excludes: the contract does not say enough".to_owned()
        }
        Some(Status::Proved | Status::Accepted(_)) | None => {
            report.notes.first().cloned().unwrap_or_else(|| "nothing was decided".to_owned())
        }
    }
}

/// The most letters of a line.
const LETTERS: usize = 160;

/// One line, cut where it is too long: the details have the rest.
fn line(label: &str, words: &str, text: &mut String) {
    let short: String = words.chars().take(LETTERS).collect();
    let dots = if short.len() < words.len() { " …" } else { "" };
    text.push_str(&format!("  {label}: {short}{dots}\n"));
}
