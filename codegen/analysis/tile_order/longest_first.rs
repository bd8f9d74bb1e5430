//! Tile blocks whose loops run longer, the higher their number along the first axis is: causal attention. The hardware starts blocks in the
//! order of their numbers, so the longest ones would start last and run alone at the end. Those kernels number their blocks backwards:
//! the longest job comes first (R. L. Graham, "Bounds on multiprocessing timing anomalies", 1969).
//!
//! The analysis only chooses an order. Blocks of a launch are unordered, so each order is right for a kernel in which no block waits for
//! another.

use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::op::Op;

use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::effects::orders_other_blocks;

/// The most operations from a bound of a loop back to the number of the block.
const DEEPEST: usize = 16;

/// How a number changes with the number of the tile block along the first axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// Equal in all blocks.
    None,
    /// Not smaller in later blocks.
    Rises,
    /// Not larger in later blocks.
    Falls,
}

impl Change {
    fn reversed(self) -> Change {
        match self {
            Change::None => Change::None,
            Change::Rises => Change::Falls,
            Change::Falls => Change::Rises,
        }
    }

    /// The change of a sum, a minimum or a maximum.
    fn join(self, other: Change) -> Option<Change> {
        match (self, other) {
            (Change::None, one) | (one, Change::None) => Some(one),
            (one, other) => (one == other).then_some(one),
        }
    }
}

/// Whether later tile blocks along the first axis run a loop more often, and no loop less often, as far as the bounds are known.
pub(crate) fn later_blocks_are_longer(kernel: &Kernel, definitions: &Definitions<'_>) -> bool {
    let waits = kernel.operations().any(|op| op.op == Op::Loop || orders_other_blocks(op));
    let search = Search { kernel, definitions };
    let loops = kernel.operations().filter(|op| op.op == Op::For);
    let lengths: Vec<Option<Change>> = loops
        .map(|op| {
            let [from, to] = [0, 1].map(|at| search.change(op.operands[at], DEEPEST));
            to?.join(from?.reversed())
        })
        .collect();
    !waits && lengths.contains(&Some(Change::Rises)) && !lengths.contains(&Some(Change::Falls))
}

struct Search<'a, 'k> {
    kernel: &'k Kernel,
    definitions: &'a Definitions<'k>,
}

impl Search<'_, '_> {
    /// The change of an integer; `None` if unknown.
    fn change(&self, value: ValueId, depth: usize) -> Option<Change> {
        let (op, at) = match self.definitions.get(value)? {
            Definition::Parameter(_) => return Some(Change::None),
            Definition::Result(op, at) => (op, at),
            Definition::Region(..) => return None,
        };
        let depth = depth.checked_sub(1)?;
        let of = |at: usize| self.change(op.operands[at], depth);
        let is_positive = |at: usize| {
            self.definitions.constant(self.kernel, op.operands[at]).is_some_and(|number| number > 0)
        };
        if op.op == Op::GetTileBlockId {
            Some(if at == 0 { Change::Rises } else { Change::None })
        } else if matches!(op.op, Op::Constant | Op::GetNumTileBlocks) {
            Some(Change::None)
        } else if matches!(op.op, Op::Exti | Op::Trunci | Op::Assume) {
            of(0)
        } else if matches!(op.op, Op::Addi | Op::Mini | Op::Maxi) {
            of(0)?.join(of(1)?)
        } else if op.op == Op::Subi {
            of(0)?.join(of(1)?.reversed())
        } else if matches!(op.op, Op::Muli | Op::Divi | Op::Shri) && is_positive(1) {
            of(0)
        } else if op.op == Op::Muli && is_positive(0) {
            of(1)
        } else {
            None
        }
    }
}
