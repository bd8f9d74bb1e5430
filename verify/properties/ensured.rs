//! What became of a property of a kernel.

use spec::syntax::launch::Launch;

/// What became of a property.
#[derive(Debug, Clone, PartialEq)]
pub enum Ensured {
    /// Every launch of the contract that ends without undefined behavior has it.
    Proved,
    /// The same, where blocks that have begun go on, and what they write is seen after finite time: some wait for locks that others have.
    ProvedOfLocks,
    /// The same, where beside that blocks of lower numbers begin before others, or all are resident together: some wait for flags that
    /// those set.
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
