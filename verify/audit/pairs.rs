//! Pairs: moments of two instances of the block, as questions about races have them.

use std::collections::HashMap;

use spec::rules::Rule;

use super::judge::Claim;
use super::moments::Moment;
use super::pins::Pin;
use super::snapshot::{Case, MomentId, Snapshot};
use crate::terms::{Substitution, Truth};

/// The most pairs of one kernel, for each kind of a second instance.
const PAIRS: usize = 60;

/// Two moments of one run, one for each instance.
pub(super) struct Pair {
    pub(super) ids: [MomentId; 2],
    pub(super) rule: Rule,
    pub(super) claim: Claim,
}

/// Pairs of moments of one run in terminating blocks: of two blocks, or of one. The first instance is the verifier's own; `other`
/// renames what belongs to the second.
pub(super) fn find_pairs<'r>(
    snapshots: &[Snapshot],
    moment: &impl Fn(MomentId) -> &'r Moment,
    facts: Vec<Truth>,
    other: &mut Substitution,
    same_block: bool,
) -> Vec<Pair> {
    let rule = if same_block { Rule::RaceToken } else { Rule::RaceBlock };
    // One snapshot of each operation is enough, and a choice of lanes of each moment.
    let mut latest: HashMap<(usize, MomentId, usize), (&Snapshot, &Case)> = HashMap::new();
    for snapshot in snapshots {
        for case in snapshot.cases.iter().filter(|case| moment(case.id).ended) {
            latest.insert((snapshot.operation, case.id, case.choice), (snapshot, case));
        }
    }
    // If several paths lead to an operation, the path of a moment is unknown.
    latest.retain(|(operation, ..), (snapshot, _)| {
        let mut of = snapshots.iter().filter(|other| other.operation == *operation);
        of.all(|other| other.path == snapshot.path)
    });
    let mut latest: Vec<_> = latest.into_iter().collect();
    latest.sort_unstable_by_key(|(key, _)| *key);
    let fits = |a: &Case, b: &Case| {
        a.id.0 == b.id.0 && (moment(a.id).block == moment(b.id).block) == same_block && a.id != b.id
    };
    let all: Vec<_> = latest
        .iter()
        .flat_map(|one| latest.iter().map(move |two| (one.1, two.1)))
        .filter(|((_, a), (_, b))| fits(a, b))
        .collect();
    let step = all.len().div_ceil(PAIRS).max(1);
    let pair = |((first, one), (second, two)): &((&Snapshot, &Case), (&Snapshot, &Case))| {
        let moved = two.pins.iter().map(|pin| Pin { holds: other.truth(&pin.holds), of: pin.of });
        Pair {
            ids: [one.id, two.id],
            rule,
            claim: Claim {
                pins: one.pins.iter().copied().chain(moved.collect::<Vec<_>>()).collect(),
                path: vec![first.path, other.truth(&second.path)],
                facts: facts.iter().chain(first.facts.iter()).copied().collect(),
            },
        }
    };
    all.iter().step_by(step).map(pair).collect()
}
