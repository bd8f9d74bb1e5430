//! Memory effects of operations: writes, and accesses that order blocks.

use std::collections::HashSet;

use spec::memory::strength::Manner;
use spec::syntax::attributes::MemoryOrder;
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::analysis::alias::AliasAnalysis;

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

/// The writes that come after all accesses before them in the program, by token. In Triton a write waits for the loads from which its value,
/// pointer or mask is computed (`spec/memory/dependence.rs`), lane by lane. A barrier of the block is at least as strong. Loads of other arrays
/// need no order.
pub(crate) fn writes_behind_loads(kernel: &Kernel, aliases: &AliasAnalysis) -> HashSet<ValueId> {
    match kernel.language {
        Language::TileIr => return HashSet::new(),
        Language::Triton { .. } => {}
    }
    let reads = |op: &&Operation| Manner::of(op).is_some_and(|manner| manner.reads);
    let is_loaded =
        |write: &&Operation| kernel.operations().filter(reads).any(|op| aliases.may_alias(op, write));
    let ordered = kernel.operations().filter(|op| writes_memory(op.op)).filter(is_loaded);
    ordered.filter_map(|op| op.results.last().copied()).collect()
}
