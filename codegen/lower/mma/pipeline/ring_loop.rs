//! A loop whose tiles a producer copies, with products alone or with more, and the needs of its products.

use std::collections::BTreeMap;

use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Meaning, Op};

use crate::analysis::producer_slice::ProducerSlice;
use crate::ir::numbers::{bytes_to_index, log2_of};
use crate::layout::swizzle::MAX_CONVERSION_BYTES;
use crate::lower::mma::pipeline::plan::{PipelinePlan, PipelinedLoad, STAGE_ALIGNMENT};
use crate::lower::mma::pipeline::staged_loop::StagedLoop;
use crate::lower::mma::product_kind::{ProductKind, RowOrder};

/// Bytes of a sum.
const SUM_BYTES: u64 = 4;

/// A loop.
#[derive(Debug)]
pub(crate) enum RingLoop<'o> {
    /// Loads and multiplies only.
    Products(&'o Operation, PipelinePlan<'o>),
    /// A loop with some loads that are only multiplied.
    Staged(&'o Operation, StagedLoop<'o>),
}

impl<'o> RingLoop<'o> {
    /// Of a `for`.
    pub(crate) fn of(kernel: &Kernel, op: &'o Operation) -> Option<Self> {
        if let Some(plan) = PipelinePlan::of(kernel, op) {
            return Some(RingLoop::Products(op, plan));
        }
        StagedLoop::of(kernel, op).map(|staged| RingLoop::Staged(op, staged))
    }

    /// The loop's operation.
    pub(crate) fn op(&self) -> &'o Operation {
        match self {
            RingLoop::Products(op, _) | RingLoop::Staged(op, _) => op,
        }
    }

    /// Of a loop that does more, the rows of the product that has fewest.
    pub(crate) fn fewest_rows(&self) -> Option<u32> {
        match self {
            RingLoop::Products(..) => None,
            RingLoop::Staged(_, staged) => {
                staged.products.iter().map(|product| 1 << product.kind.bits[0]).min()
            }
        }
    }

    /// Whether only a producer makes a pipeline of the loop.
    pub(crate) fn needs_producer(&self) -> bool {
        match self {
            RingLoop::Products(_, plan) => plan.needs_producer(),
            RingLoop::Staged(..) => true,
        }
    }

    /// Registers of a thread that factors take on their way, beside what any product needs.
    pub(crate) fn factor_registers(&self, log2_threads: usize) -> usize {
        match self {
            RingLoop::Products(_, plan) => factor_registers(plan, log2_threads),
            RingLoop::Staged(..) => 0,
        }
    }

    /// The tokens that the copies wait for.
    pub(crate) fn tokens(&self) -> Vec<ValueId> {
        match self {
            RingLoop::Products(_, plan) => plan.tokens.clone(),
            RingLoop::Staged(_, staged) => staged.tokens().collect(),
        }
    }

    /// The loads made of copies.
    pub(crate) fn loads(&self) -> Vec<&'o Operation> {
        let loads = match self {
            RingLoop::Products(_, plan) => &plan.loads,
            RingLoop::Staged(_, staged) => &staged.loads,
        };
        loads.iter().map(|load| load.op).collect()
    }

    /// Whether the producer would have to run control inside the loop, for which it has no code.
    pub(crate) fn has_control_in(&self, slice: &ProducerSlice) -> bool {
        let is_control = |op: &&Operation| matches!(op.op.meaning(), Meaning::Control(_));
        match self {
            RingLoop::Products(..) => false,
            RingLoop::Staged(op, _) => {
                let (_, ops) = op.regions[0].ops.split_last().unwrap_or((op, &[]));
                ops.iter().filter(is_control).any(|op| slice.keeps(op))
            }
        }
    }

    /// The kinds of the products.
    fn kinds(&self) -> Vec<&ProductKind> {
        match self {
            RingLoop::Products(_, plan) => plan.products.iter().map(|product| &product.kind).collect(),
            RingLoop::Staged(_, staged) => staged.products.iter().map(|product| &product.kind).collect(),
        }
    }

    /// Whether all sums lie in registers as plain products leave them.
    pub(crate) fn sums_are_plain(&self) -> bool {
        self.kinds().iter().all(|kind| !kind.is_transposed && kind.rows == RowOrder::Plain)
    }

    /// Registers of a thread for the sums of all products.
    pub(crate) fn sum_registers(&self, log2_threads: usize) -> usize {
        // Several products may add to one sum.
        let sums: BTreeMap<usize, usize> = match self {
            RingLoop::Products(_, plan) => {
                plan.products.iter().map(|product| (product.sum, sum_bits(&product.kind))).collect()
            }
            RingLoop::Staged(_, staged) => {
                staged.products.iter().map(|product| sum_bits(&product.kind)).enumerate().collect()
            }
        };
        sums.values().map(|bits| 1usize << bits.saturating_sub(log2_threads)).sum()
    }

    /// The users of shared memory beside the rings, with their bytes: products with left factors that are equal in all iterations, and
    /// loads of right factors that go through registers.
    pub(crate) fn kept_factors(&self) -> Vec<(ValueId, u64)> {
        match self {
            RingLoop::Products(_, plan) => buffers(plan),
            RingLoop::Staged(_, staged) => {
                let kept = staged.products.iter().filter(|product| product.keeps_left);
                let bytes = |kind: &ProductKind| kind.lines(0).bytes().next_multiple_of(STAGE_ALIGNMENT);
                kept.map(|product| (product.op.results[0], bytes(&product.kind))).collect()
            }
        }
    }
}

/// Bits of the sums of a product.
fn sum_bits(kind: &ProductKind) -> usize {
    kind.bits[0] + kind.bits[1]
}

/// Bytes that conversions of the sums' layouts take at most.
pub(crate) fn conversion_bytes(loops: &[RingLoop<'_>]) -> u64 {
    let bytes = loops.iter().flat_map(RingLoop::kinds).map(|kind| SUM_BYTES << sum_bits(kind));
    bytes.max().unwrap_or(0).min(MAX_CONVERSION_BYTES)
}

/// How many iterations have factors at once.
pub(super) const TURNS: u64 = 2;

/// The bytes of one buffer of a right factor.
pub(super) fn buffer_bytes(kind: &ProductKind) -> u64 {
    kind.lines(1).bytes().next_multiple_of(STAGE_ALIGNMENT)
}

/// The bytes of buffers, by load.
fn buffers(plan: &PipelinePlan<'_>) -> Vec<(ValueId, u64)> {
    let rights = plan.products.iter().map(|product| (&plan.loads[product.factors[1]], &product.kind));
    let written = rights.filter(|(load, _)| load.through_registers);
    written.map(|(load, kind)| (load.op.results[0], TURNS * buffer_bytes(kind))).collect()
}

/// Whether a factor has the elements that copies leave: nothing is computed of them.
fn is_copied(load: &PipelinedLoad<'_>) -> bool {
    let is_rounded = |op: &Operation| load.rounded.is_some_and(|rounded| rounded.results == op.results);
    load.path.iter().all(|op| matches!(op.op, Op::Permute | Op::Reshape) || is_rounded(op))
}

/// Registers of a thread that factors on their way take, among so many threads. Each computed element of a factor has one, and each fragment of
/// a left factor its own in each turn.
fn factor_registers(plan: &PipelinePlan<'_>, log2_threads: usize) -> usize {
    let factors = plan.products.iter().flat_map(|product| [0, 1].map(|side| (product, side)));
    let made = factors.filter(|(product, side)| plan.loads[product.factors[*side]].through_registers);
    made.map(|(product, side)| {
        let ProductKind { bits, factors, .. } = &product.kind;
        let elements = 1 << (bits[side] + bits[2]).saturating_sub(log2_threads);
        let packed = 4 >> log2_of(factors.bytes());
        // What the copies leave is the fragment.
        let is_fragment = packed == 1 && is_copied(&plan.loads[product.factors[side]]);
        let computed = if is_fragment { 0 } else { elements };
        if side == 0 { computed + bytes_to_index(TURNS) * elements / packed } else { elements }
    })
    .sum()
}
