//! The formats by their names.

use driver::check::report::KernelReport;
use driver::load::Source;

use crate::checked::{Checked, Told};
use crate::shard::ShardFile;
use crate::text::Style;
use crate::{github, html, human, json, junit, sarif, short};

/// How reports are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// For a person.
    #[default]
    Human,
    /// A line a finding, as compilers have it.
    Short,
    /// One object, `docs/check.schema.json`.
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
    /// All of them.
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

    /// Whether a report is told as soon as it is there.
    pub const fn is_streamed(self) -> bool {
        matches!(self, Format::Human | Format::Short)
    }

    /// What is told of a kernel as soon as it is there, behind the `earlier` ones.
    pub fn part(self, one: &Checked, earlier: &[Checked], style: Style, verbose: bool) -> String {
        match self {
            Format::Human => {
                let before = earlier.iter().map(|one| (&one.source, &one.report));
                let same = human::repeated((&one.source, &one.report), before, style).filter(|_| !verbose);
                let is_short = |text: &str| !text.contains("\n\n");
                let text = same.unwrap_or_else(|| human::report(&one.source, &one.report, style, verbose));
                // Kernels of which one line is told stand together.
                let gap = if earlier.is_empty() || is_short(&text) { "" } else { "\n" };
                format!("{gap}{text}")
            }
            Format::Short => short::report(one),
            Format::Json | Format::Sarif | Format::Junit | Format::Github | Format::Html => String::new(),
        }
    }

    /// All that is told of a kernel where nothing but findings is asked for, a line each.
    pub fn quiet_part(self, one: &Checked) -> String {
        match self {
            Format::Human => short::quiet(one),
            Format::Short => short::report(one),
            Format::Json | Format::Sarif | Format::Junit | Format::Github | Format::Html => String::new(),
        }
    }

    /// What is told of all kernels; of a streamed format, what stands behind its parts.
    pub fn whole(self, told: &Told<'_>) -> String {
        let pairs = || told.kernels.iter().map(|one| (&one.source, &one.report)).collect::<Vec<_>>();
        match self {
            Format::Human => human_end(told, &pairs()),
            Format::Short => short::rest(told),
            Format::Json => {
                let shard = told.shard.map(|shard| ShardFile::new(shard, told.worst(), told.problems));
                json::report(&pairs(), shard, told.with_text)
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
    format!("{assumptions}{}", human::summary(pairs, told.seconds))
}
