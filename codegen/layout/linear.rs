//! Linear layouts: the assignment of tile elements to threads and registers.
//!
//! Every extent of a tile is a power of two, so an element's row-major index is a row of bits. A layout maps every index bit to a
//! register bit, to a thread bit, or to nothing. Elements that differ only in an unmapped bit are equal. Such a map is linear over
//! the field of two elements, and its matrix is a permutation with zero columns. Layouts are thus a special case of "Linear
//! Layouts: Robust Code Generation of Efficient Tensor Computation Using F2" (Zhou and others), which Triton uses. A thread bit
//! without an index bit is free: threads that differ only in free bits hold copies (broadcast). So `reshape` changes nothing,
//! `permute` moves bits, `broadcast` adds bits that do not matter.

use crate::ir::numbers::to_index;
use std::ops::Range;

/// The bits of a thread's number that are within a warp.
pub(crate) const LANE_BITS: usize = 5;

/// Where a bit of an element's index is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BitSource {
    /// In the register's number; the lowest such bit of the index is the lowest of the number.
    Register,
    /// In that bit of the thread's number.
    Thread(usize),
    /// Nowhere: elements that differ in this bit are equal.
    Broadcast,
}

/// The places of the bits of an index, the lowest first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Layout {
    /// The places.
    pub(crate) bits: Vec<BitSource>,
}

/// The most registers of one tile in one thread; the assembler spills larger tiles.
pub(crate) const MAX_TILE_REGISTERS: usize = 512;

/// Bits of a power of two.
pub(crate) const fn log2(extent: u32) -> usize {
    to_index(extent.trailing_zeros())
}

/// The bits of each axis in a row-major index, as (lowest, count).
pub(crate) fn axis_bits(shape: &[u32]) -> Vec<(usize, usize)> {
    let mut low = shape.iter().map(|extent| log2(*extent)).sum::<usize>();
    let axes = shape.iter().map(|extent| {
        low -= log2(*extent);
        (low, log2(*extent))
    });
    axes.collect()
}

impl Layout {
    /// The layout of a tile of equal elements.
    pub(crate) fn splat(shape: &[u32]) -> Self {
        Layout { bits: vec![BitSource::Broadcast; shape.iter().map(|extent| log2(*extent)).sum()] }
    }

    /// Runs of 2^`vector` elements along the first axis of `order` in registers, then threads along the axes in that order, the rest
    /// in registers. `log2_threads` are the bits of a thread's number.
    pub(crate) fn blocked(shape: &[u32], order: &[usize], vector: usize, log2_threads: usize) -> Self {
        let axes = axis_bits(shape);
        let mut layout = Layout { bits: vec![BitSource::Register; Layout::splat(shape).bits.len()] };
        let bits: Vec<usize> =
            order.iter().flat_map(|axis| axes[*axis].0..axes[*axis].0 + axes[*axis].1).collect();
        let first = order.first().map_or(0, |axis| axes[*axis].1);
        for (thread, bit) in bits.iter().skip(vector.min(first)).take(log2_threads).enumerate() {
            layout.bits[*bit] = BitSource::Thread(thread);
        }
        layout
    }

    /// How many registers a thread has.
    pub(crate) fn registers(&self) -> usize {
        1 << self.bits.iter().filter(|place| **place == BitSource::Register).count()
    }

    /// The bits of the index that are in the register's number, lowest first.
    pub(crate) fn register_bits(&self) -> impl Iterator<Item = usize> {
        (0..self.bits.len()).filter(|bit| self.bits[*bit] == BitSource::Register)
    }

    /// The bits that are in the thread's number: (bit of the thread, bit of the index).
    pub(crate) fn thread_bits(&self) -> impl Iterator<Item = (usize, usize)> {
        self.bits.iter().enumerate().filter_map(|(bit, place)| match place {
            BitSource::Thread(thread) => Some((*thread, bit)),
            BitSource::Register | BitSource::Broadcast => None,
        })
    }

    /// The thread bits below `log2_threads` without an index bit; threads that differ only in idle bits hold copies.
    pub(crate) fn idle_thread_bits(&self, log2_threads: usize) -> Vec<usize> {
        (0..log2_threads).filter(|thread| !self.thread_bits().any(|(used, _)| used == *thread)).collect()
    }

    /// The part of the index that a register's number gives.
    pub(crate) fn index_of(&self, register: usize) -> usize {
        self.register_bits().enumerate().map(|(at, bit)| (register >> at & 1) << bit).sum()
    }

    /// The register of the element at an index, in every thread that holds the element.
    pub(crate) fn register_of(&self, index: usize) -> usize {
        self.register_bits().enumerate().map(|(at, bit)| (index >> bit & 1) << at).sum()
    }

    /// Whether a tile of this layout is one of another without a conversion through shared memory: what does not matter may be anywhere.
    pub(crate) fn can_serve_as(&self, other: &Layout) -> bool {
        self.bits.iter().zip(&other.bits).all(|(own, wanted)| *own == BitSource::Broadcast || own == wanted)
    }

    /// Whether every warp keeps its elements in another layout, and no two warps hold copies.
    pub(crate) fn has_same_warps_as(&self, other: &Layout, log2_threads: usize) -> bool {
        let warps = LANE_BITS..log2_threads;
        let mut places = warps.map(|warp| [self, other].map(|layout| layout.bit_in(BitSource::Thread(warp))));
        places.all(|[own, wanted]| own.is_some() && own == wanted)
    }

    /// This layout with warps as in another layout. `None` if two warps share elements in the other layout, or if lanes or fixed bits would
    /// have to move, too.
    pub(crate) fn with_warps_of(
        &self,
        other: &Layout,
        log2_threads: usize,
        stay: Range<usize>,
    ) -> Option<Layout> {
        let mut moved = self.clone();
        for place in &mut moved.bits {
            *place = match *place {
                BitSource::Thread(LANE_BITS..) => BitSource::Register,
                lane @ (BitSource::Thread(_) | BitSource::Register | BitSource::Broadcast) => lane,
            };
        }
        for warp in LANE_BITS..log2_threads {
            let bit = other.bit_in(BitSource::Thread(warp))?;
            if stay.contains(&bit) || moved.bits[bit] != BitSource::Register {
                return None;
            }
            moved.bits[bit] = BitSource::Thread(warp);
        }
        Some(moved)
    }

    /// The bit of the index that is found in a place.
    fn bit_in(&self, place: BitSource) -> Option<usize> {
        self.bits.iter().position(|known| *known == place)
    }

    /// The join of two layouts: it separates every index bit that either of them separates. Bits of `self` win. Bits of `other` keep their
    /// place if free, else they take thread bits with equal contents.
    #[must_use]
    pub(crate) fn join(&self, other: &Layout, log2_threads: usize) -> Layout {
        let mut joined = self.clone();
        // Threads with copies are free for the bits of the other layout.
        let mut idle = self.idle_thread_bits(log2_threads);
        for (bit, place) in other.bits.iter().enumerate() {
            if joined.bits[bit] != BitSource::Broadcast || *place == BitSource::Broadcast {
                continue;
            }
            joined.bits[bit] = match place {
                BitSource::Thread(wanted) if !idle.contains(wanted) => {
                    let free =
                        idle.iter().rev().find(|thread| !other.bits.contains(&BitSource::Thread(**thread)));
                    free.map_or(BitSource::Register, |thread| BitSource::Thread(*thread))
                }
                BitSource::Thread(_) | BitSource::Register | BitSource::Broadcast => *place,
            };
            if let BitSource::Thread(used) = joined.bits[bit] {
                idle.retain(|thread| *thread != used);
            }
        }
        joined
    }
}

#[cfg(test)]
#[path = "../tests/units/layout.rs"]
mod tests;
