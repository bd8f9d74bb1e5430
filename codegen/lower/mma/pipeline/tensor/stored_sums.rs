//! Decides which stores of products become bulk copies: the stores of kernels without other large stores, and without reads of the
//! stored tensor.
//!
//! A bulk copy writes later than the store: at any time until its thread waits, at the end of its role. So nobody may read or write
//! the place in between, nor learn that the store was made. And the buffers take the place of what conversions of layouts need, so
//! that nothing but small tiles may be converted.

use std::collections::{HashMap, HashSet};
use std::ptr;

use spec::syntax::attributes::{Constant, MemoryOrder};
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Memory, Op};

use crate::analysis::effects::writes_memory;
use crate::analysis::facts::KernelFacts;
use crate::ir::role::{TensorStore, TensorStores};
use crate::ir::shared_memory::SharedMemory;
use crate::ir::value::bytes;
use crate::lower::mma::pipeline::ring_loop::{RingLoop, conversion_bytes};
use crate::lower::mma::product_kind::ProductKind;

/// How a tile that is too large for a small conversion is in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Spread {
    /// All elements are equal.
    Same,
    /// A repeated small tile.
    Small,
    /// As products leave their sums.
    Sums,
}

/// The tiles around the loops of products of a kernel.
struct Around<'a, 'k> {
    kernel: &'k Kernel,
    loops: &'a [RingLoop<'k>],
    /// Tiles in stages, which are in no registers.
    staged: &'a HashSet<ValueId>,
    /// The large tiles so far.
    large: HashMap<ValueId, Spread>,
    /// The stores of sums.
    stores: Vec<&'k Operation>,
}

impl TensorStores {
    /// Plans the stores of a kernel whose tile blocks run side by side. Products have 2^`log2_threads` threads per tile block and
    /// occur in these loops alone. `None` if the stores are made another way.
    pub(crate) fn of<'k>(
        kernel: &'k Kernel,
        facts: &KernelFacts<'_>,
        (loops, staged): (&[RingLoop<'k>], &HashSet<ValueId>),
        (log2_threads, groups): (usize, u32),
    ) -> Option<TensorStores> {
        let mut around = Around { kernel, loops, staged, large: HashMap::new(), stores: Vec::new() };
        around.block(&kernel.body)?;
        let most = conversion_bytes(loops);
        let mut stores = TensorStores::default();
        let (are_plain, kind) = (loops.iter().all(RingLoop::sums_are_plain), only_kind(loops));
        for op in around.stores {
            if may_arrive_later(kernel, facts, op) {
                let of = |kind| {
                    let room = (log2_threads, most / u64::from(groups));
                    TensorStore::new(kernel, facts, (op, kind), room)
                };
                let as_summed = if are_plain { of(None) } else { kind.and_then(|kind| of(Some(kind))) };
                // Conversions would use memory of both tile blocks.
                stores.converts |= as_summed.is_none();
                let store = as_summed.or_else(|| of(None).filter(|_| groups == 1))?;
                stores.buffer_bytes = stores.buffer_bytes.max(store.lines.bytes());
                stores.by_token.insert(*op.results.last()?, store);
            } else {
                return None;
            }
        }
        let has_room = stores.bytes(log2_threads, groups) <= most;
        (has_room && !stores.by_token.is_empty()).then_some(stores)
    }
}

/// The kind of the only product of these loops.
fn only_kind<'a>(loops: &'a [RingLoop<'_>]) -> Option<&'a ProductKind> {
    let [RingLoop::Products(_, plan)] = loops else { return None };
    let [product] = &plan.products[..] else { return None };
    Some(&product.kind)
}

/// Whether a store may be delayed until the kernel ends. Two tile blocks do not touch one place except to read, because none waits for
/// another: that would be a race. No other access of the block goes to the array, and the store never returns to a place. Either iterations
/// are known to be disjoint, or no token orders them, so a return would be a race, too.
fn may_arrive_later(kernel: &Kernel, facts: &KernelFacts<'_>, store: &Operation) -> bool {
    let is_access =
        |op: &&Operation| writes_memory(op.op) || matches!(op.op, Op::LoadViewTko | Op::LoadPtrTko);
    let is_watched = kernel.operations().any(|op| {
        let is_told =
            matches!(op.op, Op::PrintTko | Op::Assert | Op::GdcLaunchDependentsTko | Op::GdcWaitTko);
        is_told || writes_memory(op.op) && op.op != Op::StoreViewTko && op.op != Op::StorePtrTko
    });
    let is_weak = matches!(store.attributes.memory_order, None | Some(MemoryOrder::Weak));
    let others = kernel.operations().filter(is_access).filter(|op| !ptr::eq(*op, store));
    let is_alone = !others.into_iter().any(|op| facts.aliases().may_alias(store, op));
    let comes_back = facts.aliases().may_follow_write(facts.definitions(), &[store], store.token);
    let is_apart = !comes_back || facts.tile_order().is_some();
    is_weak && !is_watched && !facts.orders_other_blocks() && is_alone && is_apart
}

impl<'k> Around<'_, 'k> {
    /// Looks at the operations of a block; `None` where a large tile might have to be converted.
    fn block(&mut self, block: &'k Block) -> Option<()> {
        block.ops.iter().try_for_each(|op| self.operation(op))
    }

    fn operation(&mut self, op: &'k Operation) -> Option<()> {
        let is_products = self.loops.iter().any(|one| ptr::eq(one.op(), op));
        if op.results.first().is_some_and(|result| self.staged.contains(result)) {
            return Some(());
        }
        let is_large = |value: &ValueId| self.is_large(*value);
        if !op.operands.iter().chain(&op.results).any(is_large) {
            // Loops of products use their own tiles without restriction.
            let regions = op.regions.iter().filter(|_| !is_products);
            return regions.into_iter().try_for_each(|region| self.block(region));
        }
        let spread = match op.op.meaning() {
            Meaning::Control(_) if is_products => {
                op.operands[3..].iter().try_for_each(|value| self.spread(*value).map(drop))?;
                Spread::Sums
            }
            Meaning::Elementwise | Meaning::Core(Core::Select) => self.combined(op)?,
            Meaning::Core(Core::Constant) => match op.attributes.constant {
                Some(Constant::Splat(_)) => Spread::Same,
                Some(Constant::Dense(_)) | None => return None,
            },
            Meaning::Core(Core::Broadcast) => self.spread(op.operands[0]).filter(|of| *of != Spread::Sums)?,
            Meaning::Core(Core::Reshape) if self.keeps_matrix(op) => self.spread(op.operands[0])?,
            Meaning::Memory(Memory::StoreViewTko) if self.spread(op.operands[0]) == Some(Spread::Sums) => {
                self.stores.push(op);
                return Some(());
            }
            Meaning::Control(_) | Meaning::Core(_) | Meaning::Memory(_) | Meaning::Unsupported => {
                return None;
            }
        };
        // Small tiles that a loop carries beside its sums, such as the maximum of a row, stay small.
        let is_kept = |result: &ValueId| {
            self.kernel.ty(*result).tile().is_some() && (!is_products || self.is_large(*result))
        };
        let kept: Vec<ValueId> = op.results.iter().copied().filter(is_kept).collect();
        for result in kept {
            self.large.insert(result, spread);
        }
        Some(())
    }

    /// The layout of combined tiles: sums decide the layout, and at most one small tile may take part.
    fn combined(&self, op: &Operation) -> Option<Spread> {
        let spreads: Vec<Spread> =
            op.operands.iter().map(|value| self.spread(*value)).collect::<Option<_>>()?;
        let most = spreads.iter().copied().max()?;
        let small = spreads.iter().filter(|spread| **spread == Spread::Small).count();
        (most == Spread::Sums || small < 2).then_some(most)
    }

    /// Whether a tile needs more room than small conversions have.
    fn is_large(&self, value: ValueId) -> bool {
        self.kernel.ty(value).tile().is_some_and(|tile| {
            let elements: u64 = tile.shape.iter().map(|extent| u64::from(*extent)).product();
            elements * bytes(tile.element) > SharedMemory::SMALL
        })
    }

    /// The layout of a tile in registers, if known.
    fn spread(&self, value: ValueId) -> Option<Spread> {
        let is_one = self.kernel.ty(value).tile().is_none_or(|tile| tile.len() == 1);
        match self.large.get(&value) {
            None if is_one => Some(Spread::Same),
            None if !self.is_large(value) => Some(Spread::Small),
            known => known.copied(),
        }
    }

    /// Whether a `reshape` does no more than axes of one element come and go.
    fn keeps_matrix(&self, op: &Operation) -> bool {
        let long = |value: ValueId| -> Vec<u32> {
            self.kernel.tile(value).shape.iter().copied().filter(|extent| *extent > 1).collect()
        };
        long(op.operands[0]) == long(op.results[0])
    }
}
