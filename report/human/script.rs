//! The report of a script for a person: its launches, and then its kernels for all sizes.

use std::collections::BTreeMap;

use driver::check::report::{Outcome, Supposed, Verdict};
use spec::rules::Rule;

use super::conclusion::{class, is_supposed};
use crate::checked::Checked;
use crate::headline::first;
use crate::text::{Style, wrapped};

/// The report of one kernel behind earlier ones. An error that an earlier report has told is told in a line.
pub(crate) fn part(one: &Checked, earlier: &[&Checked], style: Style, verbose: bool) -> String {
    let before = earlier.iter().map(|one| (&one.source, &one.report));
    let same = super::repeated((&one.source, &one.report), before, style).filter(|_| !verbose);
    let text = same.unwrap_or_else(|| super::report(&one.source, &one.report, style, verbose));
    // Kernels with one-line reports stay together.
    let gap = if earlier.is_empty() || !text.contains("\n\n") { "" } else { "\n" };
    format!("{gap}{text}")
}

/// The reports of a script behind earlier ones. A launch that is proved, with nothing to look at, is counted and not told.
pub fn script((name, all): (&str, &[Checked]), earlier: &[Checked], style: Style, verbose: bool) -> String {
    let (launches, kernels): (Vec<&Checked>, Vec<&Checked>) =
        all.iter().partition(|one| one.source.launch().is_some());
    let mut text = if launches.is_empty() { String::new() } else { wrapped("", &count(name, &launches)) };
    let mut launches: Vec<&Checked> = launches.into_iter().filter(|one| verbose || !is_plain(one)).collect();
    // Errors come before open questions, and a missing order inside a block last of them: that may be part of a race between blocks.
    // Equal verdicts keep the order of the script.
    let is_inside =
        |one: &Checked| first(&one.report).is_some_and(|found| found.violation.rule == Rule::RaceToken);
    launches.sort_by_key(|one| (class(&one.report).0, is_inside(one)));
    let told = launches.into_iter().chain(kernels);
    let mut earlier: Vec<&Checked> = earlier.iter().collect();
    for one in told {
        // What stands behind the line about the launches is behind something.
        let is_first = earlier.is_empty() && !text.is_empty();
        let part = part(one, &earlier, style, verbose);
        if is_first && part.contains("\n\n") {
            text.push('\n');
        }
        text.push_str(&part);
        text.push_str(&proved_launches(one, all));
        earlier.push(one);
    }
    text
}

/// Of a kernel that is unknown for all sizes, how many of its launches are proved.
fn proved_launches(kernel: &Checked, all: &[Checked]) -> String {
    if kernel.source.launch().is_some() || kernel.report.verdict != Verdict::Unknown {
        return String::new();
    }
    let is_of_kernel = |one: &&Checked| {
        let is_same = one.report.name == kernel.report.name && one.source.has_text_of(&kernel.source);
        one.source.launch().is_some() && is_same
    };
    let launches: Vec<&Checked> = all.iter().filter(is_of_kernel).collect();
    let proved = launches.iter().filter(|one| one.report.verdict == Verdict::Proved).count();
    match (proved, launches.len()) {
        (0, _) => String::new(),
        (1, 1) => wrapped("  note: ", "its launch in the script is proved"),
        (proved, count) if proved == count => {
            wrapped("  note: ", &format!("its {count} launches in the script are proved"))
        }
        (proved, count) => {
            wrapped("  note: ", &format!("{proved} of its {count} launches in the script are proved"))
        }
    }
}

/// The launches by their verdicts, the worst first.
fn count(name: &str, launches: &[&Checked]) -> String {
    let mut counts: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
    for one in launches {
        let (rank, words) = class(&one.report);
        counts.entry(rank).or_insert((0, words)).0 += 1;
    }
    let plural = if launches.len() == 1 { "launch" } else { "launches" };
    let counts: Vec<String> = match counts.values().collect::<Vec<_>>().as_slice() {
        // Launches of one verdict are counted once.
        [(_, words)] => vec![words.trim_start_matches("with ").to_owned()],
        several => several.iter().map(|(count, words)| format!("{count} {words}")).collect(),
    };
    format!("{name}: {} {plural}: {}", launches.len(), counts.join(", "))
}

/// Whether a launch is proved, and nothing else is to be said of it.
fn is_plain(one: &Checked) -> bool {
    let report = &one.report;
    let is_on_one_way = is_supposed(report) && matches!(report.contract.decided, Some(Supposed::Way(_)));
    (report.verdict == Verdict::Proved || is_on_one_way)
        && report.likely_bug.is_none()
        && report.asserts.is_empty()
        && report.properties.iter().all(|property| property.outcome == Outcome::Proved)
        && (one.entries.is_empty() || is_on_one_way)
        && one.accepted.is_empty()
}
