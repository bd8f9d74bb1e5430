//! bench/MUTANTS.md: what came of all mutants, and of the sample. A run is compared with the document.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::edits::KINDS;
use crate::fates::{Fate, Row};
use crate::page::{Page, machine, today};
use crate::subjects::Subject;
use crate::table::{Counts, by_folder, by_kind, by_rule, times};

/// The page.
const PAGE: Page = Page("bench/MUTANTS.md");

/// The comments around what is written by a run of all mutants.
const ALL: [&str; 2] = ["<!-- all mutants: written by a run -->\n", "<!-- end of all mutants -->\n"];

/// And by a run of the sample.
const SAMPLE: [&str; 2] = ["<!-- the sample: written by a run -->\n", "<!-- end of the sample -->\n"];

/// How many of the longest checks are named.
const SLOWEST: usize = 10;

/// How many mutants of a row of the table are killed: of a kind, or of `all`.
fn killed(table: &str, name: &str) -> Option<usize> {
    let row = table.lines().find(|line| line.starts_with(&format!("| {name} |")))?;
    row.split('|').nth(5)?.trim().parse().ok()
}

/// Where fewer are killed than bench/MUTANTS.md says, by more than one of a hundred: some are killed by a search that
/// the machine's load may cut short.
pub(crate) fn drops(rows: &[Row], all: bool) -> Vec<String> {
    let written = PAGE.part(if all { ALL } else { SAMPLE });
    let kinds = KINDS.iter().enumerate().map(|(kind, of)| (of.name, Some(kind)));
    let drops = kinds.chain([("all", None)]).filter_map(|(name, kind)| {
        let now = Counts::of(rows.iter().filter(|row| kind.is_none_or(|kind| row.kind == kind))).killed;
        let before = killed(&written, name)?;
        (100 * now < 99 * before).then(|| format!("{name}: {now} are killed, and {before} were"))
    });
    drops.collect()
}

/// Writes what a run found into bench/MUTANTS.md.
pub(crate) fn write(found: &str, all: bool) {
    PAGE.write(if all { ALL } else { SAMPLE }, found);
}

/// What a run of all mutants found.
pub(crate) fn of_all(
    subjects: &[Subject],
    skipped: &BTreeMap<&'static str, usize>,
    rows: &[Row],
    one_of: u64,
) -> String {
    let share = if one_of == 1 { "all mutants".to_owned() } else { format!("one mutant of {one_of}") };
    let mut text = format!("\n{}, {}, {share}.\n\n", today(), machine());
    let skipped: Vec<String> = skipped.iter().map(|(reason, count)| format!("{reason}: {count}")).collect();
    let _ = writeln!(
        text,
        "{} kernels; left out, by what the corpus says of them: {}.\n",
        subjects.len(),
        skipped.join(", ")
    );
    text.push_str(&by_kind(rows));
    let _ = writeln!(text, "\n{}", by_folder(subjects, rows));
    let counts = Counts::of(rows);
    let survivors = counts.equivalent + counts.other + counts.unexplained;
    let _ = writeln!(
        text,
        "Killed by: {}.\n\nOf the {survivors} that are proved, {} were run on every small launch, the others on a sample of them.\n",
        by_rule(rows),
        counts.on_all
    );
    text.push_str(&took(subjects, rows));
    text.push_str(&unknown(subjects, rows));
    text
}

/// How long the checks took, and the longest of them.
fn took(subjects: &[Subject], rows: &[Row]) -> String {
    let mut slow: Vec<&Row> = rows.iter().collect();
    slow.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
    let over = |limit: f64| rows.iter().filter(|row| row.seconds > limit).count();
    let [median, most, nearly, all] = times(rows);
    let mut text = format!(
        "One check in process: median {median:.1} ms, 95 % {most:.1} ms, 99 % {nearly:.1} ms, most {all:.0} ms; \
         {} take more than 2 s, {} more than 10 s.\nThe longest:\n\n",
        over(2.0),
        over(10.0)
    );
    for row in &slow[..SLOWEST.min(slow.len())] {
        let fate = match &row.fate {
            Fate::Killed(rule) => rule,
            Fate::Unknown(..) => "unknown",
            Fate::Survived(..) => "proved",
            Fate::IllFormed | Fate::Unsupported => "no kernel",
        };
        let name = subjects[row.subject].name();
        let _ = writeln!(text, "- {:.1} s: `{name}`, {}: {fate}", row.seconds, row.what);
    }
    text.push('\n');
    text
}

/// What a run of the sample found.
pub(crate) fn of_sample(rows: &[Row]) -> String {
    format!("\n{}\n", by_kind(rows))
}

/// Every mutant that is neither killed nor proved, by the check's result.
fn unknown(subjects: &[Subject], rows: &[Row]) -> String {
    let mut reasons: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        if let Fate::Unknown(why, _) = &row.fate {
            reasons.entry(why.split(": ").nth(1).unwrap_or(why)).or_default().push(row);
        }
    }
    let mut text =
        "Neither killed nor proved, by what the check says; ! where a launch that was run breaks a rule:\n\n"
            .to_owned();
    for (reason, rows) in reasons {
        let _ = writeln!(text, "- {reason}: {}", rows.len());
        for (subject, of_it) in by_subject(subjects, &rows) {
            let each: Vec<String> = of_it.iter().map(|row| brief(row)).collect();
            let _ = writeln!(text, "  - `{subject}`: {}", each.join("; "));
        }
    }
    text
}

fn by_subject<'r>(subjects: &[Subject], rows: &[&'r Row]) -> BTreeMap<String, Vec<&'r Row>> {
    let mut found: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        found.entry(subjects[row.subject].name()).or_default().push(row);
    }
    found
}

/// The change and the rule.
fn brief(row: &Row) -> String {
    let Fate::Unknown(why, _) = &row.fate else { return row.what.clone() };
    let rule = why.split(": ").next().unwrap_or(why);
    let mark = if row.fate.is_open() { "!" } else { "" };
    format!("{mark}{} ({rule})", row.what)
}
