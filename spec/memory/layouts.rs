//! The order of accesses that have one layout in Triton's code (`spec/triton.md`, *Order inside a program*).
//!
//! A thread makes its accesses in the order of the program. Two accesses with one layout give equal lanes to the same thread. So all runs of
//! the earlier access at a lane come before a later run of the other access at the lane.
//!
//! One thread stores all scalars of a program, in every code. So a scalar store comes behind earlier scalar stores, and behind earlier scalar
//! loads whose numbers go through operations on scalars to scalar stores alone. The other threads may load early or late.

use std::collections::{BTreeMap, BTreeSet};

use super::access::Access;
use crate::syntax::kernel::language::Language;
use crate::syntax::kernel::{Kernel, Operation, ValueId};
use crate::syntax::op::{Core, Meaning, Op};
use crate::syntax::types::Type;

/// The layouts of the accesses of a kernel, by token.
#[derive(Debug, Clone, Default)]
pub struct Layouts {
    of: BTreeMap<ValueId, Layout>,
    scalars: Scalars,
}

/// The accesses of scalars that one thread makes, by token.
#[derive(Debug, Clone, Default)]
struct Scalars {
    stores: BTreeSet<ValueId>,
    /// Those loads whose numbers only scalar stores get.
    loads: BTreeSet<ValueId>,
}

/// The layouts of an access.
#[derive(Debug, Clone)]
struct Layout {
    shape: Vec<u32>,
    /// In each code of the kernel.
    numbers: Vec<Option<u32>>,
}

/// Two accesses of one shape that have one layout in some codes.
#[derive(Debug, Clone)]
pub struct OneLayout<'l> {
    /// The shape.
    pub shape: &'l [u32],
    /// The codes, by their positions in [`Kernel::codes`]; none for every code.
    pub codes: Option<Vec<usize>>,
}

impl Layouts {
    /// The layouts of a kernel's accesses.
    pub fn new(kernel: &Kernel) -> Self {
        let mut of = BTreeMap::new();
        for op in kernel.operations().filter(|op| !op.attributes.layouts.is_empty()) {
            let Some(pointers) = Access::of(kernel, op).and_then(|_| op.operands.first()) else { continue };
            if let (Type::Tile(tile), Some(token)) = (kernel.ty(*pointers), op.results.last()) {
                let numbers = op.attributes.layouts.clone();
                of.insert(*token, Layout { shape: tile.shape.clone(), numbers });
            }
        }
        Layouts { of, scalars: Scalars::new(kernel) }
    }

    /// The layouts in those codes alone that `runs` accepts, by their positions in [`Kernel::codes`].
    pub fn in_codes(mut self, runs: impl Fn(usize) -> bool) -> Self {
        for layout in self.of.values_mut() {
            for (code, number) in layout.numbers.iter_mut().enumerate() {
                *number = number.filter(|_| runs(code));
            }
        }
        self
    }

    /// The codes in which two accesses, by their tokens, have one layout; `None` if there are none.
    pub fn between(&self, earlier: ValueId, later: ValueId) -> Option<OneLayout<'_>> {
        if self.scalars.order(earlier, later) {
            return Some(OneLayout { shape: &[], codes: None });
        }
        let (a, b) = (self.of.get(&earlier)?, self.of.get(&later)?);
        let pairs = a.numbers.iter().zip(&b.numbers).enumerate();
        let codes: Vec<usize> =
            pairs.filter(|(_, (a, b))| a.is_some() && a == b).map(|(code, _)| code).collect();
        (!codes.is_empty()).then_some(OneLayout { shape: &a.shape, codes: Some(codes) })
    }
}

impl Scalars {
    fn new(kernel: &Kernel) -> Self {
        let Language::Triton { .. } = kernel.language else { return Scalars::default() };
        let is_scalar =
            |value: &ValueId| matches!(kernel.ty(*value), Type::Tile(tile) if tile.shape.is_empty());
        let is_store =
            |op: &Operation| op.op == Op::StorePtrTko && op.operands.first().is_some_and(is_scalar);
        let computes = |op: &Operation| {
            matches!(op.op.meaning(), Meaning::Elementwise | Meaning::Core(Core::Select))
                && op.results.iter().all(is_scalar)
        };
        let ops: Vec<&Operation> = kernel.operations().collect();
        let leaving = find_leaving(&ops, &is_store, &computes);
        let stays = |op: &Operation| {
            op.op == Op::LoadPtrTko && op.results.first().is_some_and(|result| !leaving.contains(result))
        };
        let tokens = |is_wanted: &dyn Fn(&Operation) -> bool| {
            let wanted = ops.iter().filter(|op| is_wanted(op));
            wanted.filter_map(|op| op.results.last()).copied().collect()
        };
        let loads = tokens(&|op| op.operands.first().is_some_and(is_scalar) && stays(op));
        Scalars { stores: tokens(&is_store), loads }
    }

    fn order(&self, earlier: ValueId, later: ValueId) -> bool {
        self.stores.contains(&later) && (self.stores.contains(&earlier) || self.loads.contains(&earlier))
    }
}

/// The values that leave the storing thread, with all values behind them. Scalar stores, computations of scalars, and loops and branches that
/// carry scalars keep values in the thread.
fn find_leaving(
    ops: &[&Operation],
    is_store: &dyn Fn(&Operation) -> bool,
    computes: &dyn Fn(&Operation) -> bool,
) -> BTreeSet<ValueId> {
    let mut leaving: BTreeSet<ValueId> = BTreeSet::new();
    let carriers = || ops.iter().filter(|op| matches!(op.op, Op::If | Op::For));
    let ends: Vec<&Operation> = carriers().flat_map(|op| ends(op)).collect();
    loop {
        let before = leaving.len();
        carriers().for_each(|op| leave_with_results(op, &mut leaving));
        for op in ops.iter().rev().filter(|op| !matches!(op.op, Op::If | Op::For)) {
            let gives = ends.iter().any(|end| std::ptr::eq(*end, *op));
            let keeps = computes(op) && op.results.iter().all(|result| !leaving.contains(result));
            if !gives && !keeps && !is_store(op) {
                leaving.extend(&op.operands);
            }
        }
        if leaving.len() == before {
            return leaving;
        }
    }
}

/// A carried or yielded value leaves with the result. What decides about control leaves.
fn leave_with_results(op: &Operation, leaving: &mut BTreeSet<ValueId>) {
    let deciding = if op.op == Op::If { 1 } else { 3 };
    leaving.extend(&op.operands[..deciding]);
    for (at, result) in op.results.iter().enumerate() {
        let inits = op.operands.get(deciding + at);
        let params = op.regions.iter().filter_map(|region| region.params.get(1 + at));
        let ends = ends(op).filter_map(|end| end.operands.get(at));
        let all: Vec<ValueId> = params.chain(ends).chain(inits).copied().collect();
        if leaving.contains(result) || all.iter().any(|value| leaving.contains(value)) {
            leaving.extend(all);
            leaving.insert(*result);
        }
    }
}

/// The ends of the regions of a branch or a loop that give their operands to the operation around them.
fn ends(op: &Operation) -> impl Iterator<Item = &Operation> {
    let kind = if op.op == Op::If { Op::Yield } else { Op::Continue };
    op.regions.iter().filter_map(|region| region.ops.last()).filter(move |end| end.op == kind)
}
