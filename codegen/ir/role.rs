//! Roles of threads in a warp-specialized kernel.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use spec::syntax::kernel::ValueId;

use crate::analysis::producer_slice::ProducerSlice;
use crate::ir::ptx::Reg;
use crate::ir::ring::{Ring, RingPosition};

/// The rings that a role goes round, by what they are for.
pub(crate) type Rings = Rc<HashMap<ValueId, (Ring, RingPosition)>>;

/// Whose code is made.
#[derive(Debug, Clone)]
pub(crate) enum Role {
    /// All threads do all of it.
    Every,
    /// Threads that compute, and take tiles from rings.
    Consumer {
        /// The rings.
        rings: Rings,
        /// Whether this thread arrives at barriers for its warp.
        elected: Reg,
        /// The loop behind which no ring is used again.
        last: Option<ValueId>,
        /// Tiles that are in stages of rings, and in no registers.
        staged: Rc<HashSet<ValueId>>,
        /// By the result of a product, where in shared memory its left factor is kept for all iterations.
        kept: Rc<HashMap<ValueId, u64>>,
    },
    /// The thread that starts the copies of tiles to rings.
    Producer {
        /// The rings.
        rings: Rings,
        /// What it runs of the kernel.
        slice: Rc<ProducerSlice>,
    },
}
