//! The formats by their names.

use driver::check::report::KernelReport;
use driver::load::Source;

use crate::checked::{Checked, Told};
use crate::shard::ShardFile;
use crate::text::Style;
use crate::{github, html, human, json, junit, sarif, short};

/// How a report looks.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// With colors, or without.
    pub style: Style,
    /// Whether a person is told the details of proofs.
    pub verbose: bool,
    /// Whether a person is told findings alone, each in a line.
    pub quiet: bool,
    /// Whether a proof with inferred preconditions is a finding, too.
    pub conditional: bool,
    /// Whether JSON has the text of each report for people.
    pub with_text: bool,
}

/// How reports are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// For a person.
    #[default]
    Human,
    /// A line a finding, as compilers have it.
    Short,
    /// An object, `docs/check.schema.json`.
    Json,
    /// SARIF 2.1.0, for code scanning and editors.
    Sarif,
    /// JUnit's XML: a test a kernel.
    Junit,
    /// Annotations of GitHub's workflows.
    Github,
    /// A page.
    Html,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::Human,
        Format::Short,
        Format::Json,
        Format::Sarif,
        Format::Junit,
        Format::Github,
        Format::Html,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Human => "human",
            Format::Short => "short",
            Format::Json => "json",
            Format::Sarif => "sarif",
            Format::Junit => "junit",
            Format::Github => "github",
            Format::Html => "html",
        }
    }

    /// The output for one kernel, printed as soon as its report is ready, after the `earlier` kernels.
    pub fn part(self, one: &Checked, earlier: &[Checked], look: Look) -> String {
        match self {
            Format::Human if look.quiet => short::quiet(one, earlier.iter(), look.conditional),
            Format::Human => human::part(one, &earlier.iter().collect::<Vec<_>>(), look.style, look.verbose),
            Format::Short => short::report(one, earlier),
            Format::Json => json::part(&one.source, &one.report, earlier.is_empty(), look.with_text),
            Format::Sarif | Format::Junit | Format::Github | Format::Html => String::new(),
        }
    }

    /// Whether the output of a script starts with its launches, and so waits for the whole script.
    pub fn gathers_scripts(self) -> bool {
        self == Format::Human
    }

    /// The output for all kernels; for a streamed format, the text after its parts.
    pub fn whole(self, told: &Told<'_>) -> String {
        let pairs = || told.kernels.iter().map(|one| (&one.source, &one.report)).collect::<Vec<_>>();
        match self {
            Format::Human => human_end(told, &pairs()),
            Format::Short => short::rest(told),
            Format::Json => {
                let shard = told.shard.map(|shard| ShardFile::new(shard, told.worst(), told.problems));
                json::end(told.kernels.len(), shard.as_ref())
            }
            Format::Sarif => sarif::report(told),
            Format::Junit => junit::check::report(told),
            Format::Github => github::report(told),
            Format::Html => html::report(told),
        }
    }
}

/// The last line for a person, and with `-v` what every proof assumes.
fn human_end(told: &Told<'_>, pairs: &[(&Source, &KernelReport)]) -> String {
    let assumptions = if told.verbose { human::assumptions(pairs) } else { String::new() };
    let summary = human::summary(pairs, told.seconds);
    format!("{assumptions}{}{}\n", summary.trim(), told.rest_in_words())
}
