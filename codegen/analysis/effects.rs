//! What operations do to memory: which of them write, and which order the accesses of other blocks.

use std::collections::HashSet;

use spec::syntax::attributes::MemoryOrder;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;

use crate::analysis::definitions::{Definition, Definitions};

/// Whether an operation writes memory.
pub(crate) fn writes_memory(op: Op) -> bool {
    matches!(
        op,
        Op::StoreViewTko | Op::StorePtrTko | Op::AtomicRmwTko | Op::AtomicCasTko | Op::AtomicRedViewTko
    )
}

/// Whether an operation writes, and gives what it read.
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

/// Whether something that waits for these tokens may wait for a write: of this kernel, or of other blocks, by an access that orders theirs.
pub(crate) fn may_follow_write(
    definitions: &Definitions<'_>,
    tokens: impl IntoIterator<Item = ValueId>,
) -> bool {
    let mut rest: Vec<ValueId> = tokens.into_iter().collect();
    let mut seen: HashSet<ValueId> = HashSet::new();
    while let Some(token) = rest.pop() {
        if !seen.insert(token) {
            continue;
        }
        if let Some(Definition::Result(op, _)) = definitions.get(token) {
            if writes_memory(op.op) || orders_other_blocks(op) {
                return true;
            }
            rest.extend(op.token);
            rest.extend(op.operands.iter().filter(|_| op.op == Op::JoinTokens));
        }
        rest.extend(definitions.arriving(token));
    }
    false
}
