//! What a ring of stages in shared memory consists of, and where a role is in it. `lower/mma/pipeline/ring.rs` has its code.

use spec::syntax::kernel::ValueId;

use crate::ir::ptx::Reg;
use crate::ir::role::BlockMerge;
use crate::layout::swizzled_lines::SwizzledLines;
use crate::tensor_map::{Number, TensorMap};

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

/// A tensor map that the code makes itself, of a view whose address or numbers no launch says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MadeMap {
    /// The view of the tensor; its map is made at the same place.
    pub(crate) view: ValueId,
    /// The address of its first element.
    pub(crate) base: ValueId,
    /// What the map says beside.
    pub(crate) element_bytes: u64,
    pub(crate) extents: Vec<Number>,
    pub(crate) strides: Vec<Number>,
    pub(crate) box_extents: Vec<u32>,
    pub(crate) line_bytes: u32,
}

impl MadeMap {
    /// The numbers behind the view.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = ValueId> {
        let values = self.extents.iter().chain(&self.strides).filter_map(|number| match number {
            Number::Known(_) => None,
            Number::Value(value) => Some(*value),
        });
        [self.view, self.base].into_iter().chain(values)
    }
}

/// Who makes the map of a load.
#[derive(Debug, Clone)]
pub(crate) enum MapSource {
    /// Whoever launches the code.
    Launch(TensorMap),
    /// The code.
    Code(MadeMap),
}

/// Where a map is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MapPlace {
    /// It is the parameter of that position among the maps.
    Parameter(usize),
    /// A map at this position in the block's own memory.
    Scratch(usize),
}

/// A load that is made of bulk copies.
#[derive(Debug, Clone)]
pub(crate) struct TensorLoad {
    /// The map.
    pub(crate) map: MapSource,
    /// How the tile lies in shared memory, from where on in a stage.
    pub(crate) lines: SwizzledLines,
    pub(crate) offset: u64,
    /// By axis of the map, the index of the tile and the elements from one tile to the next.
    pub(crate) origins: Vec<(ValueId, i64)>,
    /// The axis of the map along which parts of the tile lie one behind the other, and the elements of a part.
    pub(crate) parts_along: (usize, i64),
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
    /// What is copied to the stages of an iteration, and to how many: each has a part of every tile.
    pub(crate) loads: Vec<TensorLoad>,
    pub(crate) parts: u32,
    /// Where each load's map is.
    pub(crate) maps: Vec<MapPlace>,
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
