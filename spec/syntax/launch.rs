//! Launches: what a run starts from; also what a counterexample is.

use std::collections::BTreeMap;

/// One argument of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// The bits of a scalar, zero-extended.
    Scalar(u64),
    /// A pointer into a buffer of [`Launch::buffers`].
    Pointer {
        /// Which buffer.
        buffer: usize,
        /// Bytes from its start.
        offset: u64,
    },
}

/// One allocation, with the relevant elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// Bytes; all of them are addressable, none beyond.
    pub bytes: u64,
    /// The address is a multiple of this many bytes, and of no greater power of two that the run could rely on.
    pub alignment: u64,
    /// Whether bytes that `contents` does not name are undetermined rather than zero.
    pub uninit: bool,
    /// Bytes that matter, by offset: `(bytes, little-endian)` chunks that do not overlap.
    pub contents: BTreeMap<u64, Vec<u8>>,
}

/// A launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// One for each parameter.
    pub arguments: Vec<Argument>,
    /// The allocations; no two overlap.
    pub buffers: Vec<Buffer>,
    /// Blocks to run, in this order; `None` is all of them.
    pub blocks: Option<Vec<[u32; 3]>>,
}
