//! Roles of threads in a warp-specialized kernel.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use spec::syntax::kernel::ValueId;

use crate::analysis::producer_slice::ProducerSlice;
use crate::ir::ptx::Reg;
use crate::ir::ring::{MadeMap, Ring, RingPosition};
use crate::layout::linear::Layout;
use crate::layout::swizzled_lines::SwizzledLines;
use crate::tensor_map::TensorMap;

/// The rings of a role, by load or product.
pub(crate) type Rings = Rc<HashMap<ValueId, (Ring, RingPosition)>>;

/// A store made of bulk copies: each warp writes boxes of its tile to shared memory, and copies start from there.
#[derive(Debug, Clone)]
pub(crate) struct TensorStore {
    /// The map, and its position among the kernel's.
    pub(crate) map: TensorMap,
    pub(crate) at: usize,
    /// How a box lies in shared memory.
    pub(crate) lines: SwizzledLines,
    /// By axis of the map, the index of the tile and the elements from one tile to the next.
    pub(crate) origins: Vec<(ValueId, i64)>,
    /// How the tile lies in registers: bits of its columns, then of its rows.
    pub(crate) layout: Layout,
    pub(crate) columns: usize,
}

/// The stores of a kernel that are made of bulk copies.
#[derive(Debug, Clone, Default)]
pub(crate) struct TensorStores {
    /// By their tokens.
    pub(crate) by_token: BTreeMap<ValueId, TensorStore>,
    /// Where in shared memory the buffers of warps begin: each warp has two of so many bytes.
    pub(crate) base: u64,
    pub(crate) buffer_bytes: u64,
    /// Whether sums come to another layout in front of a store.
    pub(crate) converts: bool,
}

/// What two tile blocks that a block of threads runs side by side do not share (`lower/mma/pipeline/block_merge.rs`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BlockMerge {
    /// The side of the factor: left or right.
    pub(crate) side: usize,
    /// Its load, by the position among the loop's.
    pub(crate) load: usize,
    /// The index of the load that is one more in the second tile block.
    pub(crate) index: ValueId,
}

/// The producer's own tensor maps, in memory of the block.
#[derive(Debug, Default)]
pub(crate) struct MadeMaps {
    pub(crate) maps: Vec<MadeMap>,
    /// The generic address of the first map, if there are maps.
    pub(crate) base: Option<Reg>,
}

/// The role of the code.
#[derive(Debug, Clone)]
pub(crate) enum Role {
    /// All threads run the whole kernel.
    Every,
    /// Threads that compute, and take tiles from rings.
    Consumer {
        /// The rings.
        rings: Rings,
        /// Whether this thread arrives at barriers for its warp.
        elected: Reg,
        /// How many registers each thread has.
        registers: u32,
        /// The loop behind which no ring is used again.
        last: Option<ValueId>,
        /// Tiles that are in stages of rings, and in no registers.
        staged: Rc<HashSet<ValueId>>,
        /// By the result of a product, where in shared memory its left factor is kept for all iterations.
        kept: Rc<HashMap<ValueId, u64>>,
        /// Stores that are made of bulk copies.
        stores: Rc<TensorStores>,
    },
    /// The thread that starts the copies of tiles to rings.
    Producer {
        /// The rings.
        rings: Rings,
        /// The slice of the kernel that the role runs.
        slice: Rc<ProducerSlice>,
        /// The maps of the role.
        made: Rc<MadeMaps>,
    },
}
