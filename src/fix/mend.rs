//! Repairs broken places. For each place, the changes are tried in turn until one removes the error. A change is applied only if
//! every launch that was defined before is proved to give the same result; else it is only suggested.

use driver::check::Unkept;
use driver::code::Code;
use driver::repair::Change;
use spec::rules::Rule;

use super::subject::{Broken, State, Subject, rank};
use super::suggestion::Suggestion;
use super::users::in_use_elsewhere;

/// The most versions that are compiled and checked.
const TRIALS: usize = 48;

/// A file as far as it is mended.
pub(super) struct Mended {
    pub(super) text: String,
    pub(super) state: State,
    /// What else could be changed.
    pub(super) suggestions: Vec<Suggestion>,
}

/// The text with what mends it; with `suggest` also by changes of what the kernel does, and those that are not proved to keep results.
pub(super) fn mend(subject: &Subject, text: &str, before: &State, suggest: bool) -> Mended {
    let mut search = Search { subject, original: text, suggest, trials: 0, refused: Vec::new() };
    let mut mended = Mended { text: text.to_owned(), state: before.clone(), suggestions: Vec::new() };
    while let Some(climb) = search.climb(&mended) {
        let kept = match in_use_elsewhere(subject, &mended.text, &climb.changes) {
            _ if suggest => Ok(()),
            Some(user) => Err(user),
            None => {
                mended.state.keeps_results(&climb.state, &subject.options).map_err(|unkept| match unkept {
                    Unkept::Open(why) => format!("could not prove that results stay the same: {why}"),
                    Unkept::Different(why) => format!("results differ: {why}"),
                })
            }
        };
        match kept {
            Ok(()) => (mended.text, mended.state) = (climb.text, climb.state),
            Err(why) => {
                let code = Code::new(&mended.text, subject.language);
                mended.suggestions.extend(Suggestion::new(&code, &climb.changes[0], why));
                search.refused.push((climb.broken.rule, climb.broken.place));
            }
        }
    }
    mended
}

/// A search for changes.
struct Search<'a> {
    subject: &'a Subject,
    original: &'a str,
    suggest: bool,
    trials: usize,
    /// The places of which a change is only suggested.
    refused: Vec<(Rule, (usize, usize))>,
}

/// A version with which less is broken.
struct Climb {
    text: String,
    state: State,
    /// The changes that lead there, the first of the text that was mended so far.
    changes: Vec<Change>,
    /// The finding that the first change repairs.
    broken: Broken,
}

impl Search<'_> {
    /// Changes with which less is broken. A change that only moves what is broken is kept for what comes of it.
    fn climb(&mut self, from: &Mended) -> Option<Climb> {
        let (mut text, mut state) = (from.text.clone(), from.state.clone());
        let (mut changes, mut first) = (Vec::new(), None);
        loop {
            let (broken, change, next, found) = self.step(&text, &state)?;
            changes.push(change);
            first = first.or(Some(broken));
            if total(&found) < total(&from.state) {
                return first.map(|broken| Climb { text: next, state: found, changes, broken });
            }
            (text, state) = (next, found);
        }
    }

    /// One change with which something is broken no more, at that place at least, and nothing is worse.
    fn step(&mut self, text: &str, state: &State) -> Option<(Broken, Change, String, State)> {
        for (at, broken) in state.broken.iter().enumerate() {
            let Some(broken) = broken else { continue };
            if rank(&state.reports[at]) < 2 || self.refused.contains(&(broken.rule, broken.place)) {
                continue;
            }
            for change in broken.changes.iter().filter(|_| self.suggest || is_mask(broken.rule)) {
                if self.trials == TRIALS {
                    return None;
                }
                self.trials += 1;
                let changed = change.apply(text);
                // A version that does not compile is none.
                let Ok(found) = self.subject.check(self.original, &changed) else { continue };
                let moved = found.broken.get(at).is_some_and(|now| {
                    now.as_ref().is_none_or(|now| {
                        (now.rule, now.place) != (broken.rule, broken.place) && !undoes(now, change)
                    })
                });
                if moved && !is_worse(&found, state) {
                    return Some((broken.clone(), change.clone(), changed, found));
                }
            }
        }
        None
    }
}

fn total(state: &State) -> u32 {
    state.reports.iter().map(|report| u32::from(rank(report))).sum()
}

/// Whether a kernel has a worse report than before.
fn is_worse(found: &State, before: &State) -> bool {
    found.reports.len() != before.reports.len()
        || found.reports.iter().zip(&before.reports).any(|(now, then)| rank(now) > rank(then))
}

/// Whether what is broken now asks for the change that was just made: nothing is gained.
fn undoes(now: &Broken, change: &Change) -> bool {
    now.changes.contains(change)
}

/// Whether a rule asks for a mask or a padding, which leaves what was defined as it is.
fn is_mask(rule: Rule) -> bool {
    [
        Rule::TileInside,
        Rule::MemoryBounds,
        Rule::UndeterminedStored,
        Rule::UndeterminedBranch,
        Rule::UndeterminedIndex,
    ]
    .contains(&rule)
}
