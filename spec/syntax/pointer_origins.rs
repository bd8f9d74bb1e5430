//! What a kernel does to its pointer arguments, found without running anything: which it may read and write, which it
//! assumes to be aligned.

use std::collections::{BTreeMap, BTreeSet};

use crate::memory::strength::Manner;
use crate::syntax::attributes::Assumption;
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::Op;
use crate::syntax::span::Place;
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
    /// The first operation that makes a pointer of an integer which was loaded from memory that the launch brings, as where
    /// a parameter is a list of arrays.
    pub loaded_pointer: Option<Place>,
    /// The parameters that such integers are loaded through.
    tables: BTreeSet<usize>,
    /// The tables of which a contract says where their addresses lead: to no parameter.
    described: BTreeSet<usize>,
    /// The greatest alignment that is assumed of an address out of each such table.
    pub of_listed: BTreeMap<usize, u64>,
    origins: Vec<BTreeSet<usize>>,
    /// The arrays whose addresses become numbers.
    escaped: BTreeSet<usize>,
    /// The parameters through which numbers are loaded that a value is made of; an address leads to no such number.
    loaded: Vec<BTreeSet<usize>>,
}

impl Origins {
    /// Scans a kernel.
    pub fn new(kernel: &Kernel) -> Self {
        Origins::beside(kernel, BTreeSet::new())
    }

    /// The same where a contract says what addresses out of some tables lead to, by the positions of the parameters.
    pub fn beside(kernel: &Kernel, described: BTreeSet<usize>) -> Self {
        let count = kernel.values.len();
        let empty = || vec![BTreeSet::new(); count];
        let mut scan = Origins { origins: empty(), loaded: empty(), described, ..Origins::default() };
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
            let before = scan.count_found();
            scan.block(kernel, &kernel.body, &[]);
            if scan.count_found() == before {
                break;
            }
        }
        scan.alignments(kernel);
        scan.alignments_of_listed(kernel);
        scan
    }

    /// Whether what an operation takes comes out of a table that has addresses in it: an address, or a number beside them.
    pub fn follows_table(&self, op: &Operation) -> bool {
        op.operands.iter().any(|operand| !self.loaded[operand.index()].is_disjoint(&self.tables))
    }

    /// Where an operation may access memory, by where that comes from.
    pub fn accessed_by(&self, op: &Operation) -> BTreeSet<usize> {
        let pointer = accessed_through(op).filter(|_| Manner::of(op).is_some());
        pointer.map(|pointer| self.origins[pointer.index()].clone()).unwrap_or_default()
    }

    /// The tables whose addresses lead to where an operation may access memory, of those that a contract describes.
    pub fn led_to_by(&self, op: &Operation) -> BTreeSet<usize> {
        let pointer = accessed_through(op).filter(|_| Manner::of(op).is_some());
        pointer.map(|pointer| self.loaded[pointer.index()].clone()).unwrap_or_default()
    }

    /// Whether a number is made of words of tables that a contract describes, and of none that it does not.
    fn is_listed(&self, value: ValueId) -> bool {
        let loaded = &self.loaded[value.index()];
        !loaded.is_empty() && loaded.is_subset(&self.described)
    }

    /// How much is known.
    fn count_found(&self) -> (usize, usize, usize) {
        let all = |sets: &[BTreeSet<usize>]| sets.iter().map(BTreeSet::len).sum();
        (all(&self.origins), all(&self.loaded), self.escaped.len())
    }

    fn flow(&mut self, from: ValueId, to: ValueId) {
        let origins = self.origins[from.index()].clone();
        self.origins[to.index()].extend(origins);
        let loaded = self.loaded[from.index()].clone();
        self.loaded[to.index()].extend(loaded);
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
            if let Some(result) = op.results.first().filter(|of| manner.reads && is_number(kernel.ty(**of))) {
                let brought = origins.iter().filter(|origin| **origin < kernel.params.len());
                self.loaded[result.index()].extend(brought);
            }
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
        } else if op.op == Op::PtrToInt {
            self.escaped.extend(&self.origins[op.operands[0].index()]);
        } else if op.op == Op::IntToPtr {
            self.pointer_of_number(kernel, op);
        } else {
            for result in &op.results {
                for operand in &op.operands {
                    let (from, to) = (kernel.ty(*operand), kernel.ty(*result));
                    if carries_pointer(from) && carries_pointer(to) || is_number(from) && is_number(to) {
                        self.flow(*operand, *result);
                    }
                }
            }
        }
    }

    /// A number becomes a pointer. Of an address out of a table that a contract describes it says where it leads; any other may lie
    /// anywhere.
    fn pointer_of_number(&mut self, kernel: &Kernel, op: &Operation) {
        let (number, pointer) = (op.operands[0], op.results[0].index());
        let loaded = self.loaded[number.index()].clone();
        if !self.is_listed(number) {
            let is_pointer = |param: &ValueId| carries_pointer(kernel.ty(*param));
            let params = kernel.params.iter().copied().filter(is_pointer);
            params.for_each(|param| self.flow(param, op.results[0]));
            self.origins[pointer].extend(&self.escaped);
            if !loaded.is_empty() {
                self.loaded_pointer.get_or_insert_with(|| op.at.clone());
                self.tables.extend(&loaded);
            }
        }
        self.loaded[pointer].extend(loaded);
    }

    /// The greatest alignment that is assumed of an address out of each table that a contract describes.
    fn alignments_of_listed(&mut self, kernel: &Kernel) {
        for op in kernel.operations().filter(|op| op.op == Op::Assume) {
            let Some(Assumption::DivBy { divisor, every: None }) = &op.attributes.assumption else {
                continue;
            };
            if !self.is_listed(op.operands[0]) || !carries_pointer(kernel.ty(op.results[0])) {
                continue;
            }
            for table in self.loaded[op.operands[0].index()].clone() {
                let alignment = self.of_listed.entry(table).or_insert(1);
                *alignment = (*alignment).max(*divisor);
            }
        }
    }

    /// The greatest alignment that every block assumes of each parameter as it comes.
    fn alignments(&mut self, kernel: &Kernel) {
        let mut same: BTreeMap<ValueId, usize> =
            kernel.params.iter().enumerate().map(|(position, param)| (*param, position)).collect();
        let mut reached = Vec::new();
        for op in &kernel.body.ops {
            reached.push(op);
            entered_with(op, &mut reached);
        }
        // A tensor view begins at the address of its base.
        for op in reached.into_iter().filter(|op| matches!(op.op, Op::Assume | Op::MakeTensorView)) {
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

/// What runs whenever a `loop` is reached, as of a function that returns early: its body is always entered, and runs at least
/// until it branches.
fn entered_with<'k>(op: &'k Operation, reached: &mut Vec<&'k Operation>) {
    if op.op != Op::Loop {
        return;
    }
    for inner in op.regions.iter().flat_map(|body| &body.ops) {
        reached.push(inner);
        entered_with(inner, reached);
        if !inner.regions.is_empty() {
            return;
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

/// Whether values of the type are numbers.
fn is_number(ty: &Type) -> bool {
    ty.tile().is_some_and(|tile| matches!(tile.element, Element::Scalar(_)))
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
