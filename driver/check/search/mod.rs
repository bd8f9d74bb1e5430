//! A search for a launch that breaks a rule: small sizes around the kernel's constants, smallest first.

mod combinations;
mod floats;
mod launches;
mod patterns;
mod repair;
mod shared;
mod tied;
mod values;

use std::collections::HashSet;

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::count::{u64_from_usize, usize_from_u64};
use spec::syntax::launch::Launch;
use spec::valid::Valid;
use verify::Budget;

use self::combinations::combinations;
pub(super) use self::floats::typical_floats;
pub(super) use self::launches::blocks;
use self::launches::{build_launch, with_floats};
pub(super) use self::patterns::decides_by_places;
use self::patterns::{Pattern, decides_by_floats, memory_decides, patterns};
use self::repair::repair_values;
use self::shared::with_aliases;
use self::values::{candidates, literals};
use super::completion::{Completion, is_same};
use super::replay::{Replay, fuel};
use super::report::Counterexample;

/// The most launches of one search.
const RUNS: usize = 2000;

/// How many mixtures of contents are tried.
const MIXTURES: u8 = 8;

/// How many launches are tried with each constant of the kernel everywhere in memory.
const OF_EACH: usize = 16;

/// The work of a search with either kind of contents, in units of counted work.
const WORK: u64 = 1_000_000;

/// From how many combinations of sizes launches are drawn, and how many.
const DRAWN: usize = 4000;
const RUN_OF_DRAWN: usize = 100;

/// The launches of a contract with these scalar arguments: with zeros in memory, and with 0, 1, 2, … if contents matter. Buffers coincide
/// if the author permits it.
pub(super) fn launches_of(contract: &Bound<'_>, bits: &[u64]) -> Vec<Launch> {
    let patterns =
        if memory_decides(contract) { &[Pattern::Zeros, Pattern::Iota][..] } else { &[Pattern::Zeros] };
    let launches = patterns.iter().filter_map(|pattern| build_launch(contract, bits, *pattern));
    launches.map(|launch| with_aliases(contract, launch)).collect()
}

/// The launch of a contract with these scalar arguments whose arrays hold floats like those of a model; none where no float decides
/// anything.
pub(super) fn launch_with_floats(contract: &Bound<'_>, bits: &[u64]) -> Option<Launch> {
    let decide = decides_by_floats(&contract.kernel.body);
    let launch = build_launch(contract, bits, Pattern::Noise).filter(|_| decide)?;
    Some(with_aliases(contract, launch))
}

/// A launch with other floats in memory: zeros, ascending numbers, and floats of a model. Floats of a model alone decide the place of a
/// least or greatest float. None in kernels without decisions by floats.
pub(super) fn other_floats(contract: &Bound<'_>, launch: &Launch) -> Vec<Launch> {
    let body = &contract.kernel.body;
    let patterns = match (decides_by_floats(body), decides_by_places(body)) {
        (_, true) => &[Pattern::Noise][..],
        (true, false) => &[Pattern::Zeros, Pattern::Iota, Pattern::Noise],
        (false, false) => &[],
    };
    patterns.iter().map(|pattern| with_floats(contract, launch, *pattern)).collect()
}

/// Launches of the contract that are drawn from small sizes, with numbers in memory.
pub(super) fn drawn_launches(contract: &Bound<'_>) -> Vec<Launch> {
    let patterns = [Pattern::Iota, Pattern::Mixed(0)];
    let values: Vec<_> = combinations(&candidates(contract)).take(DRAWN).collect();
    let every = (values.len() / RUN_OF_DRAWN).max(1);
    let points =
        values.into_iter().step_by(every).flat_map(|bits| patterns.map(|pattern| (bits.clone(), pattern)));
    let launches =
        points.filter_map(|(bits, pattern)| build_launch(contract, &repair_values(contract, &bits), pattern));
    launches.map(|launch| with_aliases(contract, launch)).collect()
}

/// Launches of two kernels with equal arguments from small sizes, except for varied positions; with numbers in memory.
pub(super) fn drawn_pairs(one: &Bound<'_>, other: &Bound<'_>, varied: &[usize]) -> Vec<[Launch; 2]> {
    // A number that is large for one kernel's constants need not be for the other's.
    let mut known = candidates(one);
    for (all, more) in known.iter_mut().zip(candidates(other)) {
        let new: Vec<u64> = more.into_iter().filter(|bits| !all.contains(bits)).collect();
        all.extend(new);
    }
    let values: Vec<_> = combinations(&known).take(DRAWN).collect();
    let every = (values.len() / RUN_OF_DRAWN).max(1);
    let mut pairs = Vec::new();
    for (number, bits) in values.into_iter().step_by(every).enumerate() {
        let bits = repair_values(one, &bits);
        let mut others = bits.clone();
        for position in varied {
            let all = &known[*position];
            others[*position] = all.get((number + 1) % all.len().max(1)).copied().unwrap_or_default();
        }
        let others = if varied.is_empty() { others } else { repair_values(other, &others) };
        let is_kept = |at: usize| varied.contains(&at) || bits[at] == others[at];
        if !(0..bits.len()).all(is_kept) {
            continue;
        }
        for pattern in [Pattern::Iota, Pattern::Mixed(0)] {
            let launch = |contract: &Bound<'_>, bits: &[u64]| {
                build_launch(contract, bits, pattern).map(|launch| with_aliases(contract, launch))
            };
            let whole = |pair: &(Launch, Launch)| pair.0.blocks.is_none() && pair.1.blocks.is_none();
            let both = launch(one, &bits).zip(launch(other, &others)).filter(whole);
            pairs.extend(both.map(|(one, other)| share_contents(one, other)));
        }
    }
    pairs
}

/// Two launches with the same in memory, as far as buffers are as large: what is there hangs on a kernel's constants.
fn share_contents(mut one: Launch, mut other: Launch) -> [Launch; 2] {
    for (a, b) in one.buffers.iter_mut().zip(&mut other.buffers) {
        let (from, into) = if b.bytes <= a.bytes { (&*a, b) } else { (&*b, a) };
        into.contents.clone_from(&from.contents);
        into.contents.retain(|at, _| *at < into.bytes);
        for (at, bytes) in &mut into.contents {
            bytes.truncate(usize_from_u64(into.bytes - at));
        }
    }
    [one, other]
}

/// Launches of the contract, those with small sizes first, of which all blocks are run.
pub(super) fn small_launches<'a>(contract: &'a Bound<'a>, most: usize) -> impl Iterator<Item = Launch> + 'a {
    let candidates = candidates(contract);
    let patterns =
        if memory_decides(contract) { &[Pattern::Zeros, Pattern::Iota][..] } else { &[Pattern::Zeros] };
    let points: Vec<Vec<u64>> = combinations(&candidates).take(most).collect();
    let mut seen = HashSet::new();
    let repaired = points.into_iter().map(|values| repair_values(contract, &values));
    let launches = repaired
        .filter(move |values| seen.insert(values.clone()))
        .flat_map(|values| patterns.iter().map(move |pattern| (values.clone(), *pattern)))
        .filter_map(move |(values, pattern)| build_launch(contract, &values, pattern));
    launches.filter(|launch| launch.blocks.is_none()).map(|launch| with_aliases(contract, launch))
}

/// The smallest found launch of the contract, with distinguishable numbers in memory if allowed. Buffers without a stated size are as large
/// as the kernel needs.
pub fn sample_launch(kernel: &Valid, contract: &Bound<'_>) -> Option<Launch> {
    let completion = Completion::new(kernel, contract, None, &Budget::default());
    let candidates = candidates(contract);
    let values = combinations(&candidates).take(DRAWN);
    let launches = values.flat_map(|bits| {
        let bits = repair_values(contract, &bits);
        [Pattern::Iota, Pattern::Zeros].into_iter().find_map(|pattern| build_launch(contract, &bits, pattern))
    });
    let mut launches = launches.map(|launch| with_aliases(contract, launch));
    launches.next().map(|launch| completion.completed(&launch, fuel::SEARCH))
}

/// Looks for a launch of the contract that breaks a rule: with simple contents of memory first, then, where these decide
/// anything, with the kernel's constants and with mixed ones.
pub fn search(kernel: &Valid, contract: &Bound<'_>, ignore: Option<Rule>) -> Option<Counterexample> {
    search_for(&Completion::new(kernel, contract, ignore, &Budget::default()), &mut |_| true)
}

/// Searches for violations of a given kind only.
pub(super) fn search_for(
    completion: &Completion<'_>,
    counts: &mut dyn FnMut(&Counterexample) -> bool,
) -> Option<Counterexample> {
    let contract = completion.contract;
    let candidates = candidates(contract);
    let simple = combinations(&candidates)
        .flat_map(|values| patterns(contract).iter().map(move |pattern| (values.clone(), *pattern)));
    let decides = memory_decides(contract);
    let with = |most: usize, pattern: Pattern| {
        combinations(&candidates).take(most).map(move |values| (values, pattern))
    };
    let literals = if decides { literals(contract.kernel).len() } else { 0 };
    let each = (0..literals).flat_map(|number| with(OF_EACH, Pattern::Each(number)));
    let mixed = (0..if decides { MIXTURES } else { 0 })
        .flat_map(|number| with(RUNS / usize::from(MIXTURES), Pattern::Mixed(number.into())));
    find_first(completion, simple, counts).or_else(|| find_first(completion, each.chain(mixed), counts))
}

/// The first launch that breaks a rule and counts.
fn find_first(
    completion: &Completion<'_>,
    points: impl Iterator<Item = (Vec<u64>, Pattern)>,
    counts: &mut dyn FnMut(&Counterexample) -> bool,
) -> Option<Counterexample> {
    let contract = completion.contract;
    let budget = completion.budget();
    let begun = budget.spent();
    let (mut runs, mut seen) = (0, HashSet::new());
    for (values, pattern) in points {
        if runs == RUNS || budget.spent() > begun + WORK || budget.is_spent() {
            return None;
        }
        budget.spend(u64_from_usize(contract.contract.requires.len()));
        let values = repair_values(contract, &values);
        if !seen.insert((values.clone(), pattern)) {
            continue;
        }
        let Some(launch) = build_launch(contract, &values, pattern) else { continue };
        runs += 1;
        if let Replay::Broken(found) = completion.run(&launch, fuel::SEARCH)
            && counts(&found)
        {
            return Some(narrow_to_blame(completion, *found));
        }
    }
    None
}

/// The launch with only the offending blocks, if they suffice.
fn narrow_to_blame(completion: &Completion<'_>, found: Counterexample) -> Counterexample {
    let mut blocks = vec![found.violation.party.block];
    blocks.extend(found.violation.other.as_ref().map(|other| other.block));
    blocks.sort_unstable();
    blocks.dedup();
    let launch = Launch { blocks: Some(blocks), ..found.launch.clone() };
    match completion.run(&launch, fuel::SEARCH) {
        Replay::Broken(narrow) if is_same(&narrow, &found) => *narrow,
        Replay::Broken(_) | Replay::Clean | Replay::Unfinished(_) => found,
    }
}
