//! What is broken, mended: of each place the changes are tried in turn, and one is kept with which it is broken no more.

use driver::repair::Change;
use spec::rules::Rule;

use super::subject::{State, Subject, rank};

/// The most versions that are compiled and checked.
const TRIALS: usize = 48;

/// The text with what mends it; with `suggest` also by changes of what the kernel does.
pub(super) fn mend(subject: &Subject, text: &str, before: &State, suggest: bool) -> (String, State) {
    let mut trials = 0;
    let (mut best, mut best_state) = (text.to_owned(), before.clone());
    let (mut now, mut state) = (best.clone(), None::<State>);
    while let Some((next, found)) =
        step(subject, text, &now, state.as_ref().unwrap_or(before), suggest, &mut trials)
    {
        // What only moves what is broken is kept for what comes of it, and shown if something does.
        let better = total(&found) < total(&best_state);
        now = next;
        if better {
            best.clone_from(&now);
            best_state = found.clone();
        }
        state = Some(found);
    }
    (best, best_state)
}

fn total(state: &State) -> u32 {
    state.reports.iter().map(|report| u32::from(rank(report))).sum()
}

/// One change with which something is broken no more, at that place at least, and nothing is worse.
fn step(
    subject: &Subject,
    original: &str,
    text: &str,
    state: &State,
    suggest: bool,
    trials: &mut usize,
) -> Option<(String, State)> {
    for (at, broken) in state.broken.iter().enumerate() {
        let Some(broken) = broken else { continue };
        if rank(&state.reports[at]) < 2 {
            continue;
        }
        for change in broken.changes.iter().filter(|_| suggest || is_mask(broken.rule)) {
            if *trials == TRIALS {
                return None;
            }
            *trials += 1;
            let changed = change.apply(text);
            // A version that does not compile is none.
            let Ok(found) = subject.check(original, &changed) else { continue };
            let moved = found.broken.get(at).is_some_and(|now| {
                now.as_ref().is_none_or(|now| {
                    (now.rule, now.place) != (broken.rule, broken.place) && !undoes(now, change)
                })
            });
            let worse = found.reports.len() != state.reports.len()
                || found.reports.iter().zip(&state.reports).any(|(now, then)| rank(now) > rank(then));
            if moved && !worse {
                return Some((changed, found));
            }
        }
    }
    None
}

/// Whether what is broken now asks for the change that was just made: nothing is gained.
fn undoes(now: &super::subject::Broken, change: &Change) -> bool {
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
