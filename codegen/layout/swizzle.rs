//! Swizzled shared memory: where elements lie on their way from one layout to another, so that neither side has bank conflicts.
//!
//! Every index bit has a mask of address bits. The place of an element is the exclusive or of the masks of its index: a linear map
//! over the field of two elements, as layouts are. One bit of each mask is the mask's own, so no two elements meet. The others
//! choose banks: lanes that write at once should be in different banks, and so should lanes that read at once. Each set of vector
//! bits is tried, and the bank conflicts are the difference of two matrix ranks.

use std::ops::Range;

use crate::ir::numbers::{bytes_to_index, index_to_bytes, log2_of, to_index};
use crate::layout::linear::{BitSource, Layout};
use crate::layout::swizzled_lines::SwizzledLines;

/// The most bytes of shared memory that one conversion uses; a larger tile goes in parts.
pub(crate) const MAX_CONVERSION_BYTES: u64 = 32 << 10;

/// Bits of the bytes that a thread moves at once.
const LOG2_VECTOR_BYTES: usize = 4;

/// Bits of the bytes in a row of banks, and of those in a bank.
const LOG2_ROW_BYTES: usize = 7;
const LOG2_BANK_BYTES: usize = 2;

/// The places of elements.
#[derive(Debug, Clone)]
pub(crate) struct Swizzle {
    /// By index bit, the address bit that the index bit owns; `None` for a free bit, or for a bit that chooses a
    /// part.
    masks: Vec<usize>,
    /// By bit of the index, what else it changes of the address: the bank.
    banks: Vec<usize>,
    /// The bits of the index that choose a part, each in registers of both sides.
    parts: Vec<usize>,
    /// The bits of a run, the lowest first.
    run: Vec<usize>,
    /// Bytes of an element.
    size: usize,
}

impl Swizzle {
    /// Between two layouts, for elements of so many bytes.
    pub(crate) fn new(from: &Layout, to: &Layout, size: u64) -> Self {
        let own = log2_of(size);
        let registers = |side: &Layout| -> Vec<usize> {
            side.register_bits().filter(|bit| from.bits[*bit] != BitSource::Broadcast).collect()
        };
        // Without a vector at all every element is an instruction of its own.
        let mut best = Self::with_vector(from, to, size, &[]);
        let mut least = best.cost(from, to);
        for side in [to, from] {
            let bits = registers(side);
            for run in subsets(&bits, LOG2_VECTOR_BYTES - own) {
                let swizzle = Self::with_vector(from, to, size, &run);
                let cost = swizzle.cost(from, to);
                if cost < least {
                    (best, least) = (swizzle, cost);
                }
            }
        }
        best
    }

    /// In the order of the index: so many bits of it.
    pub(crate) fn in_order(bits: usize, size: u64) -> Self {
        let size = bytes_to_index(size);
        let own = to_index(size.trailing_zeros());
        Swizzle {
            masks: (0..bits).map(|bit| size << bit).collect(),
            banks: vec![0; bits],
            parts: Vec::new(),
            run: (0..bits.min(LOG2_VECTOR_BYTES - own)).collect(),
            size,
        }
    }

    /// The swizzle of a matrix whose rows are lines, as matrix instructions read them.
    pub(crate) fn of_lines(lines: SwizzledLines) -> Self {
        let along = (0..lines.unit).map(|bit| lines.offset(1 << bit, 0));
        let down = (0..lines.rows).map(|bit| lines.offset(0, 1 << bit));
        let masks: Vec<usize> = along.chain(down).collect();
        Swizzle {
            banks: masks.iter().map(|mask| lines.swizzle(*mask)).collect(),
            masks,
            parts: Vec::new(),
            run: (0..lines.unit.min(lines.piece())).collect(),
            size: 1 << lines.log2_bytes,
        }
    }

    /// The swizzle with elements merged that differ only in broadcast bits of a layout.
    pub(crate) fn without_broadcast_bits(mut self, layout: &Layout) -> Self {
        let same = |bit: &usize| layout.bits[*bit] == BitSource::Broadcast;
        (0..self.masks.len()).filter(same).for_each(|bit| self.masks[bit] = 0);
        self.run = self.run.iter().copied().take_while(|bit| !same(bit)).collect();
        self
    }

    /// Splits the swizzle into parts by neighboring index bits; higher bits move down.
    pub(crate) fn split_by_bits(mut self, bits: Range<usize>) -> Self {
        self.masks[bits.end..].iter_mut().for_each(|mask| *mask >>= bits.len());
        self.masks[bits.clone()].fill(0);
        self.run = self.run.iter().copied().take_while(|bit| *bit < bits.start || bits.is_empty()).collect();
        self.parts = bits.collect();
        self
    }

    /// The same for an index of some of the bits, which become the lowest.
    pub(crate) fn select_bits(&self, bits: &[usize]) -> Self {
        let run = self.run.iter().map_while(|bit| bits.iter().position(|known| known == bit));
        Swizzle {
            masks: bits.iter().map(|bit| self.masks[*bit]).collect(),
            banks: bits.iter().map(|bit| self.banks[*bit]).collect(),
            parts: Vec::new(),
            run: run.collect(),
            size: self.size,
        }
    }

    /// A swizzle with these bits as a vector, and the other bits arranged so that lanes use different banks if possible.
    fn with_vector(from: &Layout, to: &Layout, size: u64, run: &[usize]) -> Self {
        let own = log2_of(size);
        let mut run = run.to_vec();
        // Bits in registers on both sides come first: both sides move them at once.
        let both =
            |bit: &usize| from.bits[*bit] == BitSource::Register && to.bits[*bit] == BitSource::Register;
        run.sort_by_key(|bit| !both(bit));
        let none = vec![0; from.bits.len()];
        let mut swizzle =
            Swizzle { masks: none.clone(), banks: none, parts: Vec::new(), run, size: bytes_to_index(size) };
        for (position, bit) in swizzle.run.iter().enumerate() {
            swizzle.masks[*bit] = 1 << (position + own);
        }
        let mut rest: Vec<usize> = (0..from.bits.len())
            .filter(|bit| from.bits[*bit] != BitSource::Broadcast && !swizzle.run.contains(bit))
            .collect();
        let lanes = |side: &Layout| -> Vec<usize> {
            let count = swizzle.lanes(swizzle.width(side));
            let mut lanes: Vec<(usize, usize)> =
                side.thread_bits().filter(|(t, bit)| *t < count && rest.contains(bit)).collect();
            lanes.sort_unstable();
            lanes.into_iter().map(|(_, bit)| bit).collect()
        };
        let (writers, readers) = (lanes(from), lanes(to));
        let first = own + swizzle.run.len();
        let chosen = choose_banks(&writers, &readers, first.max(LOG2_BANK_BYTES)..LOG2_ROW_BYTES);
        // One index bit owns the bank bit, and a second index bit of the other side is mixed in.
        for (place, bits) in chosen {
            swizzle.masks[bits[0]] = 1 << place;
            rest.retain(|bit| *bit != bits[0]);
            bits[1..].iter().for_each(|bit| swizzle.banks[*bit] = 1 << place);
        }
        // Bits in registers on both sides come last: the tile is cut there.
        rest.sort_by_key(|bit| (both(bit), swizzle.banks[*bit]));
        let mut free = (first..to_index(usize::BITS))
            .filter(|place| swizzle.masks.iter().all(|mask| mask >> place & 1 == 0))
            .collect::<Vec<_>>()
            .into_iter();
        let taken: Vec<(usize, usize)> = rest.iter().copied().zip(free.by_ref()).collect();
        for (bit, place) in &taken {
            swizzle.masks[*bit] = 1 << place;
        }
        for (bit, place) in taken.into_iter().rev() {
            // The highest bits, where both sides have registers, tell parts apart.
            if 1 << place < bytes_to_index(MAX_CONVERSION_BYTES) || !both(&bit) {
                break;
            }
            swizzle.masks[bit] = 0;
            swizzle.parts.push(bit);
        }
        swizzle
    }

    /// The number of parts.
    pub(crate) fn parts(&self) -> usize {
        1 << self.parts.len()
    }

    /// The part that an element is in.
    pub(crate) fn part_of(&self, index: usize) -> usize {
        self.parts.iter().enumerate().map(|(at, bit)| (index >> bit & 1) << at).sum()
    }

    /// Bytes of a part.
    pub(crate) fn bytes(&self) -> u64 {
        let all = self.masks.iter().fold(0, |all, mask| all | mask);
        index_to_bytes(all + self.size)
    }

    /// The address of an element in its part, in bytes.
    pub(crate) fn address(&self, index: usize) -> usize {
        (0..self.masks.len()).filter(|bit| index >> bit & 1 == 1).fold(0, |at, bit| at ^ self.mask(bit))
    }

    /// What a bit of the index changes of an address.
    fn mask(&self, bit: usize) -> usize {
        self.masks[bit] | self.banks[bit]
    }

    /// The same in two parts, each a bit or none: that is different for every bit of the index, and the bank.
    pub(crate) fn address_bits(&self, bit: usize) -> [Option<usize>; 2] {
        [self.masks[bit], self.banks[bit]].map(|mask| mask.checked_ilog2().map(to_index))
    }

    /// The bits of a run that a side moves at once, which are in registers.
    pub(crate) fn vector_bits(&self, side: &Layout) -> &[usize] {
        let count = self.run.iter().take_while(|bit| side.bits[**bit] == BitSource::Register).count();
        &self.run[..count]
    }

    /// Bits of the bytes that a side moves at once.
    fn width(&self, side: &Layout) -> usize {
        to_index(self.size.trailing_zeros()) + self.vector_bits(side).len()
    }

    /// Bits of the number of lanes that shared memory serves at once.
    fn lanes(&self, width: usize) -> usize {
        5 - width.saturating_sub(LOG2_BANK_BYTES)
    }

    /// How many rows of banks it takes to serve the lanes that are served at once: 1 is best.
    pub(crate) fn bank_conflicts(&self, side: &Layout) -> usize {
        let count = self.lanes(self.width(side));
        let lanes = side.thread_bits().filter(|(thread, _)| *thread < count);
        // Lanes conflict where they differ in a word and not in a bank: the kernel of the map from words to banks.
        let words: Vec<usize> = lanes.map(|(_, bit)| self.mask(bit) >> LOG2_BANK_BYTES).collect();
        let banks = words.iter().map(|word| word & ((1 << (LOG2_ROW_BYTES - LOG2_BANK_BYTES)) - 1)).collect();
        1 << (rank(words) - rank(banks))
    }

    /// What both sides together cost: an instruction, and a row of banks, count one each.
    fn cost(&self, from: &Layout, to: &Layout) -> usize {
        let side = |side: &Layout| {
            let instructions = side.registers() >> self.vector_bits(side).len();
            let rows = (32 >> self.lanes(self.width(side))) * self.bank_conflicts(side);
            instructions * (1 + rows)
        };
        side(from) + side(to)
    }
}

/// For a row of bank bits, the index bits that choose each bank: a bit shared by writers and readers, or one bit of each
/// side. Shared bits come first.
fn choose_banks(writers: &[usize], readers: &[usize], row: Range<usize>) -> Vec<(usize, Vec<usize>)> {
    let common: Vec<usize> = writers.iter().copied().filter(|bit| readers.contains(bit)).collect();
    let only =
        |bits: &[usize]| -> Vec<usize> { bits.iter().copied().filter(|bit| !common.contains(bit)).collect() };
    let (writers, readers) = (only(writers), only(readers));
    let pairs = (0..writers.len().max(readers.len()))
        .map(|at| readers.get(at).into_iter().chain(writers.get(at)).copied().collect());
    row.zip(common.iter().map(|bit| vec![*bit]).chain(pairs)).collect()
}

/// All sets of up to so many of some bits, none of them empty.
fn subsets(bits: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for bit in bits {
        let with: Vec<Vec<usize>> = all
            .iter()
            .filter(|set| set.len() < most)
            .map(|set| set.iter().copied().chain([*bit]).collect())
            .collect();
        all.extend(with);
    }
    all.swap_remove(0);
    all
}

/// The rank of rows of bits.
fn rank(mut rows: Vec<usize>) -> usize {
    let mut rank = 0;
    while let Some(row) = rows.pop() {
        if row == 0 {
            continue;
        }
        rank += 1;
        let low = row & row.wrapping_neg();
        rows.iter_mut().filter(|other| **other & low != 0).for_each(|other| *other ^= row);
    }
    rank
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Counts the words that lanes served together request from one bank, and returns the maximum.
    fn count_conflicts(swizzle: &Swizzle, side: &Layout) -> usize {
        let lanes = 1usize << swizzle.lanes(swizzle.width(side));
        let mut banks = vec![BTreeSet::new(); 32];
        for lane in 0..lanes {
            let index = side.thread_bits().filter(|(thread, _)| lane >> thread & 1 == 1);
            let word = swizzle.address(index.map(|(_, bit)| 1 << bit).sum()) / 4;
            banks[word % 32].insert(word);
        }
        banks.iter().map(BTreeSet::len).max().unwrap_or(0)
    }

    /// Lanes along the last axis first, then a transposition: both sides are served without waiting.
    #[test]
    fn transpositions_meet_no_conflicts() {
        for (size, vector) in [(4, 2), (2, 3), (1, 4), (8, 1)] {
            for threads in 5..10 {
                let from = Layout::blocked(&[64, 64], &[1, 0], vector, threads);
                let to = Layout::blocked(&[64, 64], &[0, 1], vector, threads);
                let swizzle = Swizzle::new(&from, &to, size);
                for side in [&from, &to] {
                    assert_eq!(count_conflicts(&swizzle, side), 1, "{size} bytes, {threads}");
                    assert_eq!(swizzle.bank_conflicts(side), 1);
                }
            }
        }
    }

    /// The number of waits equals the counted conflicts in every order.
    #[test]
    fn conflicts_are_counted_right() {
        let from = Layout::blocked(&[64, 64], &[1, 0], 2, 7);
        let to = Layout::blocked(&[64, 64], &[0, 1], 0, 7);
        let swizzle = Swizzle::in_order(12, 4);
        assert_eq!(
            [&from, &to].map(|side| swizzle.bank_conflicts(side)),
            [&from, &to].map(|side| count_conflicts(&swizzle, side))
        );
        assert_eq!(swizzle.bank_conflicts(&to), 32);
    }
}
