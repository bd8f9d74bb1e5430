//! A line per finding, in the format of compilers and editors: `file:line:column: level: message [rule] (@kernel)`.

use driver::check::report::Verdict;

use crate::checked::{Checked, Told, launches_first};
use crate::entry::{Entry, Kind, Level};
use crate::explain::UNREADABLE;
use crate::human::summary;
use crate::region::relative;

/// The lines of a kernel; none where nothing is left to look at.
pub fn report(one: &Checked, earlier: &[Checked]) -> String {
    let mut text = String::new();
    for entry in one.entries.iter().filter(|entry| is_new(entry, earlier.iter())) {
        let kernel = entry.kernel.as_ref().map_or(String::new(), |kernel| format!(" (@{kernel})"));
        let (place, level, message) = (entry.at.place(), entry.level.name(), on_one_line(&entry.message));
        text.push_str(&format!("{place}: {level}: {message} [{}]{kernel}\n", entry.kind.id()));
        if let Some(other) = &entry.other {
            text.push_str(&format!("{}: note: the other access{kernel}\n", other.place()));
        }
    }
    match one.report.accepted() {
        0 => {}
        count => text.push_str(&format!(
            "{}: note: {} is {}, with {count} accepted\n",
            relative(&one.source.name),
            one.name(),
            one.report.verdict.name()
        )),
    }
    text
}

/// The findings of a kernel as a person is told them, a line each. Preconditions of a proof are told if `conditional`, in a note.
pub(crate) fn quiet<'a>(
    one: &Checked,
    earlier: impl Iterator<Item = &'a Checked> + Clone,
    conditional: bool,
) -> String {
    // Next to an error, an undecided obligation is no finding of its own.
    let is_wrong = one.entries.iter().any(|entry| entry.level == Level::Error);
    let is_condition = |entry: &Entry| entry.kind == Kind::Verdict(Verdict::Conditional);
    let told = |entry: &&Entry| match entry.level {
        Level::Note => conditional && !is_wrong && is_condition(entry),
        Level::Error | Level::Warning => !(is_wrong && entry.is_open(&one.report)),
    };
    let line = |entry: &Entry| {
        let (place, level, message) = (entry.at.place(), entry.level.name(), on_one_line(&entry.message));
        format!("{place}: {level}[{}]: {message}\n", entry.kind.id())
    };
    one.entries.iter().filter(told).filter(|entry| is_new(entry, earlier.clone())).map(line).collect()
}

/// The same for a script behind earlier kernels: its launches first.
pub fn quiet_script(all: &[Checked], earlier: &[Checked], conditional: bool) -> String {
    let mut before: Vec<&Checked> = earlier.iter().collect();
    let mut text = String::new();
    for one in launches_first(all) {
        text.push_str(&quiet(one, before.iter().copied(), conditional));
        before.push(one);
    }
    text
}

/// Whether no earlier kernel or launch shows the same bug.
fn is_new<'a>(entry: &Entry, mut earlier: impl Iterator<Item = &'a Checked>) -> bool {
    !earlier.any(|one| one.entries.iter().any(|before| entry.repeats(before)))
}

/// The unreadable files, and the number of kernels per verdict.
pub fn rest(told: &Told<'_>) -> String {
    let mut text = String::new();
    for problem in told.problems {
        let file = problem
            .file_name()
            .map_or(String::new(), |file| format!("{}: ", relative(&file.display().to_string())));
        text.push_str(&format!("{file}error: {} [{UNREADABLE}]\n", on_one_line(&problem.to_string())));
    }
    let pairs: Vec<_> = told.kernels.iter().map(|one| (&one.source, &one.report)).collect();
    text.push_str(&format!("{}{}\n", summary(&pairs, None).trim(), told.rest_in_words()));
    text
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
