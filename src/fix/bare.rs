//! Masks that no access needs, taken away: where every kernel that reaches the line is proved without them, under what its author wrote.

use std::collections::BTreeSet;

use driver::check::report::Verdict;
use driver::code::{Code, Language};
use driver::repair::{Change, unmask as without_mask};

use super::subject::{State, Subject};
use crate::output::eprint;

/// The text without the masks that are not needed.
pub(super) fn unmask(subject: &Subject, original: &str, (text, state): (String, State)) -> (String, State) {
    if let Some(why) = refused(subject, &text, &state) {
        eprint(&format!("note: no mask is taken away: {why}\n"));
        return (text, state);
    }
    let (mut text, mut state) = (text, state);
    // From the end, so that the places before stay where they are.
    for at in (0..masked(subject.language, &text).len()).rev() {
        let Some(change) = masked(subject.language, &text).into_iter().nth(at) else { continue };
        let changed = change.apply(&text);
        let Ok(found) = subject.check(original, &changed) else { continue };
        if is_proved_without(&state, &found) {
            (text, state) = (changed, found);
        }
    }
    (text, state)
}

/// Every masked access of the file without its mask, in the order of the text.
fn masked(language: Language, text: &str) -> Vec<Change> {
    let code = Code::new(text, language);
    let mut found: Vec<_> =
        code.accesses(&(0..text.len())).filter_map(|call| without_mask(&code, call)).collect();
    found.sort_by_key(|change| change.0.first().map(|edit| edit.range.start));
    found
}

/// Why nothing can be said of all that reaches a line.
fn refused(subject: &Subject, text: &str, state: &State) -> Option<String> {
    if subject.language != Language::Python {
        return None;
    }
    if subject.asked.kernel.is_some() {
        return Some(
            "one kernel for one sample of its arguments is not all that reaches its lines".to_owned(),
        );
    }
    let code = Code::new(text, Language::Python);
    let kernels =
        code.code.lines().filter(|line| line.trim_start().starts_with("@") && line.contains("kernel"));
    let compiled: BTreeSet<_> = state
        .modules
        .iter()
        .flat_map(|module| &module.kernels)
        .filter_map(|kernel| kernel.at.source.as_ref().map(|place| place.position.line))
        .collect();
    (kernels.count() > compiled.len())
        .then(|| "the script does not launch every kernel of the file".to_owned())
}

/// Whether every kernel that became another one is proved as it was, under clauses that the author wrote.
fn is_proved_without(before: &State, after: &State) -> bool {
    if before.modules.len() != after.modules.len() || before.reports.len() != after.reports.len() {
        return false;
    }
    let (mut changed, mut proved) = (Vec::new(), true);
    for (old, new) in before.modules.iter().zip(&after.modules) {
        for kernel in &new.kernels {
            if !old.kernels.contains(kernel) {
                changed.push(&kernel.name);
            }
        }
    }
    for name in &changed {
        let reports = |state: &State| {
            let own = state.reports.iter().filter(|report| report.name.as_ref() == Some(name));
            own.map(|report| report.verdict).collect::<Vec<_>>()
        };
        let all = |verdicts: Vec<Verdict>| {
            !verdicts.is_empty() && verdicts.iter().all(|verdict| *verdict == Verdict::Proved)
        };
        proved &= all(reports(before)) && all(reports(after));
    }
    // A line that no kernel reaches is nobody's to change.
    proved && !changed.is_empty()
}
