//! Records of symbolic execution for properties: the positions of loops, and facts about terminating runs.
//!
//! A path condition behind a loop speaks of values that the last iteration has, and one at the head of an iteration has the loop's
//! invariants in it. Both hold for every terminating run that comes there: such a fact is a landing. Landings are no facts of the
//! solver, since undefined behavior is looked for in runs that do not end, too.

use spec::syntax::kernel::Operation;

use crate::terms::{Truth, bool_watermark, watermark};
use crate::values::access::IteratedLoop;

/// Facts about terminating runs of blocks.
#[derive(Debug, Default)]
pub(crate) struct Endings<'k> {
    /// The loops whose iterations were run for the record.
    pub(crate) loops: Vec<IteratedLoop>,
    /// Facts about terminating runs: the last iteration of a loop already passed, and the head of the current iteration.
    pub(crate) landings: Vec<Truth>,
    /// The loops that were not shown to end.
    pub(crate) endless: Vec<&'k Operation>,
    /// How many variables there were before the kernel was run: those are another kernel's.
    pub(crate) earlier: (u32, u32),
    /// What was known, and how many variables there were, when all of the kernel was run.
    pub(crate) facts: (usize, u64),
    pub(crate) variables: u32,
    pub(crate) bools: u32,
}

/// The start of a loop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoopMark {
    pub(crate) variables: u32,
    pub(crate) bools: u32,
}

impl LoopMark {
    /// In front of the first variable of a loop.
    pub(crate) fn here() -> Self {
        LoopMark { variables: watermark(), bools: bool_watermark() }
    }
}
