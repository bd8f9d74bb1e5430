//! The descriptors of rules: all that the language has, and the verdicts that results have in place of a rule.

use serde_json::Value;
use serde_sarif::sarif::{MultiformatMessageString, ReportingConfiguration, ReportingDescriptor};
use spec::rules::Rule;

use crate::checked::Told;
use crate::entry::{Kind, Level};
use crate::explain::{explain, explain_code};
use crate::text::COLUMNS;

/// The identifiers that results may name, in order.
pub(super) struct Known(Vec<(Kind, Level)>);

impl Known {
    /// All rules, and the other subjects of the findings.
    pub(super) fn new(told: &Told<'_>) -> Self {
        let mut known: Vec<_> = Rule::ALL.iter().map(|rule| (Kind::Rule(*rule), Level::Error)).collect();
        for entry in told.kernels.iter().flat_map(|one| &one.entries) {
            if !known.iter().any(|(kind, _)| *kind == entry.kind) {
                known.push((entry.kind, entry.level));
            }
        }
        Known(known)
    }

    /// The position of a kind.
    pub(super) fn index(&self, kind: Kind) -> Option<i64> {
        self.0.iter().position(|(known, _)| *known == kind).and_then(|at| i64::try_from(at).ok())
    }

    /// All descriptors.
    pub(super) fn descriptors(&self) -> Vec<ReportingDescriptor> {
        self.0.iter().map(|(kind, level)| descriptor(*kind, *level)).collect()
    }
}

fn descriptor(kind: Kind, level: Level) -> ReportingDescriptor {
    let text = |text: &str| MultiformatMessageString::builder().text(text).build();
    let usual = ReportingConfiguration::builder().level(Value::from(level.name())).build();
    let (title, whole, help) = match kind {
        Kind::Rule(rule) => (rule.title(), rule.text().trim().to_owned(), explain(rule, COLUMNS)),
        Kind::Property(name) => {
            let section = spec::chapters::section(name).map(|section| section.text.to_owned());
            let help = section.unwrap_or_default();
            let first = help.split("\n\n").next().unwrap_or_default().to_owned();
            (name, first, help)
        }
        Kind::Verdict(verdict) => {
            let whole = verdict.meaning().to_owned();
            let help = explain_code(verdict.name(), COLUMNS).unwrap_or_else(|| whole.clone());
            (verdict.title(), whole, help)
        }
    };
    ReportingDescriptor::builder()
        .id(kind.id())
        .short_description(text(title))
        .full_description(text(&whole))
        .help(text(&help))
        .default_configuration(usual)
        .build()
}
