//! The justification of a write: the reads of its block whose values the write depends on. The no-thin-air axiom needs these
//! dependencies. They are found by comparing runs, not from the text, because a compiler may remove a purely textual dependency.

use std::collections::{BTreeMap, HashSet};

use spec::memory::events::{Content, Event, Location, Name, Trace};
use spec::syntax::attributes::{MemoryOrder, Scope};

/// A read, identified across runs of its block.
type ReadKey = (Name, Location);

/// A write. The operation behind it does not matter: a compiler may hoist equal writes out of both branches.
type WriteKey = (Location, MemoryOrder, Option<Scope>, Content);

/// A possible run of the block.
struct BlockRun {
    reads: BTreeMap<ReadKey, Content>,
    writes: HashSet<WriteKey>,
}

/// Finds the sets of reads, none larger than need be, that each write of each trace stands on. `cut` are the beginnings
/// of runs that may never come to the write.
pub(super) fn justify_writes(traces: &mut [Trace], cut: &[Trace]) {
    // A run with a broken rule says nothing about required writes.
    let all = traces.iter().chain(cut).filter(|trace| trace.broken.is_none());
    let ways: Vec<BlockRun> = all.map(BlockRun::of).collect();
    for trace in traces {
        let sets: Vec<_> =
            (0..trace.events.len()).map(|number| find_justifications(&ways, trace, number)).collect();
        for (event, sets) in trace.events.iter_mut().zip(sets) {
            event.stands_on = sets;
        }
    }
}

impl BlockRun {
    fn of(trace: &Trace) -> Self {
        let reads = trace.events.iter().filter_map(|event| Some((read_key(event), event.read?)));
        BlockRun { reads: reads.collect(), writes: trace.events.iter().filter_map(write_key).collect() }
    }
}

fn read_key(event: &Event) -> ReadKey {
    (event.name, event.location)
}

fn write_key(event: &Event) -> Option<WriteKey> {
    Some((event.location, event.manner.order, event.manner.scope, event.written?))
}

fn find_justifications(ways: &[BlockRun], trace: &Trace, number: usize) -> Vec<Vec<usize>> {
    let Some(wanted) = write_key(&trace.events[number]) else { return Vec::new() };
    let block = BlockBehavior { ways, trace };
    let reads: Vec<usize> = (0..=number).filter(|read| trace.events[*read].read.is_some()).collect();
    let enough = |reads: &[usize]| {
        block.holds_whenever(&block.certain_reads(reads), |way| way.writes.contains(&wanted))
    };
    let without =
        |left: usize| -> Vec<usize> { reads.iter().copied().filter(|read| *read != left).collect() };
    // What no set does without is often enough.
    let needed: Vec<usize> = reads.iter().copied().filter(|read| !enough(&without(*read))).collect();
    if enough(&needed) {
        return vec![needed];
    }
    let mut least: Vec<u32> = Vec::new();
    // All subsets by size; at most sixteen events make reads, so there are at most 65 536.
    let mut subsets: Vec<u32> = (0..1 << reads.len()).collect();
    subsets.sort_by_key(|subset| (subset.count_ones(), *subset));
    let chosen = |subset: u32| -> Vec<usize> {
        (0..reads.len()).filter(|at| subset >> at & 1 == 1).map(|at| reads[at]).collect()
    };
    for subset in subsets {
        if !least.iter().any(|less| less & !subset == 0) && enough(&chosen(subset)) {
            least.push(subset);
        }
    }
    least.into_iter().map(chosen).collect()
}

/// What the block makes of some reads of a trace.
struct BlockBehavior<'a> {
    ways: &'a [BlockRun],
    trace: &'a Trace,
}

impl BlockBehavior<'_> {
    /// Whether a property holds in every run where the given reads return the trace's values.
    fn holds_whenever(&self, reads: &[usize], holds: impl Fn(&BlockRun) -> bool) -> bool {
        let given = |number: &usize| (read_key(&self.trace.events[*number]), self.trace.events[*number].read);
        let given: Vec<_> = reads.iter().map(given).collect();
        let agrees =
            |way: &&BlockRun| given.iter().all(|(read, content)| way.reads.get(read) == content.as_ref());
        self.ways.iter().filter(agrees).all(holds)
    }

    /// Selects the reads that are executed in every run with equal values of the earlier reads.
    fn certain_reads(&self, reads: &[usize]) -> Vec<usize> {
        let mut sure: Vec<usize> = Vec::new();
        for number in reads {
            let made = read_key(&self.trace.events[*number]);
            if self.holds_whenever(&sure, |way| way.reads.contains_key(&made)) {
                sure.push(*number);
            }
        }
        sure
    }
}
