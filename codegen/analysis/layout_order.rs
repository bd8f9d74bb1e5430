//! Accesses in the order of Triton's own layouts (`spec::memory::layouts`), which our code does not have.

use spec::memory::layouts::Layouts;
use spec::problem::Unsupported;
use spec::syntax::kernel::{Block, Kernel, Operation};
use spec::syntax::op::Op;

use crate::analysis::alias::AliasAnalysis;
use crate::analysis::effects::writes_memory;
use crate::analysis::parameters::ParameterFacts;

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
