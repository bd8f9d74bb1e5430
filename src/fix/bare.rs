//! Removes unneeded masks: masks without which every kernel on the line is proved to give equal results, under the author's contract.

use std::collections::BTreeSet;

use driver::check::Unkept;
use driver::check::report::Verdict;
use driver::code::{Code, Language};
use driver::repair::{Change, unmask as without_mask};

use super::mend::Mended;
use super::subject::{State, Subject};
use super::suggestion::Suggestion;
use super::users::in_use_elsewhere;
use crate::output::eprint;

/// The text without the masks that are not needed.
pub(super) fn unmask(subject: &Subject, original: &str, mut mended: Mended) -> Mended {
    if !mended.state.left_out.is_empty() {
        eprint("note: no mask removed: a kernel that is not read may need it\n");
        return mended;
    }
    if let Some(why) = refused(subject, &mended.text, &mended.state) {
        eprint(&format!("note: no mask removed: {why}\n"));
        return mended;
    }
    let mut kept: Vec<Suggestion> = Vec::new();
    // From the end, so that earlier places stay valid.
    for change in unneeded(subject, &mended).into_iter().rev() {
        let changed = change.apply(&mended.text);
        let Ok(found) = subject.check(original, &changed) else { continue };
        if !is_proved_without(&mended.state, &found) {
            continue;
        }
        match why_kept(subject, &mended, &found, &change) {
            None => (mended.text, mended.state) = (changed, found),
            Some(why) => {
                kept.extend(Suggestion::new(&Code::new(&mended.text, subject.language), &change, why));
            }
        }
    }
    mended.suggestions.extend(kept.into_iter().rev());
    mended
}

/// Every masked access that is proved to need no mask, without the mask, in text order.
fn unneeded(subject: &Subject, mended: &Mended) -> Vec<Change> {
    let code = Code::new(&mended.text, subject.language);
    let places = mended.state.unneeded.iter().filter_map(|(line, column)| code.offset(*line, *column));
    let calls: BTreeSet<usize> =
        places.filter_map(|at| code.access(at)).map(|call| call.whole.start).collect();
    let calls = calls
        .into_iter()
        .filter_map(|at| code.accesses(&(at..mended.text.len())).find(|call| call.whole.start == at));
    calls.filter_map(|call| without_mask(&code, call)).collect()
}

/// Why a change is only suggested.
fn why_kept(subject: &Subject, mended: &Mended, found: &State, change: &Change) -> Option<String> {
    let elsewhere = in_use_elsewhere(subject, &mended.text, std::slice::from_ref(change));
    let constants = || {
        let sampled = subject.asked.kernel.is_some() && has_constants(&mended.text, change);
        sampled.then(|| "another value of a constant argument may need the mask".to_owned())
    };
    let proved = || match mended.state.keeps_results(found, &subject.options) {
        Ok(()) => None,
        Err(Unkept::Open(why)) => Some(format!("could not prove that results stay the same: {why}")),
        Err(Unkept::Different(why)) => Some(format!("results differ: {why}")),
    };
    elsewhere.or_else(constants).or_else(proved)
}

/// Whether the function around a change takes compile-time constants, of which a sample has only one value.
fn has_constants(text: &str, change: &Change) -> bool {
    let code = Code::new(text, Language::Python);
    let Some(edit) = change.0.first() else { return true };
    let function = code.function(edit.range.start);
    // An annotation is the author's word for a constant, whatever the word is.
    let head = code.code[function].split_once('(').and_then(|(_, rest)| rest.split_once("):"));
    head.is_none_or(|(parameters, _)| parameters.contains(':'))
}

/// Why nothing can be said of all that reaches a line.
fn refused(subject: &Subject, text: &str, state: &State) -> Option<String> {
    if subject.language != Language::Python || subject.asked.kernel.is_some() {
        return None;
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

/// Whether every changed kernel is still proved, under the author's clauses.
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
