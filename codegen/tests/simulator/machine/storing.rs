//! Bulk copies of boxes of shared memory to tensors. A copy may read shared memory until the wait for reads, and write memory until
//! the wait for writes. In between nobody may write the source or access the destination.

use std::ops::Range;

use super::{Access, Array, Machine};
use crate::ir::ptx::{Address, BulkStore, Operand, Reg};
use crate::tests::simulator::bulk::Group;

impl Machine<'_> {
    /// Executes a thread's instruction about such copies.
    pub(super) fn storing(&mut self, store: &BulkStore, thread: usize) {
        match store {
            BulkStore::Start { map, coordinates, from } => {
                self.start_box(*map, coordinates, from, thread);
            }
            BulkStore::Commit => {
                let groups = self.bulk.storing.groups.entry(thread).or_default();
                // The first group exists once a copy was started.
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
                let groups: Vec<Group> = match self.bulk.storing.groups.get_mut(&thread) {
                    Some(groups) => groups.drain(closed).collect(),
                    None => Vec::new(),
                };
                groups.into_iter().for_each(|group| self.write_group(thread, group));
            }
        }
    }

    /// The groups of a thread that are closed, but for the last so many.
    fn closed_but(&self, thread: usize, left: u32) -> Range<usize> {
        let closed = self.bulk.storing.groups.get(&thread).map_or(0, |groups| groups.len() - 1);
        0..closed.saturating_sub(left as usize)
    }

    fn start_box(&mut self, map: Reg, coordinates: &[Operand], from: &Address, thread: usize) {
        let map = self.map_at(self.reg(map, thread));
        let from = self.place_of(from, thread);
        let bytes = self.box_places(&map, from, coordinates, thread);
        for (place, address) in &bytes {
            assert!(!self.later.is_bare(*place), "{place:#x} was written with no fence in front of a copy");
            self.touch(*place, 1, thread, Access::Read);
            self.bulk.storing.reading.insert(*place);
            if let Some(address) = address {
                self.bulk.storing.check(*address, true);
                *self.byte_of(*address) = 0xa5;
                self.bulk.storing.arriving.insert(*address);
            }
        }
        let groups = self.bulk.storing.groups.entry(thread).or_insert_with(|| vec![Group::default()]);
        groups.last_mut().unwrap().bytes.extend(bytes);
    }

    /// Records that a thread waited for a group's reads of shared memory.
    fn read_group(&mut self, thread: usize, at: usize) {
        let group = &mut self.bulk.storing.groups.get_mut(&thread).unwrap()[at];
        if group.read.is_some() {
            return;
        }
        group.read = Some(group.bytes.iter().map(|(place, _)| self.shared[*place as usize]).collect());
        let places: Vec<u64> = group.bytes.iter().map(|(place, _)| *place).collect();
        for place in places {
            self.touch(place, 1, thread, Access::Read);
            self.bulk.storing.reading.remove(&place);
        }
    }

    /// A group is in memory.
    fn write_group(&mut self, thread: usize, group: Group) {
        for ((_, address), byte) in group.bytes.into_iter().zip(group.read.unwrap_or_default()) {
            let Some(address) = address else { continue };
            self.bulk.storing.arriving.remove(&address);
            self.touch(address, 1, thread, Access::Write(0));
            *self.byte_of(address) = byte;
        }
    }

    fn byte_of(&mut self, address: u64) -> &mut u8 {
        let inside =
            |array: &&mut Array| (array.base..array.base + array.bytes.len() as u64).contains(&address);
        let array = self.memory.iter_mut().find(inside).unwrap_or_else(|| panic!("{address:#x} is nowhere"));
        &mut array.bytes[(address - array.base) as usize]
    }
}
