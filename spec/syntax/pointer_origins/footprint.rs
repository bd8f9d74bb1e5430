//! The memory that an access may touch, with the names of a contract.

use std::collections::BTreeSet;

/// A set of arrays under common clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// The array at a position of [`super::Origins`]: of a parameter, a global or an `alloca`.
    At(usize),
    /// Any array of the list whose table is the parameter at a position.
    Listed(usize),
}

/// The memory that accesses through a pointer may touch, by the operations that made the pointer. Overlaps of different regions come on
/// top: [`crate::contract::Bound::touches`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Footprint {
    /// The regions that the pointer is made of.
    pub regions: BTreeSet<Region>,
    /// Whether the pointer is made of a number that may be any address which is known outside of the block.
    pub anywhere: bool,
}

impl Footprint {
    /// Adds another footprint; returns whether anything was new.
    pub fn join(&mut self, other: &Footprint) -> bool {
        let before = (self.regions.len(), self.anywhere);
        self.regions.extend(&other.regions);
        self.anywhere |= other.anywhere;
        before != (self.regions.len(), self.anywhere)
    }

    /// The positions of arrays that are no arrays of lists.
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        self.regions.iter().filter_map(|region| match region {
            Region::At(position) => Some(*position),
            Region::Listed(_) => None,
        })
    }

    /// Whether the array at a position is included, without regard to overlaps.
    pub fn has(&self, position: usize) -> bool {
        self.regions.contains(&Region::At(position))
    }
}
