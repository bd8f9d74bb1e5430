//! Barriers of shared memory, and bulk copies of boxes of tensors that arrive at them.
//!
//! A copy spoils its destination at the start. A copy arrives at any later time; if no thread can continue, the next
//! copy arrives.

use super::{Array, Machine};
use crate::ir::ptx::{Address, Base, MapEdit, Mbarrier, Operand, TensorCopy, Turn, Ty};
use crate::tests::simulator::arithmetic::rounded;
use crate::tests::simulator::bulk::{Event, Flight, MAPS, Phase, SimulatedMap};

impl Machine<'_> {
    pub(super) fn place_of(&self, at: &Address, thread: usize) -> u64 {
        match at.base {
            Base::Reg(reg) => self.reg(reg, thread).wrapping_add_signed(at.offset),
            Base::Name(_) => panic!("{at}"),
        }
    }

    /// Whether a waiting thread may continue.
    pub(super) fn has_ended(&self, wait: &Mbarrier, thread: usize) -> bool {
        let Mbarrier::Wait { at, parity } = wait else { return true };
        let barrier = self.place_of(at, thread);
        let phase = self.bulk.barriers.get(&barrier).unwrap_or_else(|| panic!("no barrier at {barrier:#x}"));
        phase.parity != self.reg(*parity, thread) & 1
    }

    /// A thread does what is about a barrier.
    pub(super) fn at_barrier(&mut self, barrier: &Mbarrier, thread: usize) {
        self.record_barrier(barrier, thread);
        match barrier {
            Mbarrier::Init { at, count } => {
                let at = self.place_of(at, thread);
                assert_eq!(at % 8, 0, "a barrier at {at:#x}");
                let phase = Phase { count: *count, arrivals: *count, bytes: 0, parity: 0 };
                self.bulk.barriers.insert(at, phase);
            }
            Mbarrier::FenceInit | Mbarrier::Wait { .. } => {}
            Mbarrier::Arrive { at, .. } => self.arrive(self.place_of(at, thread), 0),
            Mbarrier::ArriveExpect { at, bytes, .. } => {
                self.arrive(self.place_of(at, thread), i64::from(*bytes));
            }
        }
    }

    /// Whether a thread may go on that waits for its turn; it arrives once.
    pub(super) fn has_turn(&mut self, turn: Turn, thread: usize) -> bool {
        let round = (!self.bulk.turns.is_waiting(thread)).then(|| self.pass_turn(turn, thread));
        self.bulk.turns.wait(turn, thread, round)
    }

    /// A thread arrives at a barrier of turns; returns the round.
    pub(super) fn pass_turn(&mut self, turn: Turn, thread: usize) -> u32 {
        let Turn { barrier, threads, waits } = turn;
        self.record(thread, Event::Turn { barrier, threads, waits });
        self.bulk.turns.arrive(turn, thread)
    }

    /// Records an event of a thread that represents its warp.
    pub(super) fn record(&mut self, thread: usize, event: Event) {
        if thread.is_multiple_of(32) {
            self.bulk.trace.push((thread, event));
        }
    }

    fn record_barrier(&mut self, barrier: &Mbarrier, thread: usize) {
        let event = match barrier {
            Mbarrier::FenceInit => return,
            Mbarrier::Init { at, count } => Event::Init { at: self.place_of(at, thread), count: *count },
            Mbarrier::Wait { at, parity } => {
                Event::Wait { at: self.place_of(at, thread), parity: self.reg(*parity, thread) & 1 }
            }
            Mbarrier::Arrive { at, .. } => Event::Arrive { at: self.place_of(at, thread), bytes: 0 },
            Mbarrier::ArriveExpect { at, bytes, .. } => {
                Event::Arrive { at: self.place_of(at, thread), bytes: i64::from(*bytes) }
            }
        };
        self.record(thread, event);
    }

    fn arrive(&mut self, barrier: u64, bytes: i64) {
        let phase =
            self.bulk.barriers.get_mut(&barrier).unwrap_or_else(|| panic!("no barrier at {barrier:#x}"));
        assert!(phase.arrivals > 0, "more arrivals at {barrier:#x} than it waits for");
        phase.bytes += bytes;
        phase.arrivals -= 1;
        phase.settle();
    }

    /// The tensor of the map that stands at an address.
    pub(super) fn map_at(&self, address: u64) -> SimulatedMap {
        match address.checked_sub(MAPS) {
            Some(at) => self.bulk.maps[at as usize].clone(),
            None => {
                let made = self.bulk.made.get(&address);
                made.unwrap_or_else(|| panic!("no map at {address:#x}")).tensor()
            }
        }
    }

    /// A thread makes a map, or a fence for one.
    pub(super) fn edit_map(&mut self, edit: &MapEdit, thread: usize) {
        match edit {
            MapEdit::Replace { map, field, value } => {
                let (at, value) = (self.reg(*map, thread), self.operand(*value, thread));
                assert_eq!(at % 128, 0, "a map at {at:#x}");
                let is_read = self.bulk.flights.iter().any(|flight| flight.map == at);
                assert!(!is_read, "the map at {at:#x} is written while a copy may read it");
                let made = self.bulk.made.entry(at).or_default();
                (made.released, made.acquired) = (false, false);
                made.fields.push((*field, value));
            }
            MapEdit::Release => self.bulk.made.values_mut().for_each(|made| made.released = true),
            MapEdit::Acquire { map } => {
                let at = self.reg(*map, thread);
                let made = self.bulk.made.get_mut(&at).unwrap_or_else(|| panic!("no map at {at:#x}"));
                assert!(made.released, "the map at {at:#x} is acquired before it is released");
                made.acquired = true;
            }
        }
    }

    /// Starts a copy: its destination is unusable until the copy arrives.
    pub(super) fn copy_box(&mut self, copying: &TensorCopy, thread: usize) {
        let at = self.reg(copying.map, thread);
        let map = self.map_at(at);
        let to = self.place_of(&copying.to, thread);
        let barrier = self.place_of(&copying.barrier, thread);
        let places = self.box_places(&map, to, &copying.coordinates, thread);
        let bytes = places
            .into_iter()
            .map(|(place, address)| (place, address.map_or(0, |address| self.read_byte(address))));
        let mut bytes: Vec<(u64, u8)> = bytes.collect();
        if map.rounds {
            bytes.chunks_exact_mut(4).for_each(round_to_tf32);
        }
        let flight = Flight { bytes, barrier, map: at };
        for (place, _) in &flight.bytes {
            assert!(!self.later.is_bare(*place), "{place:#x} was written with no fence in front of a copy");
            self.bulk.storing.check(*place, true);
            self.shared[*place as usize] = 0xa5;
        }
        let bytes = flight.bytes.len() as u64;
        self.record(thread, Event::Copy { to, bytes, barrier });
        self.bulk.flights.push_back(flight);
    }

    /// Of the bytes of a box, in their order, the places in shared memory and the addresses; none of what is outside of the tensor.
    pub(super) fn box_places(
        &self,
        map: &SimulatedMap,
        start: u64,
        coordinates: &[Operand],
        thread: usize,
    ) -> Vec<(u64, Option<u64>)> {
        assert_eq!(start % 128, 0, "a box at {start:#x}");
        let origin: Vec<i64> =
            coordinates.iter().map(|at| i64::from(self.operand(*at, thread) as u32 as i32)).collect();
        assert_eq!(origin.len(), map.extents.len());
        let elements: u64 = map.box_extents.iter().map(|extent| u64::from(*extent)).product();
        let mut places = Vec::new();
        for element in 0..elements {
            let mut rest = element;
            let mut address = Some(map.address);
            for (axis, extent) in map.box_extents.iter().enumerate() {
                let at = origin[axis] + (rest % u64::from(*extent)) as i64;
                rest /= u64::from(*extent);
                let stride = if axis == 0 { map.element_bytes } else { map.strides[axis - 1] };
                let inside = (0..map.extents[axis] as i64).contains(&at);
                address = address.filter(|_| inside).map(|address| address + at as u64 * stride);
            }
            for byte in 0..map.element_bytes {
                let plain = start + element * map.element_bytes + byte;
                let pieces = u64::from(map.line_bytes / 16 - 1);
                let place = plain ^ (plain >> 7 & pieces) << 4;
                places.push((place, address.map(|address| address + byte)));
            }
        }
        places
    }

    fn read_byte(&self, address: u64) -> u8 {
        self.bulk.storing.check(address, false);
        let inside = |array: &&Array| (array.base..array.base + array.bytes.len() as u64).contains(&address);
        let array = self.memory.iter().find(inside).unwrap_or_else(|| panic!("{address:#x} is nowhere"));
        array.bytes[(address - array.base) as usize]
    }

    /// Lets a pending copy arrive, given by a number; returns whether any was pending.
    pub(super) fn land(&mut self, which: usize) -> bool {
        if self.bulk.flights.is_empty() {
            return false;
        }
        let at = which % self.bulk.flights.len();
        let Some(flight) = self.bulk.flights.remove(at) else { return false };
        for (place, byte) in &flight.bytes {
            self.shared[*place as usize] = *byte;
        }
        let phase = self.bulk.barriers.get_mut(&flight.barrier).expect("a barrier");
        phase.bytes -= flight.bytes.len() as i64;
        phase.settle();
        true
    }

    /// Whether copies are still on their way.
    pub(super) fn is_in_flight(&self) -> bool {
        !self.bulk.flights.is_empty()
    }
}

/// Rounds the four bytes of a binary32, as a map of type `tf32` does.
fn round_to_tf32(bytes: &mut [(u64, u8)]) {
    let word = u32::from_le_bytes([0, 1, 2, 3].map(|at: usize| bytes[at].1));
    let rounded = rounded(Ty::Tf32, f64::from(f32::from_bits(word))) as u32;
    for ((_, byte), rounded) in bytes.iter_mut().zip(rounded.to_le_bytes()) {
        *byte = rounded;
    }
}
