//! What became of a property of a kernel.

use spec::syntax::launch::Launch;

/// What became of a property.
#[derive(Debug, Clone, PartialEq)]
pub enum Ensured {
    /// Every launch of the contract that ends without undefined behavior has it.
    Proved,
    /// Proved under fair scheduling: started blocks keep running, and writes become visible after finite time. Some blocks wait for locks
    /// held by others.
    ProvedOfLocks,
    /// Proved under fair scheduling, and with blocks that start in the order of their numbers or are all resident. Some blocks wait for
    /// flags of blocks with lower numbers.
    ProvedOfFlags,
    /// That was not shown, and why; with a launch that may not have it.
    Open {
        /// The launch, which nobody has run yet.
        candidate: Option<Box<Launch>>,
        /// Why.
        why: String,
    },
    /// Loops were not shown to end: those at these positions in the kernel.
    Endless {
        /// The positions, in [`spec::syntax::kernel::Kernel::operations`].
        loops: Vec<usize>,
    },
    /// It speaks of no element of any launch.
    Vacuous,
}

impl Ensured {
    /// Not shown, and no launch to look at.
    pub(crate) fn unknown(why: String) -> Self {
        Ensured::Open { candidate: None, why }
    }
}
