//! bench/TWINS.md: the results of the twins.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::extent::Extent;
use crate::page::{Page, machine, today};
use crate::rows::{Counts, Fate, Row};
use crate::subjects::Subject;
use crate::watched::About;

/// The page.
const PAGE: Page = Page("bench/TWINS.md");

/// The comments around what a run writes.
const PART: [&str; 2] = ["<!-- twins: written by a run -->\n", "<!-- end of twins -->\n"];

const HEAD: &str = "twins | undefined | neither | proved | undefined, % |\n";

const LINE: &str = "|--|--:|--:|--:|--:|--:|\n";

/// Writes what a run found into the page.
pub(crate) fn write(found: &str) {
    PAGE.write(PART, found);
}

/// The results of a run.
pub(crate) fn of(subjects: &[Subject], rows: &[Row], extent: &Extent) -> String {
    let (day, machine, many) = (today(), machine(), extent.twins);
    let times = if many == 1 { "one twin".to_owned() } else { format!("{many} twins") };
    let mut text = format!(
        "\n{day}, {machine}: {times} of each of {} kernels, drawn with seed {}.\n\n",
        subjects.len(),
        extent.seed
    );
    text.push_str(&by_folder(subjects, rows));
    let _ = writeln!(text, "\n{}", by_condition(rows));
    let _ = writeln!(text, "Refuted by: {}.", rules(rows));
    let _ = writeln!(text, "\n{}", took(subjects, rows));
    text.push_str(&open(subjects, rows));
    let without = rows.iter().filter(|row| row.fate == Fate::None);
    let mut without: Vec<String> = without.map(|row| format!("`{}`", subjects[row.subject].name())).collect();
    without.dedup();
    if !without.is_empty() {
        let _ = writeln!(text, "\nNo twin was found of: {}.", without.join(", "));
    }
    text.push('\n');
    text
}

/// A row a folder of the corpus, and one for all.
fn by_folder(subjects: &[Subject], rows: &[Row]) -> String {
    let mut text = format!("| folder | kernels | {HEAD}{}", LINE.replacen("|--|", "|--|--:|", 1));
    let mut folders: Vec<&str> = subjects.iter().map(Subject::folder).collect();
    folders.dedup();
    for folder in folders {
        let kernels = subjects.iter().filter(|subject| subject.folder() == folder).count();
        let counts = Counts::of(rows.iter().filter(|row| subjects[row.subject].folder() == folder));
        let _ = writeln!(text, "| {folder} | {kernels} | {}", cells(counts));
    }
    let _ = writeln!(text, "| all | {} | {}", subjects.len(), cells(Counts::of(rows)));
    text
}

/// A row for what conditions speak of.
fn by_condition(rows: &[Row]) -> String {
    let mut text = format!("| the condition speaks of | {HEAD}{LINE}");
    for (about, name) in About::NAMES {
        let counts = Counts::of(rows.iter().filter(|row| row.about == Some(*about)));
        let _ = writeln!(text, "| {name} | {}", cells(counts));
    }
    text
}

fn cells(counts: Counts) -> String {
    let Counts { made, undefined, open, proved, none: _ } = counts;
    format!("{made} | {undefined} | {open} | {proved} | {:.1} |", counts.rate())
}

/// The rules that were shown to be broken, the most frequent first.
fn rules(rows: &[Row]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        if let Fate::Undefined(rule) = &row.fate {
            *counts.entry(rule).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(rule, count)| (std::cmp::Reverse(*count), *rule));
    counts.iter().map(|(rule, count)| format!("{rule} {count}")).collect::<Vec<_>>().join(", ")
}

/// How long the checks took.
fn took(subjects: &[Subject], rows: &[Row]) -> String {
    let mut rows: Vec<&Row> = rows.iter().filter(|row| row.fate != Fate::None).collect();
    rows.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let at =
        |share: usize| rows.get(rows.len().saturating_sub(1) * share / 100).map_or(0.0, |row| row.seconds);
    let longest = rows.last().map_or(String::new(), |row| subjects[row.subject].name());
    format!(
        "One check in process: median {:.1} ms, 95 % {:.1} ms, most {:.0} ms (`{longest}`).\n",
        at(50) * 1e3,
        at(95) * 1e3,
        at(100) * 1e3
    )
}

/// Every twin that is not refuted, by the check's result.
fn open(subjects: &[Subject], rows: &[Row]) -> String {
    let mut reasons: BTreeMap<&str, Vec<(&Row, &str)>> = BTreeMap::new();
    for row in rows {
        let why = match &row.fate {
            Fate::Open(why) => why,
            Fate::Proved(_) => "proved",
            Fate::Undefined(_) | Fate::None => continue,
        };
        let (rule, reason) = why.split_once(": ").unwrap_or(("", why));
        reasons.entry(reason).or_default().push((row, rule));
    }
    let mut text = "Not refuted, by what the check says:\n\n".to_owned();
    for (reason, of_it) in reasons {
        let _ = writeln!(text, "- {reason}: {}", of_it.len());
        for (row, rule) in of_it {
            let Row { number, what, .. } = row;
            let name = subjects[row.subject].name();
            let _ = writeln!(text, "  - `{name}` {number}: {what}; {rule}");
        }
    }
    text
}
