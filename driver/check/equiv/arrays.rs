//! Compares two launches' results in one array, element by element.

use std::ops::Range;

use interp::Contents;
use spec::syntax::count::usize_from_u64;
use spec::syntax::types::Scalar;

use super::fill::Floats;
use crate::accuracy::{ElementRef, read};
use crate::scalar;

/// The number of elements that are compared at once.
const PIECE: u64 = 1 << 10;

/// The results of a launch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'c> {
    /// The buffer.
    pub(super) memory: &'c Contents,
    /// The first byte of the array.
    pub(super) offset: u64,
}

/// The contents of one array after two launches.
#[derive(Debug)]
pub(super) struct Arrays<'c> {
    pub(super) element: Scalar,
    pub(super) sides: [Side<'c>; 2],
    /// Whether arguments differ: then what both write is compared.
    pub(super) is_varied: bool,
    /// Whether to compare only elements that one of the launches writes.
    pub(super) only_written: bool,
    pub(super) floats: Floats,
    /// The number of elements by the contract, if stated.
    pub(super) stated: Option<u64>,
}

impl Arrays<'_> {
    /// The places of differing elements, in ascending order.
    pub(super) fn differing(&self) -> impl Iterator<Item = u64> + '_ {
        let (size, share) = (self.element.bytes(), self.element.in_a_byte());
        let len = |side: &Side<'_>| self.element.count_in(side.memory.len().saturating_sub(side.offset));
        let len = self.sides.iter().map(len).chain(self.stated).min().unwrap_or(0);
        let mut ranges = Vec::new();
        for Side { memory, offset } in &self.sides {
            for range in memory.touched() {
                let first = range.start.saturating_sub(*offset) / size * share;
                let last = (range.end.saturating_sub(*offset).div_ceil(size) * share).min(len);
                ranges.push(first..last);
            }
        }
        ranges.sort_unstable_by_key(|range| range.start);
        let mut next = 0;
        let pieces = ranges.into_iter().flat_map(move |range| {
            let first = range.start.max(next);
            next = range.end.max(next);
            let starts = (first..range.end).step_by(usize_from_u64(PIECE));
            starts.map(move |start| start..(start + PIECE).min(range.end))
        });
        pieces.filter(|piece| !self.holds_same(piece)).flatten().filter(|place| self.differs(*place))
    }

    /// Whether both launches leave the same determined bytes at a range of places.
    fn holds_same(&self, places: &Range<u64>) -> bool {
        let [(one, holes), (other, other_holes)] = [0, 1].map(|side| {
            let last = self.byte(side, places.end - 1) + self.element.bytes();
            let (range, memory) = (self.byte(side, places.start)..last, self.sides[side].memory);
            (memory.bytes(range.clone()), memory.undetermined(range))
        });
        // Which elements a launch writes counts too, if only these are compared.
        !self.only_written && one == other && holes == other_holes
    }

    fn spot(&self, side: usize, place: u64) -> ElementRef {
        let spot = ElementRef::new(0, self.element, place);
        ElementRef { offset: spot.offset + self.sides[side].offset, ..spot }
    }

    /// The byte of the buffer at which an element begins.
    pub(super) fn byte(&self, side: usize, place: u64) -> u64 {
        self.spot(side, place).offset
    }

    fn bits(&self, side: usize, place: u64) -> Option<u64> {
        read(self.sides[side].memory, self.spot(side, place))
    }

    /// The bytes of an element as far as they are determined.
    fn bytes(&self, side: usize, place: u64) -> Vec<Option<u8>> {
        let (memory, from) = (self.sides[side].memory, self.byte(side, place));
        let range = from..from + self.element.bytes();
        let holes = memory.undetermined(range.clone());
        let byte = |(byte, hole): (u8, bool)| (!hole).then_some(byte);
        memory.bytes(range).into_iter().zip(holes).map(byte).collect()
    }

    /// Which bytes of an element a launch has written.
    fn written(&self, side: usize, place: u64) -> Vec<bool> {
        let from = self.byte(side, place);
        (from..from + self.element.bytes()).map(|byte| self.sides[side].memory.writes(byte) > 0).collect()
    }

    fn differs(&self, place: u64) -> bool {
        let written = |side| self.written(side, place);
        if self.only_written && written(0) != written(1) {
            return true;
        }
        if self.only_written && !written(0).contains(&true) {
            return false;
        }
        let both = || [0, 1].iter().all(|side| !written(*side).contains(&false));
        let [a, b] = [0, 1].map(|side| self.bits(side, place));
        let is_nan = |bits: Option<u64>| {
            bits.and_then(|bits| scalar::float(self.element, bits)).is_some_and(f64::is_nan)
        };
        // A partly written element compares its written bytes.
        let same = || a == b && (a.is_some() || self.bytes(0, place) == self.bytes(1, place));
        let same = same() || self.floats != Floats::Field && is_nan(a) && is_nan(b);
        !same && (!self.is_varied || both())
    }

    /// Whether the possible values of two launches are disjoint, with the given sum of errors.
    pub(super) fn is_apart(&self, place: u64, away: f64) -> bool {
        let value = |side| self.bits(side, place).and_then(|bits| scalar::float(self.element, bits));
        match (value(0), value(1)) {
            (Some(a), Some(b)) if away > 0.0 => {
                // Where the room of a number is finite, no implementation leaves an infinity or a NaN there.
                away.is_finite() && (a.is_finite() != b.is_finite() || (a - b).abs() > away)
            }
            (_, _) => true,
        }
    }

    /// An element in words.
    pub(super) fn show(&self, side: usize, place: u64) -> String {
        match self.bits(side, place) {
            None if self.bytes(side, place).iter().all(Option::is_none) => "undetermined".to_owned(),
            None => {
                let byte = |byte: Option<u8>| byte.map_or("??".to_owned(), |byte| format!("{byte:02x}"));
                let bytes: Vec<String> = self.bytes(side, place).into_iter().map(byte).collect();
                format!("undetermined in part (bytes {})", bytes.join(" "))
            }
            Some(bits) if self.floats == Floats::Field && !self.element.is_integer() => {
                format!("{bits} (mod p)")
            }
            Some(bits) => scalar::show(self.element, bits, false),
        }
    }
}
