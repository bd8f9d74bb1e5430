//! Launches: the input of a run, and the form of counterexamples.

use std::collections::BTreeMap;

/// An argument of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// The bits of a scalar, zero-extended.
    Scalar(u64),
    /// A pointer into a buffer of [`Launch::buffers`].
    Pointer {
        /// The buffer.
        buffer: usize,
        /// Bytes from the buffer's start.
        offset: u64,
    },
}

/// An allocation, with the relevant elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// Bytes; all of them are addressable, none beyond.
    pub bytes: u64,
    /// The address is a multiple of this many bytes, and of no greater power of two that the run could rely on.
    pub alignment: u64,
    /// Whether bytes that `contents` does not name are undetermined rather than zero.
    pub uninit: bool,
    /// Relevant bytes by offset: disjoint `(bytes, little-endian)` chunks.
    pub contents: BTreeMap<u64, Vec<u8>>,
}

/// A launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// One argument per parameter.
    pub arguments: Vec<Argument>,
    /// The allocations; no two overlap.
    pub buffers: Vec<Buffer>,
    /// Blocks to run, in order; `None` for all.
    pub blocks: Option<Vec<[u32; 3]>>,
}
