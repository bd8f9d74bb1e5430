//! A violation as a diagnostic: the source with both places, the rule, and what to try.

use std::fmt::{self, Write};
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use spec::problem::{Party, Violation};

use crate::picture;
use crate::text::{Style, wrapped};
use driver::explain::advice;
use driver::load::{Excerpt, Source};
use driver::signature::Signature;

/// A file with marked places.
#[derive(Debug)]
pub struct Report {
    title: String,
    code: Option<&'static str>,
    help: Option<String>,
    source: NamedSource<Arc<str>>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

impl Report {
    /// The diagnostic of a violation.
    pub fn new(violation: &Violation, source: &Source) -> Self {
        let (spot, label) = excerpt_of(source, &violation.party);
        let mut report = Report {
            title: format!("undefined behavior: {}", violation.rule.title()),
            code: Some(violation.rule.code()),
            help: Some(advice(violation.rule).to_owned()),
            labels: vec![LabeledSpan::new_primary_with_span(Some(label), (spot.offset, spot.len))],
            source: spot.source,
            related: Vec::new(),
        };
        if let Some(other) = &violation.other {
            report.add(source, other);
        }
        report
    }

    /// Replaces the title.
    #[must_use]
    pub fn titled(self, title: Option<String>) -> Self {
        Report { title: title.unwrap_or(self.title), ..self }
    }

    /// Adds the other side: in the same picture if it is elsewhere in the same file.
    fn add(&mut self, source: &Source, other: &Party) {
        let (spot, label) = excerpt_of(source, other);
        let here = self.labels.iter_mut().find(|l| l.offset() == spot.offset);
        match (spot.source.name() == self.source.name(), here) {
            (true, Some(here)) => {
                let both = format!("{}; {label}", here.label().unwrap_or_default());
                *here = LabeledSpan::new_primary_with_span(Some(both), *here.inner());
            }
            (true, None) => {
                self.labels.push(LabeledSpan::new_with_span(Some(label), (spot.offset, spot.len)));
            }
            (false, _) => self.related.push(Report {
                title: "the other access".to_owned(),
                code: None,
                help: None,
                labels: vec![LabeledSpan::new_primary_with_span(Some(label), (spot.offset, spot.len))],
                source: spot.source,
                related: Vec::new(),
            }),
        }
    }
}

/// A violation with its place, its rule and its picture.
pub fn shown(source: &Source, signature: &Signature, violation: &Violation, style: Style) -> String {
    titled(source, signature, violation, None, style)
}

/// The same diagnostic under another title, if given.
pub fn titled(
    source: &Source,
    signature: &Signature,
    violation: &Violation,
    title: Option<String>,
    style: Style,
) -> String {
    let mut text = format!("\n{}", style.render(&Report::new(violation, source).titled(title)));
    text.push_str(&wrapped("  required: ", violation.rule.text().trim()));
    let memory =
        violation.parameter.map_or("the memory".to_owned(), |at| format!("`{}`", signature.name(at)));
    if let Some(picture) = picture::draw(violation, &memory) {
        text.push('\n');
        for line in picture.lines() {
            // Writing to a string does not fail.
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// The excerpt of one side, and its label.
fn excerpt_of(source: &Source, party: &Party) -> (Excerpt, String) {
    let spot = source.excerpt(&party.at);
    let [x, y, z] = party.block;
    let mut label = format!("block ({x}, {y}, {z})");
    if let Some(lane) = party.lane.as_ref().filter(|lane| !lane.is_empty()) {
        let lane: Vec<_> = lane.iter().map(ToString::to_string).collect();
        label.push_str(&format!(", element ({}) of the tile", lane.join(", ")));
    }
    for iteration in &party.iterations {
        let of = if party.iterations.len() > 1 {
            format!(" of the loop at line {}", source.position(&iteration.at).line)
        } else {
            String::new()
        };
        label.push_str(&format!(", iteration {}{of}", iteration.number));
    }
    if let Some(elsewhere) = &spot.elsewhere {
        label.push_str(&format!(", from {elsewhere}"));
    }
    for caller in source.callers(&party.at) {
        label.push_str(&format!(", called at {caller}"));
    }
    (spot, label)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let code = self.code?;
        Some(Box::new(code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        let related = self.related.iter().map(|report| -> &dyn Diagnostic { report });
        Some(Box::new(related))
    }
}
