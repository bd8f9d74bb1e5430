//! The only place that decides how matrix products are made. Block size, control and the code of products ask here.
//!
//! A loop of products whose tiles have tensor maps becomes a software pipeline of warpgroup instructions (`wgmma`) on Hopper, fed by a
//! producer. Any other product uses the matrix instructions of a warp (`mma.sync`) if its types and size permit, and otherwise fused
//! multiply-adds.

use spec::syntax::count::{saturating_u32, u64_from_usize};
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::analysis::enlarge::enlarge;
use crate::ir::builder::Builder;
use crate::ir::numbers::to_index;
use crate::lower::element_type::scalar_of;
use crate::lower::mma::extents::Extents;
use crate::lower::mma::instruction::MmaInstruction;
use crate::lower::mma::pipeline::plan::{PipelinePlan, STAGE_ALIGNMENT};
use crate::lower::mma::pipeline::ring_loop::RingLoop;
use crate::target::{Options, Target};

/// The first capability with warpgroup instructions.
const HOPPER: u32 = 90;

/// The most registers of sums in a thread; registers for all else, or some more.
const MAX_SUM_REGISTERS: u32 = 128;
const OTHER_REGISTERS: usize = 64;

/// The least registers of a thread at launch for two blocks in a multiprocessor.
const REGISTERS_AT_LAUNCH: u32 = 128;

/// The most stages: more stages hide no further latency.
const MAX_STAGES: u64 = 8;

/// How a product outside of a pipelined loop is made.
#[derive(Debug, Clone)]
pub(crate) enum MmaStrategy {
    /// By an instruction of a warp.
    Warp {
        /// The instruction.
        instruction: MmaInstruction,
        /// Whether factors are widened to binary16 first.
        widen: bool,
    },
    /// Term by term, by fused multiply-adds.
    Fma {
        /// Whether factors are widened to binary16 first.
        widen: bool,
    },
    /// Term by term in binary64, factors multiplied with their scales before.
    ScaledFma,
}

/// The strategy of a product.
pub(crate) fn of_product(code: &Builder<'_>, op: &Operation, extents: Extents) -> MmaStrategy {
    if op.op == Op::MmafScaled {
        return MmaStrategy::ScaledFma;
    }
    let (factors, acc) = (scalar_of(code, op.operands[0]), scalar_of(code, op.operands[2]));
    // Binary16 has all values of the formats of eight bits.
    let widen = matches!(factors, Scalar::F8E4m3fn | Scalar::F8E5m2);
    let factors = if widen { Scalar::F16 } else { factors };
    let fits = |kind: &MmaInstruction| {
        extents.rows >= kind.rows && extents.columns >= 3 && extents.terms >= kind.terms
    };
    match MmaInstruction::of(op, factors, acc).filter(fits) {
        Some(instruction) => MmaStrategy::Warp { instruction, widen },
        None => MmaStrategy::Fma { widen },
    }
}

/// Whether blocks of 2^`log2_threads` threads have warpgroups that may multiply, and all pointers are of global memory.
pub(crate) fn has_warpgroups(kernel: &Kernel, target: Target, log2_threads: usize) -> bool {
    // A warpgroup has 2⁷ threads. Arrays of the kernel make pointers generic.
    target.sm == HOPPER && kernel.scratch().next().is_none() && log2_threads >= 7
}

/// Rows and columns of sums that two warpgroups multiply without waiting for shared memory.
const ENOUGH: u32 = 128;

/// A kernel of products with larger tiles, each for several neighbors along the first two axes of the grid. `None` if the sums do not come to
/// [`ENOUGH`] rows and columns.
pub(crate) fn enlarged(kernel: &Kernel) -> Option<(Kernel, [u32; 3])> {
    sum_extents(kernel).next()?;
    let (mut best, mut tiles) = (kernel.clone(), [1, 1, 1]);
    for (axis, tiles) in tiles.iter_mut().enumerate().take(2) {
        while let Some(larger) = enlarge(&best, axis).filter(|larger| sums_are_within(larger, ENOUGH)) {
            best = larger;
            *tiles *= 2;
        }
    }
    let is_pipeline = |op: &Operation| PipelinePlan::of(&best, op).is_some();
    let is_enough = best.operations().filter(|op| op.op == Op::For).any(is_pipeline)
        && sum_extents(&best).all(|extent| extent == ENOUGH);
    (tiles != [1, 1, 1] && is_enough).then_some((best, tiles))
}

/// The extents of the sums of all products.
fn sum_extents(kernel: &Kernel) -> impl Iterator<Item = u32> {
    let products = kernel.operations().filter(|op| matches!(op.op, Op::Mmaf | Op::Mmai));
    products.flat_map(|op| kernel.tile(op.results[0]).shape.clone())
}

fn sums_are_within(kernel: &Kernel, most: u32) -> bool {
    sum_extents(kernel).all(|extent| extent <= most)
}

/// What the stages of a loop are chosen by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StageBudget {
    pub(crate) target: Target,
    pub(crate) options: Options,
    /// A block has 2^`log2_threads` threads.
    pub(crate) log2_threads: usize,
    /// The number of extra threads of a block.
    pub(crate) helpers: u32,
    /// Bytes of shared memory that the stages of a block leave free, beside the small arrays of conversions.
    pub(crate) kept: u64,
    /// Bytes of a multiprocessor reserved for its first-level cache.
    pub(crate) cache: u64,
    /// How many rings of stages share the rest.
    pub(crate) rings: u64,
}

impl StageBudget {
    /// Threads of a block, all together.
    fn threads(&self) -> u32 {
        (1 << self.log2_threads) + self.helpers
    }

    /// How many blocks that use so much shared memory are in a multiprocessor at once: one or two.
    pub(crate) fn resident_blocks(&self, bytes: u64) -> u32 {
        // The system takes a part of shared memory for each block.
        let each = bytes + STAGE_ALIGNMENT;
        let fits = 2 * each <= self.target.shared_bytes() + STAGE_ALIGNMENT;
        // With fewer registers at launch the assembler does not take products whose sums are in 64.
        let has_registers = 2 * self.threads() * REGISTERS_AT_LAUNCH <= Target::REGISTERS;
        if fits && has_registers { 2 } else { 1 }
    }

    /// The number of stages of a pipeline with so many bytes per stage and so many registers of sums per thread. Three or more with two
    /// blocks per multiprocessor if there is room, else as many as fit for one block. `None` without room.
    pub(crate) fn stages(&self, bytes: u64, sums: usize) -> Option<u32> {
        // The arrays of the kernel's small conversions, and what aligning the stages takes.
        let all = self.target.shared_bytes() - 3 * STAGE_ALIGNMENT;
        let registers = (sums + OTHER_REGISTERS) * to_index(self.threads());
        let room = |blocks: u64| ((all - self.cache) / blocks).saturating_sub(self.kept) / self.rings;
        let fit = |blocks: u64| (room(blocks) / bytes).min(MAX_STAGES);
        // Two resident blocks hide each other's prologues and epilogues.
        let two = 2 * registers <= to_index(Target::REGISTERS) && fit(2) >= 3;
        let chosen = self.options.stages.map(u64::from);
        let stages = chosen.unwrap_or(if two { fit(2) } else { fit(1) });
        (stages > 1 && stages <= all / self.rings / bytes && sums <= to_index(MAX_SUM_REGISTERS))
            .then_some(stages)
            .and_then(|stages| u32::try_from(stages).ok())
    }
}

/// Threads of the producer's warpgroup, of which one works: registers are shared out among warpgroups.
pub(crate) const PRODUCER_THREADS: u32 = 128;

/// Registers of the producer, which has numbers and addresses only.
const PRODUCER_REGISTERS: u32 = 40;

/// The most registers of a thread that is given more.
const MAX_REGISTERS: u32 = 240;

/// Registers come in eights.
const REGISTER_UNIT: u32 = 8;

/// How many registers a thread has.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RegisterShares {
    /// Every thread at launch.
    pub(crate) at_launch: u32,
    /// Then each that computes, and each of the producer's.
    pub(crate) consumer: u32,
    pub(crate) producer: u32,
}

impl RegisterShares {
    /// Of so many blocks in a multiprocessor, each of so many consumers.
    pub(crate) fn new(blocks: u32, consumers: u32) -> Self {
        let all = consumers + PRODUCER_THREADS;
        let down = |count: u32| count / REGISTER_UNIT * REGISTER_UNIT;
        let at_launch = down(Target::REGISTERS / (blocks * all)).min(MAX_REGISTERS - REGISTER_UNIT);
        let rest = at_launch * all - PRODUCER_REGISTERS * PRODUCER_THREADS;
        RegisterShares {
            at_launch,
            consumer: down(rest / consumers).min(MAX_REGISTERS),
            producer: PRODUCER_REGISTERS,
        }
    }
}

/// The number of threads for a kernel with a pipelined loop: the fewest that hold the sums. Then a multiprocessor more often has
/// two blocks, and one multiplies while the other waits or stores.
///
/// Measured on an H200 in TFLOP/s, for bf16 of 8192³ with tiles of 128x128 and 64 terms. Each iteration waited for the
/// products of the iteration before. Two blocks of 128 threads and three stages: 633; of 256 threads: 583. A block of
/// 128 threads and six stages: 511; of 256 threads: 501. On another day, with two of 128 and three: 580, and 642 where
/// products run on into the next iteration.
pub(crate) fn pipeline_threads(kernel: &Kernel, target: Target, options: Options) -> Option<u32> {
    if target.sm != HOPPER {
        return None;
    }
    let loops: Vec<RingLoop<'_>> = kernel
        .operations()
        .filter(|op| op.op == Op::For)
        .filter_map(|op| RingLoop::of(kernel, op))
        // Only a producer makes pipelines of loops that do more than multiply.
        .filter(|one| !one.needs_producer() || !options.without_tensor_maps)
        .collect();
    let most = loops.iter().map(|one| one.sum_registers(0)).max()?;
    let most = saturating_u32(u64_from_usize(most)) / MAX_SUM_REGISTERS;
    // With copying threads, one block has a multiprocessor for itself, with at least two warpgroups.
    let least = if options.without_tensor_maps || most < 128 { 128 } else { 256 };
    // Reduced rows of sums stay in one warpgroup.
    let rows = loops.iter().filter_map(RingLoop::fewest_rows).min().map_or(512, |rows| 2 * rows);
    Some(most.next_power_of_two().clamp(least, 512).min(rows))
}
