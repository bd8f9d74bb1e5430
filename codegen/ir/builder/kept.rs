//! Tiles that stay in shared memory: factors of products, and tiles that later loops read again.

use std::collections::HashMap;

use spec::syntax::kernel::ValueId;

use super::Builder;
use crate::ir::ptx::Reg;
use crate::ir::regions::{CopiedLoop, RegionFrame};
use crate::layout::linear::Layout;

/// The state of kept tiles.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    /// By the result of a product, the address of its left factor, which is the same in all iterations.
    factors: HashMap<ValueId, Reg>,
    /// By group of loads, the register that counts the kept tiles.
    counts: Vec<Reg>,
    /// By group of loads, the layout of all its tiles.
    layouts: HashMap<usize, Layout>,
}

impl Builder<'_> {
    /// The address of a product's left factor in shared memory, if the code in front of the loop put it there.
    pub(crate) fn kept_factor(&self, product: ValueId) -> Option<Reg> {
        self.kept.factors.get(&product).copied()
    }

    /// Remembers the address of a kept factor.
    pub(crate) fn set_kept_factor(&mut self, product: ValueId, address: Reg) {
        self.kept.factors.insert(product, address);
    }

    /// The register that counts the kept tiles of a group of loads; `None` if this code keeps none.
    pub(crate) fn kept_count(&self, group: usize) -> Option<Reg> {
        self.kept.counts.get(group).copied()
    }

    /// Remembers the counting registers of all groups.
    pub(crate) fn set_kept_counts(&mut self, counts: Vec<Reg>) {
        self.kept.counts = counts;
    }

    /// Whether the tiles of a group have this layout. The first load of a group decides the layout.
    pub(crate) fn is_kept_as(&mut self, group: usize, layout: &Layout) -> bool {
        self.kept.layouts.entry(group).or_insert_with(|| layout.clone()) == layout
    }

    /// The loop around, if its loads are copied ahead.
    pub(crate) fn copied_loop(&self) -> Option<CopiedLoop> {
        match self.regions.last() {
            Some(RegionFrame::Loop { copied, .. }) => copied.clone(),
            Some(RegionFrame::If(_) | RegionFrame::Combiner(_)) | None => None,
        }
    }
}
