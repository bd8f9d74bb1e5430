//! A search for a launch that breaks a rule: small sizes around the kernel's constants, smallest first.

mod combinations;
mod launches;
mod settle;
mod values;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use self::combinations::combinations;
use self::launches::{Pattern, launch, memory_decides, patterns};
use self::settle::settled;
use self::values::candidates;
use super::replay::{Replay, run};
use super::report::Counterexample;

/// The most launches of one search.
const RUNS: usize = 2000;

/// How many mixtures of contents are tried.
const MIXTURES: u64 = 8;

/// The longest that a search with either kind of contents takes.
const TIME: Duration = Duration::from_secs(1);

/// Steps of one run.
const FUEL: u64 = 200_000;

/// Looks for a launch of the contract that breaks a rule: with simple contents of memory first, then, where these decide
/// anything, with mixed ones.
pub fn search(kernel: &Valid, contract: &Bound<'_>, ignore: Option<Rule>) -> Option<Counterexample> {
    let candidates = candidates(contract);
    let simple = combinations(&candidates)
        .flat_map(|values| patterns(contract).iter().map(move |pattern| (values.clone(), *pattern)));
    let mixed = (0..if memory_decides(contract) { MIXTURES } else { 0 }).flat_map(|number| {
        let each = combinations(&candidates).take(RUNS / MIXTURES as usize);
        each.map(move |values| (values, Pattern::Mixed(number)))
    });
    first(kernel, contract, ignore, simple).or_else(|| first(kernel, contract, ignore, mixed))
}

/// The first launch that breaks a rule.
fn first(
    kernel: &Valid,
    contract: &Bound<'_>,
    ignore: Option<Rule>,
    points: impl Iterator<Item = (Vec<u64>, Pattern)>,
) -> Option<Counterexample> {
    let end = Instant::now() + TIME;
    let (mut runs, mut seen) = (0, HashSet::new());
    for (values, pattern) in points {
        if runs == RUNS || Instant::now() > end {
            return None;
        }
        let values = settled(contract, &values);
        if !seen.insert((values.clone(), pattern)) {
            continue;
        }
        let Some(launch) = launch(contract, &values, pattern) else { continue };
        runs += 1;
        if let Replay::Broken(found) = run(kernel, &launch, ignore, FUEL) {
            return Some(narrowed(kernel, *found, ignore));
        }
    }
    None
}

/// The same launch, running only the blocks that are to blame, if that is enough.
fn narrowed(kernel: &Valid, found: Counterexample, ignore: Option<Rule>) -> Counterexample {
    let mut blocks = vec![found.violation.party.block];
    blocks.extend(found.violation.other.as_ref().map(|other| other.block));
    blocks.sort_unstable();
    blocks.dedup();
    let launch = Launch { blocks: Some(blocks), ..found.launch.clone() };
    match run(kernel, &launch, ignore, FUEL) {
        Replay::Broken(narrow) if narrow.violation.rule == found.violation.rule => *narrow,
        Replay::Broken(_) | Replay::Clean | Replay::Unfinished(_) => found,
    }
}
