//! Bulk copies of boxes of shared memory to tensors. A copy may read shared memory any time until it is waited for, and write memory any time until
//! that is waited for: in between nobody may write the one place, nor touch the other.

use std::collections::{BTreeMap, HashSet};

use super::{Access, Machine};
use crate::ir::ptx::{Address, BulkStore, Operand, Reg};
use crate::tests::simulator::bulk::MAPS;

/// Copies that are waited for together.
#[derive(Debug, Default)]
struct Group {
    /// Places in shared memory, and where their bytes go if that is inside of the tensor.
    bytes: Vec<(u64, Option<u64>)>,
    /// The bytes, once they are read.
    read: Option<Vec<u8>>,
}

/// What is on its way to memory.
#[derive(Debug, Default)]
pub(super) struct Storing {
    /// By thread, the groups, the oldest first; the last one is not closed.
    groups: BTreeMap<usize, Vec<Group>>,
    /// Bytes of shared memory that are read, and of memory that are written.
    reading: HashSet<u64>,
    arriving: HashSet<u64>,
}

impl Storing {
    /// That somebody may read a byte of any memory, or write it.
    pub(super) fn check(&self, byte: u64, writes: bool) {
        assert!(!self.arriving.contains(&byte), "what is stored to {byte:#x} has not arrived");
        assert!(
            !writes || !self.reading.contains(&byte),
            "{byte:#x} is written while it is copied to memory"
        );
    }

    /// Whether nothing is left.
    pub(super) fn is_done(&self) -> bool {
        self.groups.values().flatten().all(|group| group.bytes.is_empty())
    }
}

impl Machine<'_> {
    /// A thread does what is about such copies.
    pub(super) fn storing(&mut self, store: &BulkStore, thread: usize) {
        match store {
            BulkStore::Start { map, coordinates, from } => {
                self.start_box(*map, coordinates, from, thread);
            }
            BulkStore::Commit => {
                let groups = self.storing.groups.entry(thread).or_default();
                // The first one is there once something was started.
                groups.push(Group::default());
            }
            BulkStore::WaitRead(left) => {
                for at in self.closed_but(thread, *left) {
                    self.read_group(thread, at);
                }
            }
            BulkStore::Wait(left) => {
                let closed = self.closed_but(thread, *left);
                closed.clone().for_each(|at| self.read_group(thread, at));
                let groups: Vec<Group> = match self.storing.groups.get_mut(&thread) {
                    Some(groups) => groups.drain(closed).collect(),
                    None => Vec::new(),
                };
                groups.into_iter().for_each(|group| self.write_group(thread, group));
            }
        }
    }

    /// The groups of a thread that are closed, but for the last so many.
    fn closed_but(&self, thread: usize, left: u32) -> std::ops::Range<usize> {
        let closed = self.storing.groups.get(&thread).map_or(0, |groups| groups.len() - 1);
        0..closed.saturating_sub(left as usize)
    }

    fn start_box(&mut self, map: Reg, coordinates: &[Operand], from: &Address, thread: usize) {
        let map = self.bulk.maps[(self.reg(map, thread) - MAPS) as usize].clone();
        let from = self.place_of(from, thread);
        let bytes = self.box_places(&map, from, coordinates, thread);
        for (place, address) in &bytes {
            assert!(!self.later.is_bare(*place), "{place:#x} was written with no fence in front of a copy");
            self.touch(*place, 1, thread, Access::Read);
            self.storing.reading.insert(*place);
            if let Some(address) = address {
                self.storing.check(*address, true);
                *self.byte_of(*address) = 0xa5;
                self.storing.arriving.insert(*address);
            }
        }
        let groups = self.storing.groups.entry(thread).or_insert_with(|| vec![Group::default()]);
        groups.last_mut().unwrap().bytes.extend(bytes);
    }

    /// A group has read shared memory: its thread knows that from here on.
    fn read_group(&mut self, thread: usize, at: usize) {
        let group = &mut self.storing.groups.get_mut(&thread).unwrap()[at];
        if group.read.is_some() {
            return;
        }
        group.read = Some(group.bytes.iter().map(|(place, _)| self.shared[*place as usize]).collect());
        let places: Vec<u64> = group.bytes.iter().map(|(place, _)| *place).collect();
        for place in places {
            self.touch(place, 1, thread, Access::Read);
            self.storing.reading.remove(&place);
        }
    }

    /// A group is in memory.
    fn write_group(&mut self, thread: usize, group: Group) {
        for ((_, address), byte) in group.bytes.into_iter().zip(group.read.unwrap_or_default()) {
            let Some(address) = address else { continue };
            self.storing.arriving.remove(&address);
            self.touch(address, 1, thread, Access::Write(0));
            *self.byte_of(address) = byte;
        }
    }

    fn byte_of(&mut self, address: u64) -> &mut u8 {
        let inside = |array: &&mut super::Array| {
            (array.base..array.base + array.bytes.len() as u64).contains(&address)
        };
        let array = self.memory.iter_mut().find(inside).unwrap_or_else(|| panic!("{address:#x} is nowhere"));
        &mut array.bytes[(address - array.base) as usize]
    }
}
