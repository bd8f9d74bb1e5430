//! Events: what the blocks of a launch do to memory, one element at a time (semantics D.1).

use std::collections::BTreeMap;

use super::strength::{Manner, Meeting};
use crate::domain::Bool;
use crate::problem::Violation;
use crate::syntax::attributes::MemoryOrder;
use crate::syntax::types::Scalar;

/// The bits of an element, zero-extended; `None` if undetermined.
pub type Content = Option<u64>;

/// Neighbouring bytes of a buffer of the launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The buffer, by its position in the launch.
    pub buffer: u32,
    /// Bytes from the buffer's start.
    pub offset: u64,
    /// The number of bytes, at least one.
    pub bytes: u8,
}

impl Location {
    /// Whether the locations have a common byte.
    pub fn overlaps(&self, other: &Self) -> bool {
        let starts_before_end =
            |one: &Self, two: &Self| one.offset < two.offset.saturating_add(two.bytes.into());
        self.buffer == other.buffer && starts_before_end(self, other) && starts_before_end(other, self)
    }
}

/// The identity of an event within its block, across runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// The operation, by the number of its token.
    pub op: u32,
    /// How often the block had run the operation before.
    pub count: u32,
    /// The element of the operation's tile.
    pub lane: u32,
}

/// An access to a single element. An update is a single event that reads and writes.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The block, by its position in the launch; `None` for the launch contents.
    pub block: Option<u32>,
    /// The identity within the block.
    pub name: Name,
    /// The manner of the access. A compare-and-exchange that does not exchange only reads.
    pub manner: Manner,
    /// The accessed location.
    pub location: Location,
    /// The element type of the access.
    pub scalar: Scalar,
    /// The read content.
    pub read: Option<Content>,
    /// The written content.
    pub written: Option<Content>,
    /// The events that the event waits for by tokens, directly or transitively.
    pub waits_for: Vec<usize>,
    /// The sets of reads that each suffice for the write: for any values of its other reads, the block makes this write.
    /// A write without dependencies has one empty set.
    pub stands_on: Vec<Vec<usize>>,
}

impl Event {
    /// What was at a location when the launch began.
    pub fn initial(location: Location, scalar: Scalar, content: Content) -> Self {
        Event {
            block: None,
            name: Name { op: 0, count: 0, lane: 0 },
            manner: Manner { reads: false, writes: true, order: MemoryOrder::Weak, scope: None },
            location,
            scalar,
            read: None,
            written: Some(content),
            waits_for: Vec::new(),
            stands_on: vec![Vec::new()],
        }
    }

    /// Whether the event is the write of launch contents.
    pub fn is_initial(&self) -> bool {
        self.block.is_none()
    }

    /// The meeting with another event.
    pub fn meeting<B: Bool>(&self, other: &Self) -> Meeting<B> {
        Meeting {
            same_block: B::constant(self.block == other.block),
            overlap: B::constant(self.location.overlaps(&other.location)),
            same_location: B::constant(self.location == other.location),
        }
    }
}

/// A possible run of a block: its events in textual order, with numbers counted from the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// The events.
    pub events: Vec<Event>,
    /// The rule, other than a race, broken after these events.
    pub broken: Option<Box<Violation>>,
}

/// The blocks of a launch with all possible runs, if reads may return any value that is ever written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Program {
    /// The positions of the blocks in the grid.
    pub blocks: Vec<[u32; 3]>,
    /// By block, the possible runs.
    pub traces: Vec<Vec<Trace>>,
    /// Launch contents of every location in some trace.
    pub initial: BTreeMap<Location, (Scalar, Content)>,
}

impl Program {
    /// The events of an execution in which the blocks run in the ways of these numbers: the initial writes first, then
    /// block by block.
    pub fn events(&self, chosen: &[usize]) -> Vec<Event> {
        let mut events: Vec<Event> = self
            .initial
            .iter()
            .map(|(location, (scalar, content))| Event::initial(*location, *scalar, *content))
            .collect();
        for (traces, number) in self.traces.iter().zip(chosen) {
            let first = events.len();
            let moved = |number: &usize| number + first;
            events.extend(traces[*number].events.iter().map(|event| Event {
                waits_for: event.waits_for.iter().map(moved).collect(),
                stands_on: event.stands_on.iter().map(|set| set.iter().map(moved).collect()).collect(),
                ..event.clone()
            }));
        }
        events
    }

    /// Every combination of ways in which the blocks can run, in order.
    pub fn combinations(&self) -> impl Iterator<Item = Vec<usize>> {
        let mut next =
            self.traces.iter().all(|traces| !traces.is_empty()).then(|| vec![0; self.traces.len()]);
        std::iter::from_fn(move || {
            let given = next.clone()?;
            let mut counted = given.clone();
            let turned = (0..counted.len()).rev().find(|block| {
                counted[*block] += 1;
                let overflows = counted[*block] == self.traces[*block].len();
                if overflows {
                    counted[*block] = 0;
                }
                !overflows
            });
            next = turned.map(|_| counted);
            Some(given)
        })
    }
}
