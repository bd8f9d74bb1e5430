//! What a write stands on: which reads of its block must give what they give, so that the block writes this.

use spec::memory::events::{Event, Trace};

/// Finds the sets of reads, none larger than need be, that each write of each trace stands on.
pub(super) fn fill(traces: &mut [Trace]) {
    for number in 0..traces.len() {
        let sets: Vec<_> = {
            let all: &[Trace] = traces;
            let trace = &all[number];
            (0..trace.events.len()).map(|event| stands_on(all, trace, event)).collect()
        };
        for (event, sets) in traces[number].events.iter_mut().zip(sets) {
            event.stands_on = sets;
        }
    }
}

fn stands_on(all: &[Trace], trace: &Trace, write: usize) -> Vec<Vec<usize>> {
    if !trace.events[write].manner.writes {
        return Vec::new();
    }
    let reads: Vec<usize> = (0..=write).filter(|number| trace.events[*number].manner.reads).collect();
    let mut subsets: Vec<u32> = (0..1 << reads.len()).collect();
    subsets.sort_by_key(|subset| (subset.count_ones(), *subset));
    let mut least: Vec<u32> = Vec::new();
    for subset in subsets {
        let larger = least.iter().any(|less| less & !subset == 0);
        if !larger && is_enough(all, trace, &chosen(&reads, subset), write) {
            least.push(subset);
        }
    }
    least.into_iter().map(|subset| chosen(&reads, subset)).collect()
}

fn chosen(reads: &[usize], subset: u32) -> Vec<usize> {
    (0..reads.len()).filter(|at| subset >> at & 1 == 1).map(|at| reads[at]).collect()
}

/// Whether a set of reads makes a write: each of the reads is made if those before it give what they give, and the write
/// is if all do.
fn is_enough(all: &[Trace], trace: &Trace, reads: &[usize], write: usize) -> bool {
    let wanted = &trace.events[write];
    let makes = |given: &[usize], holds: &dyn Fn(&Trace) -> bool| {
        all.iter().filter(|other| other.broken.is_none() && agrees(trace, other, given)).all(holds)
    };
    let each = (0..reads.len()).all(|at| {
        let read = &trace.events[reads[at]];
        makes(&reads[..at], &|other: &Trace| other.events.iter().any(|event| is_read(read, event)))
    });
    each && makes(reads, &|other: &Trace| other.events.iter().any(|event| is_write(wanted, event)))
}

/// Whether another run reads there what this one does.
fn agrees(trace: &Trace, other: &Trace, reads: &[usize]) -> bool {
    reads.iter().all(|number| {
        let read = &trace.events[*number];
        other.events.iter().any(|event| is_read(read, event) && event.read == read.read)
    })
}

fn is_read(wanted: &Event, event: &Event) -> bool {
    event.name == wanted.name && event.location == wanted.location && event.manner.reads
}

/// Whether an event writes the same. That another operation does, as in the other branch, makes no difference: a
/// compiler may do it before it knows which.
fn is_write(wanted: &Event, event: &Event) -> bool {
    let here = event.location == wanted.location && event.manner.writes;
    let order = (event.manner.order, event.manner.scope) == (wanted.manner.order, wanted.manner.scope);
    here && order && event.written == wanted.written
}
