//! What came of the mutants, in tables.

use std::fmt::Write;

use crate::edits::{KINDS, Kind};
use crate::fates::{Fate, Row};
use crate::subjects::Subject;
use crate::trials::Trial;

/// The number of mutants per fate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// All mutants.
    pub(crate) made: usize,
    /// No kernels.
    pub(crate) ill_formed: usize,
    /// Kernels without a meaning.
    pub(crate) unsupported: usize,
    /// Refuted.
    pub(crate) killed: usize,
    /// Proved, and the same in every launch.
    pub(crate) equivalent: usize,
    /// Proved, and defined in every launch, with other results.
    pub(crate) other: usize,
    /// Proved, without a demonstration of harmlessness.
    pub(crate) unexplained: usize,
    /// Neither, and every launch that was run is defined.
    pub(crate) harmless: usize,
    /// Neither, and a launch breaks a rule, or none could be run.
    pub(crate) unknown: usize,
    /// The proved mutants that ran on all small launches.
    pub(crate) on_all: usize,
}

impl Counts {
    /// Counts some rows.
    pub(crate) fn of<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let mut counts = Counts::default();
        for row in rows {
            counts.made += 1;
            let counter = match &row.fate {
                Fate::IllFormed => &mut counts.ill_formed,
                Fate::Unsupported => &mut counts.unsupported,
                Fate::Killed(_) => &mut counts.killed,
                Fate::Unknown(_, Trial::Same(_) | Trial::Different(_)) => &mut counts.harmless,
                Fate::Unknown(_, Trial::None | Trial::Broken(_)) => &mut counts.unknown,
                Fate::Survived(Trial::Same(_), _) => &mut counts.equivalent,
                Fate::Survived(Trial::Different(_), _) => &mut counts.other,
                Fate::Survived(Trial::None | Trial::Broken(_), _) => &mut counts.unexplained,
            };
            *counter += 1;
            counts.on_all += usize::from(matches!(row.fate, Fate::Survived(_, true)));
        }
        counts
    }

    /// The percentage of killed mutants, among those not shown to be harmless.
    pub(crate) fn rate(&self) -> f64 {
        let harmful = self.killed + self.unknown + self.unexplained;
        if harmful == 0 { 100.0 } else { 100.0 * self.killed as f64 / harmful as f64 }
    }

    /// The percentage, with unknown mutants counted as harmful.
    pub(crate) fn strict(&self) -> f64 {
        let harmful = self.killed + self.harmless + self.unknown + self.unexplained;
        if harmful == 0 { 100.0 } else { 100.0 * self.killed as f64 / harmful as f64 }
    }

    fn cells(&self) -> String {
        format!(
            "{} | {} | {} | {} | {} | {} | {} | {} | {:.2} | {:.2} |",
            self.made,
            self.ill_formed,
            self.unsupported,
            self.killed,
            self.equivalent,
            self.other,
            self.harmless,
            self.unknown + self.unexplained,
            self.rate(),
            self.strict()
        )
    }
}

const HEAD: &str = "made | ill-formed | unsupported | killed | proved, same results | proved, other results \
                    | unknown, harmless | unknown | killed, % | of the unknown too, % |\n";

const LINE: &str = "|--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";

/// A row a kind, and one for all.
pub(crate) fn by_kind(rows: &[Row]) -> String {
    let mut text = format!("| kind | {HEAD}{LINE}");
    for (kind, Kind { name, .. }) in KINDS.iter().enumerate() {
        let counts = Counts::of(rows.iter().filter(|row| row.kind == kind));
        let _ = writeln!(text, "| {name} | {}", counts.cells());
    }
    let _ = writeln!(text, "| all | {}", Counts::of(rows).cells());
    text
}

/// A row a folder of the corpus.
pub(crate) fn by_folder(subjects: &[Subject], rows: &[Row]) -> String {
    let mut folders: Vec<&str> = subjects.iter().map(Subject::folder).collect();
    folders.dedup();
    let line = LINE.replacen("|--|", "|--|--:|", 1);
    let mut text = format!("| folder | kernels | {HEAD}{line}");
    for folder in folders {
        let kernels = subjects.iter().filter(|subject| subject.folder() == folder).count();
        let counts = Counts::of(rows.iter().filter(|row| subjects[row.subject].folder() == folder));
        let _ = writeln!(text, "| {folder} | {kernels} | {}", counts.cells());
    }
    text
}

/// A row a rule that kills, the most frequent first.
pub(crate) fn by_rule(rows: &[Row]) -> String {
    let mut rules: Vec<(usize, &str)> = Vec::new();
    for row in rows {
        let Fate::Killed(rule) = &row.fate else { continue };
        match rules.iter_mut().find(|(_, known)| *known == rule) {
            Some((count, _)) => *count += 1,
            None => rules.push((1, rule)),
        }
    }
    rules.sort_by(|a, b| b.cmp(a));
    let words: Vec<String> = rules.iter().map(|(count, rule)| format!("{rule} {count}")).collect();
    words.join(", ")
}

/// How long the checks took, in milliseconds: the median, what 95 of 100 do not exceed, 99 of 100, the most.
pub(crate) fn times(rows: &[Row]) -> [f64; 4] {
    let is_checked = |row: &&Row| !matches!(row.fate, Fate::IllFormed | Fate::Unsupported);
    let mut times: Vec<f64> = rows.iter().filter(is_checked).map(|row| row.seconds * 1e3).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times.get(times.len().saturating_sub(1) * share / 100).copied().unwrap_or(0.0);
    [at(50), at(95), at(99), at(100)]
}
