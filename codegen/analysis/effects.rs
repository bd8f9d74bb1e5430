//! Memory effects of operations: writes, and accesses that order blocks.

use std::collections::HashSet;

use spec::memory::layouts::Layouts;
use spec::memory::strength::Manner;
use spec::problem::Unsupported;
use spec::syntax::attributes::MemoryOrder;
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::analysis::alias::AliasAnalysis;
use crate::analysis::parameters::ParameterFacts;

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

/// Refuses loads that only the layouts of Triton's own code order behind a write, since our code spreads tiles in another way.
///
/// # Errors
/// The first such load.
pub(crate) fn check_order(kernel: &Kernel, parameters: &ParameterFacts) -> Result<(), Unsupported> {
    let (layouts, aliases) =
        (Layouts::new(kernel), AliasAnalysis::new(kernel, &parameters.disjoint, &parameters.lists));
    let needs_layouts = |write: &Operation, load: &Operation| {
        let tokens = write.results.last().zip(load.results.last());
        tokens.is_some_and(|(write, load)| layouts.between(*write, *load).is_some())
            && aliases.may_alias(load, write)
    };
    find_load_behind(&kernel.body, &mut Vec::new(), &needs_layouts).map_or(Ok(()), |load| {
        let message = "loads of what the program has stored, with no order but that of Triton's own layouts";
        Err(Unsupported { message: message.to_owned(), at: load.at.clone() })
    })
}

/// The first load of a block of operations behind a write, or beside a write in a loop, of which the condition holds.
fn find_load_behind<'k>(
    block: &'k Block,
    writes: &mut Vec<&'k Operation>,
    holds: &dyn Fn(&Operation, &Operation) -> bool,
) -> Option<&'k Operation> {
    for op in &block.ops {
        if matches!(op.op, Op::For | Op::Loop) {
            op.regions.iter().for_each(|region| collect_writes(region, writes));
        }
        if op.op == Op::LoadPtrTko && writes.iter().any(|write| holds(write, op)) {
            return Some(op);
        }
        if writes_memory(op.op) {
            writes.push(op);
        }
        let found = op.regions.iter().find_map(|region| find_load_behind(region, writes, holds));
        if found.is_some() {
            return found;
        }
    }
    None
}

fn collect_writes<'k>(block: &'k Block, writes: &mut Vec<&'k Operation>) {
    for op in &block.ops {
        writes.extend(Some(op).filter(|op| writes_memory(op.op)));
        op.regions.iter().for_each(|region| collect_writes(region, writes));
    }
}
