//! Repairs broken places. For each place, the changes are tried in turn until one removes the error. A change is applied only if
//! every launch that was defined before is proved to give the same result; else it is only suggested.

use std::time::{Duration, Instant};

use driver::check::Unkept;
use driver::code::Code;
use driver::load::function_name;
use driver::repair::{Change, only_masks};
use spec::rules::Rule;

use super::subject::{Broken, State, Subject, rank};
use super::suggestion::Suggestion;
use super::users::in_use_elsewhere;
use crate::output::eprint;

/// The most versions that are compiled and checked.
const TRIALS: usize = 48;

/// The longest time without a line about progress.
const SILENT: Duration = Duration::from_secs(5);

/// A file as far as it is mended.
pub(super) struct Mended {
    pub(super) text: String,
    pub(super) state: State,
    /// Further suggested changes.
    pub(super) suggestions: Vec<Suggestion>,
    /// The number of edits that were compiled and checked.
    pub(super) trials: usize,
}

/// The repaired text; `suggest` also permits changes of the kernel's behavior, and changes without a proof of equal results.
pub(super) fn mend(subject: &Subject, text: &str, before: &State, suggest: bool) -> Mended {
    let mut search = Search::new(subject, text, suggest);
    let mut mended =
        Mended { text: text.to_owned(), state: before.clone(), suggestions: Vec::new(), trials: 0 };
    while let Some(climb) = search.climb(&mended) {
        let kept = match in_use_elsewhere(subject, &mended.text, &climb.changes) {
            _ if suggest => Ok(()),
            _ if !mended.state.left_out.is_empty() => {
                Err("a kernel that is not read may use the same lines".to_owned())
            }
            Some(user) => Err(user),
            None if let Some(name) = mended.state.find_right_launches(&climb.state) => Err(format!(
                "all launches of {} in the script are proved without the change",
                function_name(name)
            )),
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
                let found = (climb.broken.rule, climb.broken.place.0);
                let suggestion = Suggestion::new(&code, &climb.changes[0], why);
                mended.suggestions.extend(suggestion.map(|suggestion| suggestion.of(found)));
                search.refused.push((climb.broken.rule, climb.broken.place));
            }
        }
    }
    mended.trials = search.trials;
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
    begun: Instant,
    /// The time of the last line about progress.
    told: Instant,
}

/// A version with fewer findings.
struct Climb {
    text: String,
    state: State,
    /// The changes of the version; the first applies to the text repaired so far.
    changes: Vec<Change>,
    /// The finding that the first change repairs.
    broken: Broken,
}

impl<'a> Search<'a> {
    fn new(subject: &'a Subject, original: &'a str, suggest: bool) -> Self {
        let (trials, refused, now) = (0, Vec::new(), Instant::now());
        Search { subject, original, suggest, trials, refused, begun: now, told: now }
    }

    /// Says which edit is checked, where nothing was said for a while: a script runs anew for each edit.
    fn tell(&mut self, broken: &Broken) {
        if self.told.elapsed() < SILENT {
            return;
        }
        self.told = Instant::now();
        let (file, line) = (self.subject.asked.file.display(), broken.place.0);
        let (trials, seconds) = (self.trials, self.begun.elapsed().as_secs());
        eprint(&format!(
            "{file}: checking edit {trials}, for {} at line {line} ({seconds} s)\n",
            broken.rule
        ));
    }

    /// Finds changes that leave fewer findings. A change that only moves a finding is kept for its successors.
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

    /// Finds one change that removes a finding, at least at its place, and worsens nothing.
    fn step(&mut self, text: &str, state: &State) -> Option<(Broken, Change, String, State)> {
        for (at, broken) in state.broken.iter().enumerate() {
            let Some(broken) = broken else { continue };
            if rank(&state.reports[at]) < 2 || self.refused.contains(&(broken.rule, broken.place)) {
                continue;
            }
            let is_tried = self.suggest || only_masks(broken.rule);
            for change in broken.changes.iter().filter(|_| is_tried) {
                if self.trials == TRIALS {
                    return None;
                }
                self.trials += 1;
                self.tell(broken);
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
