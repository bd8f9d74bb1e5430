//! Barriers of shared memory, and boxes of tensors on their way there and back, as the simulated machine has them.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::ptx::{MapField, Turn};

/// A tensor that a map is of.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedMap {
    pub(crate) address: u64,
    pub(crate) element_bytes: u64,
    pub(crate) extents: Vec<u64>,
    pub(crate) strides: Vec<u64>,
    pub(crate) box_extents: Vec<u32>,
    pub(crate) line_bytes: u32,
    pub(crate) rounds: bool,
}

/// A map made by the code: its contents, and their visibility to bulk copies.
#[derive(Debug, Clone, Default)]
pub(crate) struct MapInMemory {
    pub(crate) fields: Vec<(MapField, u64)>,
    pub(crate) released: bool,
    pub(crate) acquired: bool,
}

impl MapInMemory {
    /// The value of a field.
    fn says(&self, field: MapField) -> u64 {
        let said = self.fields.iter().rev().find(|(of, _)| *of == field);
        said.unwrap_or_else(|| panic!("a map says nothing of its {field:?}")).1
    }

    /// The tensor of the map.
    pub(crate) fn tensor(&self) -> SimulatedMap {
        assert!(self.acquired, "a copy may not see what was written to its map");
        let rank = self.says(MapField::Rank) as usize + 1;
        let each =
            |field: fn(usize) -> MapField| (0..rank).map(|axis| self.says(field(axis))).collect::<Vec<_>>();
        let strides: Vec<u64> = (0..rank - 1).map(|axis| self.says(MapField::Stride(axis))).collect();
        let map = SimulatedMap {
            address: self.says(MapField::Address),
            element_bytes: [1, 2, 4, 0, 8, 0, 0, 0, 0, 0, 0, 4][self.says(MapField::ElementType) as usize],
            extents: each(MapField::Extent),
            strides,
            box_extents: each(MapField::BoxExtent).iter().map(|extent| *extent as u32).collect(),
            line_bytes: 16 << self.says(MapField::Swizzle),
            rounds: self.says(MapField::ElementType) == 11,
        };
        assert!(each(MapField::ElementStride).iter().all(|stride| *stride == 1));
        assert_eq!([MapField::Interleave, MapField::Fill].map(|field| self.says(field)), [0, 0]);
        assert!(map.address.is_multiple_of(16), "a map of {:#x}", map.address);
        assert!(map.strides.iter().all(|stride| stride.is_multiple_of(16) && *stride < 1 << 40), "{map:?}");
        assert!(map.extents.iter().all(|extent| (1..1 << 32).contains(extent)), "{map:?}");
        map
    }
}

/// What a thread did at barriers of shared memory and in the stages between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    Init {
        at: u64,
        count: u32,
    },
    Wait {
        at: u64,
        parity: u64,
    },
    Arrive {
        at: u64,
        bytes: i64,
    },
    Copy {
        to: u64,
        bytes: u64,
        barrier: u64,
    },
    /// A product reads a factor from there on.
    Read {
        at: u64,
    },
    Commit,
    /// Arrives at a barrier by which warpgroups take turns, and may wait there.
    Turn {
        barrier: u32,
        threads: u32,
        waits: bool,
    },
    /// Products have ended but those of the last so many batches.
    Ended {
        left: usize,
    },
}

/// A barrier in some phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Phase {
    pub(crate) count: u32,
    /// Arrivals and bytes that the phase waits for. Bytes may arrive before they are announced.
    pub(crate) arrivals: u32,
    pub(crate) bytes: i64,
    pub(crate) parity: u64,
}

impl Phase {
    pub(crate) fn settle(&mut self) {
        if self.arrivals == 0 && self.bytes == 0 {
            (self.arrivals, self.parity) = (self.count, self.parity ^ 1);
        }
    }
}

/// Barriers by which warpgroups take turns.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// By barrier, the threads that have arrived, and how often all had.
    barriers: FxHashMap<u32, (FxHashSet<usize>, u32)>,
    /// By waiting thread, what it waits for.
    waiting: FxHashMap<usize, u32>,
    /// All arrivals.
    pub(crate) arrivals: usize,
}

impl Turns {
    /// A thread arrives; returns the round of its arrival.
    pub(crate) fn arrive(&mut self, turn: Turn, thread: usize) -> u32 {
        let (arrived, round) = self.barriers.entry(turn.barrier).or_default();
        assert!(arrived.insert(thread), "thread {thread} arrives twice at barrier {}", turn.barrier);
        self.arrivals += 1;
        let own = *round;
        if arrived.len() == turn.threads as usize {
            arrived.clear();
            *round += 1;
        }
        own
    }

    /// Whether a waiting thread has arrived before.
    pub(crate) fn is_waiting(&self, thread: usize) -> bool {
        self.waiting.contains_key(&thread)
    }

    /// A thread waits for the end of a round; whether the round has ended.
    pub(crate) fn wait(&mut self, turn: Turn, thread: usize, round: Option<u32>) -> bool {
        let own = *self.waiting.entry(thread).or_insert_with(|| round.expect("an arrival"));
        let has_ended = self.barriers.get(&turn.barrier).is_some_and(|(_, round)| *round > own);
        if has_ended {
            self.waiting.remove(&thread);
        }
        has_ended
    }
}

/// A box in flight.
#[derive(Debug, Clone)]
pub(crate) struct Flight {
    /// Places in shared memory, and the bytes there.
    pub(crate) bytes: Vec<(u64, u8)>,
    pub(crate) barrier: u64,
    /// What stands for the address of the map.
    pub(crate) map: u64,
}

/// Copies of a common wait.
#[derive(Debug, Default)]
pub(crate) struct Group {
    /// Places in shared memory, and where their bytes go if that is inside of the tensor.
    pub(crate) bytes: Vec<(u64, Option<u64>)>,
    /// The bytes, once read.
    pub(crate) read: Option<Vec<u8>>,
}

/// Data on the way to memory.
#[derive(Debug, Default)]
pub(crate) struct Storing {
    /// By thread, the groups, the oldest first; the last one is not closed.
    pub(crate) groups: BTreeMap<usize, Vec<Group>>,
    /// The bytes of shared memory under read, and the bytes of memory under write.
    pub(crate) reading: FxHashSet<u64>,
    pub(crate) arriving: FxHashSet<u64>,
}

impl Storing {
    /// Checks that a byte of any memory may be read or written.
    pub(crate) fn check(&self, byte: u64, writes: bool) {
        assert!(!self.arriving.contains(&byte), "what is stored to {byte:#x} has not arrived");
        assert!(
            !writes || !self.reading.contains(&byte),
            "{byte:#x} is written while it is copied to memory"
        );
    }

    /// Whether nothing is left.
    pub(crate) fn is_done(&self) -> bool {
        self.groups.values().flatten().all(|group| group.bytes.is_empty())
    }
}

/// Barriers, and data in flight.
#[derive(Debug, Default)]
pub(crate) struct Bulk {
    /// Events of threads, for the first thread of each warp.
    pub(crate) trace: Vec<(usize, Event)>,
    pub(crate) barriers: FxHashMap<u64, Phase>,
    pub(crate) turns: Turns,
    pub(crate) flights: VecDeque<Flight>,
    pub(crate) storing: Storing,
    /// By position, the maps that the kernel was given.
    pub(crate) maps: Vec<SimulatedMap>,
    /// The maps made by the kernel, by address.
    pub(crate) made: BTreeMap<u64, MapInMemory>,
}

/// What stands for the address of a map.
pub(crate) const MAPS: u64 = 1 << 60;

/// The address of a map by the name of its parameter.
pub(crate) fn map_address(name: &str) -> Option<u64> {
    let (_, number) = name.rsplit_once("_map_")?;
    Some(MAPS + number.parse::<u64>().ok()?)
}
