//! What a ring of stages in shared memory consists of, and where a role is in it. `lower/mma/pipeline/ring.rs` has its code.

use spec::syntax::kernel::ValueId;

use crate::ir::ptx::Reg;
use crate::ir::role::BlockMerge;
use crate::layout::swizzled_lines::SwizzledLines;
use crate::tensor_map::TensorMap;

/// The bytes of a stage, and how many there are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stages {
    pub(crate) bytes: u64,
    pub(crate) count: u32,
}

impl Stages {
    /// The bytes of all stages.
    pub(crate) fn all_bytes(self) -> u64 {
        self.bytes * u64::from(self.count)
    }
}

/// A load that is made of bulk copies.
#[derive(Debug, Clone)]
pub(crate) struct TensorLoad {
    /// The map.
    pub(crate) map: TensorMap,
    /// How the tile lies in shared memory, from where on in a stage.
    pub(crate) lines: SwizzledLines,
    pub(crate) offset: u64,
    /// By axis of the map, the index of the tile and the elements from one tile to the next.
    pub(crate) origins: Vec<(ValueId, i64)>,
    /// Of the second of two tile blocks that run side by side: the axis of the map along which its tile is the next one.
    pub(crate) next_along: Option<usize>,
}

impl TensorLoad {
    /// The indices of the tile.
    pub(crate) fn indices(&self) -> impl Iterator<Item = ValueId> {
        self.origins.iter().map(|(index, _)| *index)
    }
}

/// A ring, which is between the roles of one loop.
#[derive(Debug, Clone)]
pub(crate) struct Ring {
    /// What it is for: a loop of products alone, by its induction variable, or one load of another loop, by its tile.
    pub(crate) key: ValueId,
    /// What is copied to each stage.
    pub(crate) loads: Vec<TensorLoad>,
    /// The position of each load's map.
    pub(crate) maps: Vec<usize>,
    /// Where two tile blocks run side by side, what each has of its own; the second's copy is the last load.
    pub(crate) merge: Option<BlockMerge>,
    /// The stages.
    pub(crate) stages: Stages,
    /// Where the first stage begins in shared memory, and the first barrier. Barriers *full* come before those *empty*.
    pub(crate) base: u64,
    pub(crate) barriers: u64,
}

/// Where a role is in a ring: registers that keep from one run of the loop to the next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RingPosition {
    /// The address of the stage.
    pub(crate) stage: Reg,
    /// The address of its barrier *full*.
    pub(crate) full: Reg,
    /// The parity of the phase that the role waits for.
    pub(crate) parity: Reg,
}
