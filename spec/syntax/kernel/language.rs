//! The language of a kernel, as far as its launches and the order of its accesses depend on it.

/// The greatest extent of a grid in Tile IR, along every axis.
const TILE_IR_GRID: i128 = (1 << 24) - 1;

/// The greatest extents of a grid in CUDA (CUDA Programming Guide, Technical Specifications per Compute Capability).
const CUDA_GRID: [i128; 3] = [(1 << 31) - 1, 65535, 65535];

/// The most threads of a block in CUDA.
pub const MAX_THREADS: u32 = 1024;

/// The source language of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// Tile IR, and all languages that NVIDIA's compilers lower to Tile IR.
    #[default]
    TileIr,
    /// Triton, whose programs run on this many threads or fewer.
    Triton {
        /// A power of two, at most [`MAX_THREADS`]; `None` where parts of a program have threads of their own.
        threads: Option<u32>,
    },
}

impl Language {
    /// The greatest extent of a grid along an axis.
    pub const fn max_grid(self, axis: usize) -> i128 {
        match self {
            Language::TileIr => TILE_IR_GRID,
            Language::Triton { .. } => {
                if axis < 3 {
                    CUDA_GRID[axis]
                } else {
                    1
                }
            }
        }
    }
}
