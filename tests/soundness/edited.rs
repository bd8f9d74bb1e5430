//! Proved kernels of the corpus with two or three changes at once: one may hide another.

use std::sync::OnceLock;

use spec::valid::Valid;

use crate::edits::{KINDS, closed, operations};
use crate::generate::Choices;
use crate::subject::{Subject, is_slow};

/// Kernels of more operations are too slow to be changed often.
const OPERATIONS: usize = 50;

/// The number of tries for a change of one kind that leaves a kernel.
const LOOKED_AT: usize = 8;

/// The original kernels.
fn originals() -> &'static [Subject] {
    static ORIGINALS: OnceLock<Vec<Subject>> = OnceLock::new();
    ORIGINALS.get_or_init(|| {
        let mut all = Subject::proved_corpus();
        // Of a size that is trusted no launch can be drawn: no buffer is as large as some views.
        all.retain_mut(|subject| {
            let file = subject.name.trim_start_matches("corpus/").split(':').next().unwrap_or_default();
            let Ok(contract) = closed(file, &subject.kernel, &subject.contract) else { return false };
            subject.contract = contract;
            !is_slow(subject) && operations(&subject.kernel).len() <= OPERATIONS
        });
        all
    })
}

/// The kernel of the given choices, under the original's contract.
pub(crate) fn subject(name: &str, bytes: &[u8]) -> Subject {
    let (mut choices, originals) = (Choices::new(bytes), originals());
    let mut subject = originals[choices.below_many(originals.len())].clone();
    subject.name = format!("{name} of {}", subject.name);
    for _ in 0..2 + choices.below(2) {
        change(&mut subject, &mut choices);
    }
    subject
}

/// Makes one change: of the chosen kind, or of the next possible kind.
fn change(subject: &mut Subject, choices: &mut Choices) {
    let (kind, place) = (choices.below(KINDS.len()), choices.below_many(1 << 16));
    for kind in KINDS.iter().cycle().skip(kind).take(KINDS.len()) {
        let mutants = kind.mutants(&subject.kernel);
        let from = place % mutants.len().max(1);
        let mut near = mutants.iter().cycle().skip(from).take(LOOKED_AT.min(mutants.len()));
        if let Some(mutant) = near.find(|mutant| Valid::new(mutant.kernel.clone()).is_ok()) {
            subject.kernel = mutant.kernel.clone();
            return;
        }
    }
}
