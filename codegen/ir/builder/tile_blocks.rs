//! Which tile blocks the builder's code is of.

use super::Builder;
use crate::ir::ptx::Reg;
use crate::ir::tile_block::{Pair, TileBlock};

/// Tile blocks of a block of threads: several in turn, or two side by side.
impl Builder<'_> {
    /// The tile block whose code is made, where a block of threads runs several.
    pub(crate) fn tile_block(&self) -> Option<TileBlock> {
        self.tile_block
    }

    /// From here on the code is that of a tile block.
    pub(crate) fn set_tile_block(&mut self, block: Option<TileBlock>) {
        self.tile_block = block;
    }

    /// The tile block of this warpgroup in a pair, 0 or 1; the producer has 0.
    pub(crate) fn group(&self) -> Option<Reg> {
        self.group
    }

    /// From here on the code is that of a warpgroup with its own tile block, in which this is the number of the thread; or of all threads.
    pub(crate) fn set_group(&mut self, group: Option<Reg>, thread: Reg) {
        (self.group, self.thread) = (group, thread);
    }

    /// The pair of tile blocks that run side by side, if any.
    pub(crate) fn pair(&self) -> Option<Pair> {
        self.pair
    }

    /// Sets the pair of tile blocks for the following code.
    pub(crate) fn set_pair(&mut self, pair: Option<Pair>) {
        self.pair = pair;
    }

    /// Whether two tile blocks that run side by side would disturb each other.
    pub(crate) fn disturbs(&self) -> bool {
        self.meets
    }
}
