//! Persistent blocks of threads, which run one tile block after the other.

use crate::ir::ptx::{Label, Reg};

/// The tile block whose code is made, where a block of threads runs several.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TileBlock {
    /// Its number along each axis.
    pub(crate) id: [Reg; 3],
    /// The extents of the grid.
    pub(crate) grid: [Reg; 3],
    /// Where it ends, and the next one begins.
    pub(crate) end: Label,
}
