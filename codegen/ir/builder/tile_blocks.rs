//! Which tile blocks the builder's code is of.

use super::Builder;
use crate::ir::ptx::Reg;
use crate::ir::tile_block::{Pair, TileBlock};

/// Tile blocks, of which a block of threads may run several, one after the other or two side by side.
impl Builder<'_> {
    /// The tile block whose code is made, where a block of threads runs several.
    pub(crate) fn tile_block(&self) -> Option<TileBlock> {
        self.tile_block
    }

    /// From here on the code is that of a tile block.
    pub(crate) fn set_tile_block(&mut self, block: Option<TileBlock>) {
        self.tile_block = block;
    }

    /// Which of two tile blocks that run side by side this warpgroup runs, 0 or 1, where two do; the producer has 0.
    pub(crate) fn group(&self) -> Option<Reg> {
        self.group
    }

    /// From here on the code is that of a warpgroup with its own tile block, in which this is the number of the thread; or of all threads.
    pub(crate) fn set_group(&mut self, group: Option<Reg>, thread: Reg) {
        (self.group, self.thread) = (group, thread);
    }

    /// The two tile blocks that run at once, where two do.
    pub(crate) fn pair(&self) -> Option<Pair> {
        self.pair
    }

    /// From here on the code is that of these two.
    pub(crate) fn set_pair(&mut self, pair: Option<Pair>) {
        self.pair = pair;
    }

    /// Whether code of one of two tile blocks that run side by side would disturb the other.
    pub(crate) fn disturbs(&self) -> bool {
        self.meets
    }
}
