//! The result of a property of a kernel.

use spec::syntax::launch::Launch;

/// The result of a property.
#[derive(Debug, Clone, PartialEq)]
pub enum Ensured {
    /// Every launch of the contract that ends without undefined behavior has the property.
    Proved,
    /// Proved under fair scheduling: started blocks keep running, and writes become visible after finite time. Some blocks wait for locks
    /// held by others.
    ProvedOfLocks,
    /// Proved under fair scheduling, and with blocks that start in the order of their numbers or are all resident. Some blocks wait for
    /// flags of blocks with lower numbers.
    ProvedOfFlags,
    /// The property was not shown, with the reason, and a possibly violating launch.
    Open {
        /// The launch, not yet run.
        candidate: Option<Box<Launch>>,
        /// Why.
        why: String,
    },
    /// Loops without a termination proof, by position in the kernel.
    Endless {
        /// The positions, in [`spec::syntax::kernel::Kernel::operations`].
        loops: Vec<usize>,
    },
    /// The property is about no element of any launch.
    Vacuous,
}

impl Ensured {
    /// Not shown, and no launch to look at.
    pub(crate) fn unknown(why: String) -> Self {
        Ensured::Open { candidate: None, why }
    }
}
