//! Memory effects of operations: writes, and accesses that order blocks.

use spec::syntax::attributes::MemoryOrder;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;

/// Whether an operation writes memory.
pub(crate) fn writes_memory(op: Op) -> bool {
    matches!(
        op,
        Op::StoreViewTko | Op::StorePtrTko | Op::AtomicRmwTko | Op::AtomicCasTko | Op::AtomicRedViewTko
    )
}

/// Whether an operation writes and returns the old value.
pub(crate) fn is_read_modify_write(op: Op) -> bool {
    matches!(op, Op::AtomicRmwTko | Op::AtomicCasTko)
}

/// Whether an operation orders accesses of other blocks.
pub(crate) fn orders_other_blocks(op: &Operation) -> bool {
    match op.attributes.memory_order {
        Some(MemoryOrder::Acquire | MemoryOrder::Release | MemoryOrder::AcqRel) => true,
        Some(MemoryOrder::Weak | MemoryOrder::Relaxed) | None => false,
    }
}
