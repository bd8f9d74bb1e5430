//! A ring of stages in shared memory, and the position of a role in the ring. The code is in `lower/mma/pipeline/ring.rs`.

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

/// A tensor map made by the code, because the launch does not determine the view's address or numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MadeMap {
    /// The view of the tensor; the code makes the map next to the view.
    pub(crate) view: ValueId,
    /// The address of the first element.
    pub(crate) base: ValueId,
    /// The bytes of an element, a part of the map.
    pub(crate) element_bytes: u64,
    pub(crate) extents: Vec<Number>,
    pub(crate) strides: Vec<Number>,
    pub(crate) box_extents: Vec<u32>,
    pub(crate) line_bytes: u32,
    /// Whether copies round binary32 to `tf32`.
    pub(crate) rounds: bool,
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
    /// The launcher provides the map.
    Launch(TensorMap),
    /// The code.
    Code(MadeMap),
}

/// The place of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MapPlace {
    /// The map parameter at a position.
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
    /// The axis of the map along which the second tile block of a pair has the next tile.
    pub(crate) next_along: Option<usize>,
    /// Whether every launch has such a map, as far as alignment is known.
    pub(crate) is_aligned: bool,
}

impl TensorLoad {
    /// The indices of the tile.
    pub(crate) fn indices(&self) -> impl Iterator<Item = ValueId> {
        self.origins.iter().map(|(index, _)| *index)
    }
}

/// A ring between the roles of one loop.
#[derive(Debug, Clone)]
pub(crate) struct Ring {
    /// The purpose of the ring. A loop of products is identified by its induction variable, a single load of another
    /// loop by its tile.
    pub(crate) key: ValueId,
    /// What is copied to the stages of an iteration, and to how many: each has a part of every tile.
    pub(crate) loads: Vec<TensorLoad>,
    pub(crate) parts: u32,
    /// Whether the stage is filled once in a tile block, in front of the loop that multiplies the tile in each iteration.
    pub(crate) is_filled_once: bool,
    /// The places of the loads' maps.
    pub(crate) maps: Vec<MapPlace>,
    /// Where two tile blocks run side by side, what each has of its own; the second's copy is the last load.
    pub(crate) merge: Option<BlockMerge>,
    /// The stages.
    pub(crate) stages: Stages,
    /// Where the first stage begins in shared memory, and the first barrier. The *full* barriers precede the *empty*
    /// barriers.
    pub(crate) base: u64,
    pub(crate) barriers: u64,
}

/// A role's position in a ring: registers that persist between runs of the loop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RingPosition {
    /// The address of the stage.
    pub(crate) stage: Reg,
    /// The address of the *full* barrier.
    pub(crate) full: Reg,
    /// The parity of the phase that the role waits for.
    pub(crate) parity: Reg,
}
