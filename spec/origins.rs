//! What a kernel does to its pointer arguments, found without running anything: which it may read and write, which it
//! assumes to be aligned.

use std::collections::{BTreeMap, BTreeSet};

use crate::memory::strength::Manner;
use crate::syntax::attributes::Assumption;
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::Op;
use crate::syntax::types::{Element, Type};

/// What was found, by where memory comes from: a parameter's position, then behind them the globals, then what `alloca`
/// makes.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    /// What the kernel may read.
    pub read: BTreeSet<usize>,
    /// What the kernel may write.
    pub written: BTreeSet<usize>,
    /// The alignment that the kernel assumes of a parameter as it comes, on every path.
    pub alignment: BTreeMap<usize, u64>,
    /// Whether floats become integers, so that their values matter.
    pub follows_floats: bool,
    origins: Vec<BTreeSet<usize>>,
}

impl Origins {
    /// Scans a kernel.
    pub fn new(kernel: &Kernel) -> Self {
        let mut scan = Origins { origins: vec![BTreeSet::new(); kernel.values.len()], ..Origins::default() };
        for (position, param) in kernel.params.iter().enumerate() {
            scan.origins[param.index()].insert(position);
        }
        let globals = kernel.params.len();
        let scratch = globals + kernel.globals.len();
        for op in kernel.operations().filter(|op| op.op == Op::GetGlobal) {
            let from = kernel.global(op).map(|position| globals + position);
            scan.origins[op.results[0].index()].extend(from);
        }
        for (position, op) in kernel.scratch().enumerate() {
            scan.origins[op.results[0].index()].insert(scratch + position);
        }
        // Origins only grow, and loops carry them around: until nothing changes.
        loop {
            let before: usize = scan.origins.iter().map(BTreeSet::len).sum();
            scan.block(kernel, &kernel.body, &[]);
            if scan.origins.iter().map(BTreeSet::len).sum::<usize>() == before {
                break;
            }
        }
        scan.alignments(kernel);
        scan
    }

    fn flow(&mut self, from: ValueId, to: ValueId) {
        let origins = self.origins[from.index()].clone();
        self.origins[to.index()].extend(origins);
    }

    fn flow_all(&mut self, from: &[ValueId], to: &[ValueId]) {
        for (from, to) in from.iter().zip(to) {
            self.flow(*from, *to);
        }
    }

    /// One pass over a block; `owners` are the operations around it, innermost last.
    fn block<'k>(&mut self, kernel: &'k Kernel, block: &'k Block, owners: &[&'k Operation]) {
        for op in &block.ops {
            self.operation(kernel, op, owners);
            for region in &op.regions {
                let owners: Vec<&Operation> = owners.iter().copied().chain([op]).collect();
                self.block(kernel, region, &owners);
            }
        }
    }

    fn operation<'k>(&mut self, kernel: &'k Kernel, op: &'k Operation, owners: &[&'k Operation]) {
        self.follows_floats |= op.op == Op::Ftoi;
        if let (Some(manner), Some(pointer)) = (Manner::of(op), accessed_through(op)) {
            let origins = &self.origins[pointer.index()];
            self.read.extend(origins.iter().filter(|_| manner.reads));
            self.written.extend(origins.iter().filter(|_| manner.writes));
        }
        let innermost_loop = || owners.iter().rev().find(|owner| matches!(owner.op, Op::For | Op::Loop));
        let carried = |owner: &&'k Operation| -> Vec<ValueId> {
            let params = owner.regions.first().map_or(&[][..], |region| &region.params);
            params.iter().skip(usize::from(owner.op == Op::For)).copied().collect()
        };
        if op.op == Op::For || op.op == Op::Loop {
            let inits = &op.operands[if op.op == Op::For { 3 } else { 0 }..];
            let params = carried(&op);
            self.flow_all(inits, &params);
            if op.op == Op::For {
                self.flow_all(&params, &op.results);
            }
        } else if op.op == Op::Continue {
            if let Some(owner) = innermost_loop() {
                self.flow_all(&op.operands, &carried(owner));
            }
        } else if op.op == Op::Break {
            if let Some(owner) = innermost_loop() {
                self.flow_all(&op.operands, &owner.results);
            }
        } else if op.op == Op::Yield {
            if let Some(owner) = owners.last() {
                self.flow_all(&op.operands, &owner.results);
            }
        } else if op.op == Op::IntToPtr {
            // An address may lie anywhere.
            let is_pointer = |param: &ValueId| carries_pointer(kernel.ty(*param));
            let params = kernel.params.iter().copied().filter(is_pointer);
            params.for_each(|param| self.flow(param, op.results[0]));
        } else {
            for result in &op.results {
                for operand in &op.operands {
                    if carries_pointer(kernel.ty(*operand)) && carries_pointer(kernel.ty(*result)) {
                        self.flow(*operand, *result);
                    }
                }
            }
        }
    }

    /// The greatest alignment that the entry block assumes of each parameter as it comes.
    fn alignments(&mut self, kernel: &Kernel) {
        let mut same: BTreeMap<ValueId, usize> =
            kernel.params.iter().enumerate().map(|(position, param)| (*param, position)).collect();
        // A tensor view begins at the address of its base.
        for op in kernel.body.ops.iter().filter(|op| matches!(op.op, Op::Assume | Op::MakeTensorView)) {
            let Some(position) = op.operands.first().and_then(|operand| same.get(operand)).copied() else {
                continue;
            };
            same.insert(op.results[0], position);
            if !carries_pointer(kernel.ty(op.results[0])) {
                continue;
            }
            if let Some(Assumption::DivBy { divisor, every: None }) = &op.attributes.assumption {
                let alignment = self.alignment.entry(position).or_insert(1);
                *alignment = (*alignment).max(*divisor);
            }
        }
    }
}

/// The parameter that a pointer is, under whatever name and type: what a buffer without a size is trusted to hold is said of
/// views that begin there.
pub fn parameter(kernel: &Kernel, pointer: ValueId) -> Option<usize> {
    let keeps = |op: &&Operation| matches!(op.op, Op::PtrToPtr | Op::Assume);
    let same: BTreeMap<ValueId, ValueId> = kernel
        .operations()
        .filter(keeps)
        .filter_map(|op| Some((*op.results.first()?, *op.operands.first()?)))
        .collect();
    let mut pointer = pointer;
    while let Some(before) = same.get(&pointer) {
        pointer = *before;
    }
    kernel.params.iter().position(|param| *param == pointer)
}

/// The value that an operation accesses memory through, if it does.
fn accessed_through(op: &Operation) -> Option<ValueId> {
    op.operands.get(usize::from(op.op == Op::StoreViewTko)).copied()
}

/// Whether values of the type lead to memory.
fn carries_pointer(ty: &Type) -> bool {
    match ty {
        Type::Tile(tile) => matches!(tile.element, Element::Pointer(_)),
        Type::Token => false,
        Type::TensorView(_) | Type::PartitionView(_) | Type::StridedView(_) | Type::GatherScatterView(_) => {
            true
        }
    }
}
