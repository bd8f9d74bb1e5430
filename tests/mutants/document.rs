//! bench/MUTANTS.md: what came of all mutants, and of the sample. A run is held against what is written there.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, thread};

use crate::edits::KINDS;
use crate::fates::{Fate, Row};
use crate::subjects::Subject;
use crate::table::{Counts, by_folder, by_kind, by_rule, times};

/// The comments around what is written by a run of all mutants.
const ALL: [&str; 2] = ["<!-- all mutants: written by a run -->\n", "<!-- end of all mutants -->\n"];

/// And by a run of the sample.
const SAMPLE: [&str; 2] = ["<!-- the sample: written by a run -->\n", "<!-- end of the sample -->\n"];

/// How many of the longest checks are named.
const SLOWEST: usize = 10;

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/MUTANTS.md")
}

fn text() -> String {
    fs::read_to_string(path()).expect("bench/MUTANTS.md is readable")
}

/// What stands between two comments.
fn part<'t>(text: &'t str, [open, close]: [&str; 2]) -> &'t str {
    let (_, rest) = text.split_once(open).expect("bench/MUTANTS.md has the comment that opens a part");
    rest.split_once(close).expect("and the one that closes it").0
}

/// How many mutants of a row of the table are killed: of a kind, or of `all`.
fn killed(table: &str, name: &str) -> Option<usize> {
    let row = table.lines().find(|line| line.starts_with(&format!("| {name} |")))?;
    row.split('|').nth(5)?.trim().parse().ok()
}

/// Where fewer are killed than bench/MUTANTS.md says, by more than one of a hundred: some are killed by a search that
/// the machine's load may cut short.
pub(crate) fn drops(rows: &[Row], all: bool) -> Vec<String> {
    let text = text();
    let written = part(&text, if all { ALL } else { SAMPLE });
    let kinds = KINDS.iter().enumerate().map(|(kind, of)| (of.name, Some(kind)));
    let drops = kinds.chain([("all", None)]).filter_map(|(name, kind)| {
        let now = Counts::of(rows.iter().filter(|row| kind.is_none_or(|kind| row.kind == kind))).killed;
        let before = killed(written, name)?;
        (100 * now < 99 * before).then(|| format!("{name}: {now} are killed, and {before} were"))
    });
    drops.collect()
}

/// Writes what a run found into bench/MUTANTS.md.
pub(crate) fn write(found: &str, all: bool) {
    let comments = if all { ALL } else { SAMPLE };
    let text = text();
    let old = part(&text, comments);
    let [open, close] = comments;
    let new = text.replace(&format!("{open}{old}{close}"), &format!("{open}{found}{close}"));
    fs::write(path(), new).expect("bench/MUTANTS.md can be written");
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

/// Every mutant that is neither killed nor proved, by what the check says of it.
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

/// The day, by the calendar (Howard Hinnant's algorithm).
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{}-{month:02}-{day:02}", year + 400 * era + carry)
}

/// The processor, and how many of it there are.
fn machine() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("a processor without a name", |(_, model)| model);
    let count = thread::available_parallelism().map_or(1, NonZero::get);
    format!("{count} cores of {model}, which other work may share")
}
