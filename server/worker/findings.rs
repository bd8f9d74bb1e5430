//! What is left to look at, as diagnostics.

use driver::config::Strictness;
use driver::exit::Exit;
use driver::failure::Failure;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range, TextEdit,
};
use report::checked::Checked;
use report::entry::{Entry, Kind, Level};
use report::explain::UNREADABLE;
use report::proposal::Proposal;
use spec::syntax::span::Place;

use super::place::Places;
use super::promise::promise;
use crate::order::{Found, Proposed};
use crate::uri;

/// The source of the diagnostics.
const SOURCE: &str = "tileproof";

/// What is left to look at of a kernel.
pub(super) fn of_report(places: &Places, one: &Checked, strictness: Option<Strictness>) -> Vec<Found> {
    one.entries.iter().map(|entry| found(places, one, entry, strictness)).collect()
}

fn found(places: &Places, one: &Checked, entry: &Entry, strictness: Option<Strictness>) -> Found {
    let (at, other) = &entry.places;
    let place = places.line(&one.source, at);
    let nowhere = place.is_none().then(|| format!(" (at {})", one.source.position(at)));
    let (file, range) = place.unwrap_or_else(|| places.beginning());
    let mut message = entry.message.clone();
    if let (Kind::Verdict(_), Some(_)) = (entry.kind, &entry.kernel) {
        message.insert_str(0, &format!("{}: ", one.name()));
    }
    message.extend(nowhere);
    message.extend(entry.help.iter().map(|help| format!("\ntry: {help}")));
    let related = other.iter().filter_map(|other| location(places, one, other, "the other access"));
    let related = related.chain(callers(places, one, at)).collect::<Vec<_>>();
    let diagnostic = Diagnostic {
        range,
        severity: Some(severity(one, entry, strictness)),
        code: Some(NumberOrString::String(entry.kind.id().to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        related_information: Some(related).filter(|related| !related.is_empty()),
        ..Diagnostic::default()
    };
    let proposal = entry.proposal.as_ref().filter(|_| !places.is_own());
    let proposal = proposal.and_then(|proposal| proposed(places, proposal));
    let promise = || {
        promise(places, one).filter(|_| matches!(entry.kind, Kind::Verdict(_)) || entry.is_open(&one.report))
    };
    Found { uri: file, diagnostic, proposal: proposal.or_else(promise) }
}

/// What nobody could decide says nothing against a kernel.
fn severity(one: &Checked, entry: &Entry, strictness: Option<Strictness>) -> DiagnosticSeverity {
    if entry.is_open(&one.report) {
        return DiagnosticSeverity::INFORMATION;
    }
    match (entry.level, strictness) {
        (Level::Error, _) => DiagnosticSeverity::ERROR,
        (Level::Warning, _) | (Level::Note, Some(Strictness::Reject)) => DiagnosticSeverity::WARNING,
        (Level::Note, Some(Strictness::Accept)) => DiagnosticSeverity::HINT,
        (Level::Note, Some(Strictness::Report) | None) => DiagnosticSeverity::INFORMATION,
    }
}

fn location(
    places: &Places,
    one: &Checked,
    at: &Place,
    message: &str,
) -> Option<DiagnosticRelatedInformation> {
    let (file, range) = places.line(&one.source, at)?;
    related(&file, range, message)
}

fn related(file: &str, range: Range, message: &str) -> Option<DiagnosticRelatedInformation> {
    let location = Location::new(uri::parse(file)?, range);
    Some(DiagnosticRelatedInformation { location, message: message.to_owned() })
}

/// The call sites that lead to a place in an author's files.
fn callers(places: &Places, one: &Checked, at: &Place) -> Vec<DiagnosticRelatedInformation> {
    if places.is_own() {
        return Vec::new();
    }
    let called = one.source.callers(at).into_iter().filter_map(|position| {
        let start = (position.line, position.column);
        let region = report::region::Region { file: position.file, start, end: Some(start) };
        let (file, range) = places.region(&region)?;
        related(&file, range, "called here")
    });
    called.collect()
}

fn proposed(places: &Places, proposal: &Proposal) -> Option<Proposed> {
    let edit = |(region, text): &(report::region::Region, String)| {
        let (file, range) = places.region(region)?;
        Some((file, TextEdit::new(range, text.clone())))
    };
    let edits = proposal.edits.iter().map(edit).collect::<Option<_>>()?;
    let (line, words) = &proposal.shown;
    Some(Proposed { title: format!("Change line {line} to `{words}` (untried)"), edits, is_promise: false })
}

/// The reasons why a file cannot be checked: each compiler error with a line of the file.
pub(super) fn of_failure(places: &Places, failure: &Failure) -> Vec<Found> {
    let (severity, code) = match failure.exit {
        Exit::IllFormed => (DiagnosticSeverity::ERROR, "ill-formed"),
        Exit::Unknown => (DiagnosticSeverity::INFORMATION, UNREADABLE),
        Exit::Success
        | Exit::Undefined
        | Exit::Violated
        | Exit::Usage
        | Exit::NoGpu
        | Exit::Fault
        | Exit::Conditional
        | Exit::Harness
        | Exit::Refused => (DiagnosticSeverity::WARNING, UNREADABLE),
    };
    let found = |(uri, range): (String, Range), message: String| Found {
        uri,
        diagnostic: Diagnostic {
            range,
            severity: Some(severity),
            code: Some(NumberOrString::String(code.to_owned())),
            source: Some(SOURCE.to_owned()),
            message,
            ..Diagnostic::default()
        },
        proposal: None,
    };
    let message = failure.to_string();
    let errors = compiler_errors(&message, places.uri());
    if !errors.is_empty() {
        let here = |line| (places.uri().to_owned(), places.line_range(line));
        return errors.into_iter().map(|(line, words)| found(here(line), words)).collect();
    }
    let place = failure.spot().and_then(|spot| places.excerpt(spot)).unwrap_or_else(|| places.beginning());
    let advice = failure.advice().map(|advice| format!("\ntry: {advice}")).unwrap_or_default();
    vec![found(place, message + &advice)]
}

/// The errors of a compiler that name a line of the file, as `k.cu(5): error: …` with the lines that belong to it; lines are from zero.
fn compiler_errors(message: &str, uri: &str) -> Vec<(usize, String)> {
    let name = uri::to_path(uri).and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let Some(name) = name else { return Vec::new() };
    let begins = |line: &str| {
        let (place, words) = line.split_once(": error: ")?;
        let (file, number) = place.strip_suffix(')')?.rsplit_once('(')?;
        let number: usize = number.parse().ok()?;
        file.ends_with(&name).then(|| (number.saturating_sub(1), words.to_owned()))
    };
    let mut found: Vec<(usize, String)> = Vec::new();
    for line in message.lines() {
        match (begins(line), found.last_mut()) {
            (Some(error), _) => found.push(error),
            (None, Some((_, words))) if line.starts_with(char::is_whitespace) => {
                words.push('\n');
                words.push_str(line);
            }
            (None, _) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_compiler_stand_at_their_lines() {
        let said = "nvcc does not accept k.cu\nk.cu(5): error: no instance\n    x.load(3);\nh.h(2): error: other\n/a/k.cu(7): error: u\nand 3 more";
        let found = compiler_errors(said, "file:///p/k.cu");
        assert_eq!(found, [(4, "no instance\n    x.load(3);".to_owned()), (6, "u".to_owned())]);
        assert!(compiler_errors("there is no nvcc", "file:///p/k.cu").is_empty());
    }
}
