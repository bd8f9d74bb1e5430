//! Roles of threads in a warp-specialized kernel.

use std::collections::HashMap;
use std::rc::Rc;

use spec::syntax::kernel::ValueId;

use crate::analysis::producer_slice::ProducerSlice;
use crate::ir::ptx::Reg;
use crate::ir::ring::{Ring, RingPosition};

/// The rings that a role goes round, by the induction variables of their loops.
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
    },
    /// The thread that starts the copies of tiles to rings.
    Producer {
        /// The rings.
        rings: Rings,
        /// What it runs of the kernel.
        slice: Rc<ProducerSlice>,
    },
}
