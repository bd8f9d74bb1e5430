//! Effects of a kernel on its pointer arguments, from the text alone: reads, writes and assumed alignments.

mod footprint;

use std::collections::{BTreeMap, BTreeSet};

pub use self::footprint::{Footprint, Region};
use crate::memory::strength::Manner;
use crate::syntax::attributes::Assumption;
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::Op;
use crate::syntax::span::Place;
use crate::syntax::types::{Element, Type};

/// The analysis results, by origin of memory: a parameter's position, then the globals, then each `alloca`.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    /// The memory that the kernel may read.
    pub read: Footprint,
    /// The memory that the kernel may write.
    pub written: Footprint,
    /// The alignment that the kernel assumes of a parameter as it comes, on every path.
    pub alignment: BTreeMap<usize, u64>,
    /// Whether floats become integers, so that their values matter.
    pub follows_floats: bool,
    /// The first operation that makes a pointer of an integer loaded from memory of the launch, as from a list of arrays.
    pub loaded_pointer: Option<Place>,
    /// The parameters through which such integers are loaded.
    tables: BTreeSet<usize>,
    /// The tables whose addresses have contract-described targets, never a parameter.
    described: BTreeSet<usize>,
    /// The sources of each value.
    sources: Vec<Source>,
    /// The arrays whose addresses become numbers.
    escaped: BTreeSet<usize>,
}

/// What a pointer or a number is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Source {
    /// The memory behind a pointer. For a number, the arrays whose addresses it may be computed from.
    footprint: Footprint,
    /// The parameters of loaded numbers behind the value; empty for an address.
    loaded: BTreeSet<usize>,
    /// Whether a number depends on contents of other memory, where the kernel may have stored any address.
    stored: bool,
}

impl Source {
    /// Adds another source; returns whether anything was new.
    fn join(&mut self, other: &Source) -> bool {
        let before = (self.loaded.len(), self.stored);
        self.loaded.extend(&other.loaded);
        self.stored |= other.stored;
        self.footprint.join(&other.footprint) || before != (self.loaded.len(), self.stored)
    }
}

impl Origins {
    /// Scans a kernel, of whose tables nothing is known.
    pub fn new(kernel: &Kernel) -> Self {
        Origins::beside(kernel, BTreeSet::new())
    }

    /// Analyzes a kernel with contract-described tables, by the positions of the parameters.
    pub fn beside(kernel: &Kernel, described: BTreeSet<usize>) -> Self {
        let sources = vec![Source::default(); kernel.values.len()];
        let mut scan = Origins { sources, described, ..Origins::default() };
        for (position, param) in kernel.params.iter().enumerate() {
            if carries_pointer(kernel.ty(*param)) {
                scan.leads_to(*param, position);
            }
        }
        let globals = kernel.params.len();
        let scratch = globals + kernel.globals.len();
        for op in kernel.operations().filter(|op| op.op == Op::GetGlobal) {
            if let Some(position) = kernel.global(op) {
                scan.leads_to(op.results[0], globals + position);
            }
        }
        for (position, op) in kernel.scratch().enumerate() {
            scan.leads_to(op.results[0], scratch + position);
        }
        // Sources only grow, and loops carry them around: until nothing changes.
        while scan.block(kernel, &kernel.body, &[]) {}
        scan.alignments(kernel);
        scan
    }

    /// Whether an operand comes out of a table of addresses: an address, or a number next to them.
    pub fn follows_table(&self, op: &Operation) -> bool {
        op.operands.iter().any(|operand| !self.source(*operand).loaded.is_disjoint(&self.tables))
    }

    /// The memory that an operation may access.
    pub fn footprint(&self, op: &Operation) -> Footprint {
        let pointer = accessed_through(op).filter(|_| Manner::of(op).is_some());
        pointer.map(|pointer| self.source(pointer).footprint.clone()).unwrap_or_default()
    }

    /// The parameters, globals and arrays of the block that an operation may access.
    pub fn accessed_by(&self, op: &Operation) -> BTreeSet<usize> {
        self.footprint(op).positions().collect()
    }

    fn leads_to(&mut self, pointer: ValueId, position: usize) {
        self.sources[pointer.index()].footprint.regions.insert(Region::At(position));
    }

    fn source(&self, value: ValueId) -> &Source {
        &self.sources[value.index()]
    }

    fn add(&mut self, source: &Source, to: ValueId) -> bool {
        self.sources[to.index()].join(source)
    }

    fn flow(&mut self, from: ValueId, to: ValueId) -> bool {
        let source = self.source(from).clone();
        self.add(&source, to)
    }

    fn flow_each(&mut self, from: &[ValueId], to: &[ValueId]) -> bool {
        from.iter().zip(to).fold(false, |new, (from, to)| self.flow(*from, *to) | new)
    }

    fn flow_all(&mut self, from: &[ValueId], to: &[ValueId]) -> bool {
        from.iter()
            .fold(false, |new, from| to.iter().fold(false, |new, to| self.flow(*from, *to) | new) | new)
    }

    /// A pass over a block; `owners` are the operations around it, innermost last. Says whether something new was found.
    fn block<'k>(&mut self, kernel: &'k Kernel, block: &'k Block, owners: &[&'k Operation]) -> bool {
        let mut new = false;
        for op in &block.ops {
            new |= self.access(kernel, op);
            new |= self.operation(kernel, op, owners);
            for region in &op.regions {
                let owners: Vec<&Operation> = owners.iter().copied().chain([op]).collect();
                new |= self.block(kernel, region, &owners);
            }
        }
        new
    }

    /// Records the reads and writes of an operation, and the sources of a loaded number.
    fn access(&mut self, kernel: &Kernel, op: &Operation) -> bool {
        self.follows_floats |= op.op == Op::Ftoi;
        let Some(manner) = Manner::of(op) else { return false };
        let footprint = self.footprint(op);
        let mut new = manner.writes && self.written.join(&footprint);
        if !manner.reads {
            return new;
        }
        new |= self.read.join(&footprint);
        if let Some(result) = op.results.first().filter(|of| is_number(kernel.ty(**of))) {
            let brought =
                |region: &Region| matches!(region, Region::At(position) if *position < kernel.params.len());
            let loaded = footprint.positions().filter(|position| *position < kernel.params.len()).collect();
            let stored = footprint.anywhere || !footprint.regions.iter().all(brought);
            new |= self.add(&Source { loaded, stored, ..Source::default() }, *result);
        }
        new
    }

    fn operation<'k>(&mut self, kernel: &'k Kernel, op: &'k Operation, owners: &[&'k Operation]) -> bool {
        let innermost_loop = || owners.iter().rev().find(|owner| matches!(owner.op, Op::For | Op::Loop));
        if op.op == Op::For {
            let (range, inits) = op.operands.split_at(op.operands.len().min(3));
            let (count, carried) = region_params(op).split_at(region_params(op).len().min(1));
            // The iteration variable is made of the bounds.
            self.flow_all(range, count)
                | self.flow_each(inits, carried)
                | self.flow_each(carried, &op.results)
        } else if op.op == Op::Loop {
            self.flow_each(&op.operands, region_params(op))
        } else if op.op == Op::Continue {
            innermost_loop().is_some_and(|owner| {
                let carried = &region_params(owner)[usize::from(owner.op == Op::For)..];
                self.flow_each(&op.operands, carried)
            })
        } else if op.op == Op::Break {
            innermost_loop().is_some_and(|owner| self.flow_each(&op.operands, &owner.results))
        } else if op.op == Op::Yield {
            owners.last().is_some_and(|owner| {
                // A combiner receives its own yielded values again.
                let again = owner.op != Op::If && self.flow_all(&op.operands, region_params(owner));
                self.flow_each(&op.operands, &owner.results) | again
            })
        } else if op.op == Op::PtrToInt {
            let before = self.escaped.len();
            let positions: Vec<usize> = self.source(op.operands[0]).footprint.positions().collect();
            self.escaped.extend(positions);
            self.flow(op.operands[0], op.results[0]) | (before != self.escaped.len())
        } else if op.op == Op::IntToPtr {
            self.pointer_of_number(kernel, op)
        } else {
            self.values(kernel, op)
        }
    }

    /// Derives an operation's pointers from its pointer operands, and its numbers from its number operands.
    fn values(&mut self, kernel: &Kernel, op: &Operation) -> bool {
        let mut new = false;
        for to in op.results.iter().chain(region_params(op)) {
            for from in &op.operands {
                let (source, target) = (kernel.ty(*from), kernel.ty(*to));
                if carries_pointer(source) && carries_pointer(target)
                    || is_number(source) && is_number(target)
                {
                    new |= self.flow(*from, *to);
                }
            }
        }
        new
    }

    /// Whether a number consists of words of unmodified tables in the contract, and of no other number that may be an address.
    fn is_listed(&self, source: &Source) -> bool {
        let Source { footprint, loaded, stored } = source;
        let described = |table: &usize| self.described.contains(table) && !self.written.has(*table);
        !stored && !footprint.anywhere && !loaded.is_empty() && loaded.iter().all(described)
    }

    /// Converts a number to a pointer. A word of a table in the contract leads to an array of the list, and the address of an array
    /// to this array. Any other number may lead anywhere.
    fn pointer_of_number(&mut self, kernel: &Kernel, op: &Operation) -> bool {
        let number = self.source(op.operands[0]).clone();
        let mut footprint = number.footprint.clone();
        let tables = self.described.intersection(&number.loaded);
        footprint.regions.extend(tables.map(|table| Region::Listed(*table)));
        if !self.is_listed(&number) {
            let is_pointer = |position: &usize| carries_pointer(kernel.ty(kernel.params[*position]));
            let params = (0..kernel.params.len()).filter(is_pointer);
            footprint.regions.extend(params.chain(self.escaped.iter().copied()).map(Region::At));
            footprint.regions.extend(self.described.iter().map(|table| Region::Listed(*table)));
            footprint.anywhere = true;
            if !number.loaded.is_empty() {
                self.loaded_pointer.get_or_insert_with(|| op.at.clone());
                self.tables.extend(&number.loaded);
            }
        }
        self.add(&Source { footprint, ..number }, op.results[0])
    }

    /// The greatest alignment that every block assumes of each parameter on entry.
    fn alignments(&mut self, kernel: &Kernel) {
        let mut same: BTreeMap<ValueId, usize> =
            kernel.params.iter().enumerate().map(|(position, param)| (*param, position)).collect();
        let mut reached = Vec::new();
        for op in &kernel.body.ops {
            reached.push(op);
            entered_with(op, &mut reached);
            if may_end_here(op) {
                break;
            }
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

/// Whether some launch may not come behind an operation: it returns in there, or goes around a `loop` for ever.
fn may_end_here(op: &Operation) -> bool {
    let inner = op.regions.iter().flat_map(|region| &region.ops);
    matches!(op.op, Op::Return | Op::Loop) || inner.into_iter().any(may_end_here)
}

/// The operations that always run when a `loop` is reached, as in a function with an early return: the body is entered, and
/// runs at least until its first branch.
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

/// The parameters of an operation's first region.
fn region_params(op: &Operation) -> &[ValueId] {
    op.regions.first().map_or(&[], |region| &region.params)
}

/// The parameter behind a pointer, under any name and type: trusted sizes of buffers come from views that begin there.
pub fn parameter(kernel: &Kernel, pointer: ValueId) -> Option<usize> {
    let makers: BTreeMap<ValueId, &Operation> =
        kernel.operations().filter_map(|op| Some((*op.results.first()?, op))).collect();
    parameter_by(kernel, pointer, |value| makers.get(&value).copied())
}

/// The same, with the operation that makes each value: many pointers of one kernel share such a table.
pub fn parameter_by<'k>(
    kernel: &Kernel,
    mut pointer: ValueId,
    maker: impl Fn(ValueId) -> Option<&'k Operation>,
) -> Option<usize> {
    let keeps = |op: &&Operation| matches!(op.op, Op::PtrToPtr | Op::Assume);
    while let Some(before) = maker(pointer).filter(keeps).and_then(|op| op.operands.first()) {
        pointer = *before;
    }
    kernel.params.iter().position(|param| *param == pointer)
}

/// The value through which an operation accesses memory, if any.
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
