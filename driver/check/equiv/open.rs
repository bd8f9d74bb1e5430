//! Results that the rules leave to the implementation.

use spec::memory::strength::Manner;
use spec::ops::accuracy::{self, Accuracy};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::valid::Valid;

/// Whether some result is the implementation's to choose, or hangs on the order in which blocks run.
pub(super) fn is_open(kernel: &Valid) -> bool {
    let updates = |op: &Operation| {
        let float = |id: &ValueId| {
            kernel.ty(*id).tile().is_some_and(|tile| tile.element.scalar().is_some_and(|of| !of.is_integer()))
        };
        matches!(op.op, Op::AtomicRmwTko | Op::AtomicRedViewTko) && op.operands.iter().any(float)
    };
    let is_used = |id: &ValueId| {
        kernel.ty(*id).tile().is_some() && kernel.operations().any(|other| other.operands.contains(id))
    };
    let is_ordered = |op: &Operation| {
        Manner::of(op).is_some_and(|manner| manner.is_strong() && manner.reads)
            && op.results.iter().any(is_used)
    };
    let is_open = |op: &Operation| {
        accuracy::of(kernel, op).is_some_and(|row| row.accuracy != Accuracy::Exact) || updates(op)
    };
    kernel.operations().any(|op| is_open(op) || is_ordered(op))
}
