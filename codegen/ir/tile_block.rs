//! Persistent blocks of threads: each runs several tile blocks, in turn or in pairs.

use crate::ir::ptx::{Label, Reg};

/// The tile block whose code is made, where a block of threads runs several.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TileBlock {
    /// The index along each axis.
    pub(crate) id: [Reg; 3],
    /// The extents of the grid.
    pub(crate) grid: [Reg; 3],
    /// The label behind the code of this tile block.
    pub(crate) end: Label,
}

/// The pairing of tile blocks: each warpgroup of a pair has its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pairing {
    /// Which of the two this warpgroup runs, 0 or 1; for the producer 0.
    pub(crate) group: Reg,
    /// 1 if a block of threads runs two tile blocks in this launch, else 0.
    pub(crate) log2_width: Reg,
}

/// The two tile blocks that run at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    /// Whether this block also computes a second tile.
    pub(crate) has_second: Reg,
    /// Whether this warpgroup's tile block belongs to the launch.
    pub(crate) is_own: Reg,
}
