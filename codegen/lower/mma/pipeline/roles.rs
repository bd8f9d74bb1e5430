//! Which loops of products are warp-specialized, and what memory and maps they share: decided before any code is made.
//!
//! A kernel has roles if every loop of products in it can have its tiles copied in bulk: their tensors have maps, no copy
//! may follow a write of the kernel or of another block (bulk copies read through another proxy, and the producer runs ahead), and the producer's slice is one that a thread runs alone.

use std::collections::{BTreeMap, HashSet};

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::analysis::definitions::Definitions;
use crate::analysis::effects;
use crate::analysis::producer_slice::{ProducerSlice, induction_variable};
use crate::ir::numbers::{index_to_bytes, to_index};
use crate::ir::ring::{Ring, Stages, TensorLoad};
use crate::ir::shared_memory::SharedMemory;
use crate::layout::swizzle::MAX_CONVERSION_BYTES;
use crate::lower::mma::pipeline::plan::{PipelinePlan, STAGE_ALIGNMENT};
use crate::lower::mma::strategy;
use crate::target::{Options, Target};
use crate::tensor_map::TensorMap;

/// Threads of the producer's warpgroup, of which one works: registers are shared out among warpgroups.
pub(crate) const PRODUCER_THREADS: u32 = 128;

/// Registers of the producer, which has numbers and addresses only.
const PRODUCER_REGISTERS: u32 = 40;

/// The most registers of a thread that is given more.
const MAX_REGISTERS: u32 = 240;

/// Bytes that are left to the first-level cache, which has what shared memory does not take. Measured on an H200, f16 products of 8192³ with stages of
/// 32 KiB, blocks in groups of 16 columns: six stages 569 TFLOP/s, five 660, four 641.
const CACHE_BYTES: u64 = 32 << 10;

/// Bytes of a sum.
const SUM_BYTES: u64 = 4;

/// The most threads of a block.
const MAX_THREADS: u32 = 1024;

/// Registers that threads that multiply need beside their sums.
const SPARE_REGISTERS: usize = 40;

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
    fn new(blocks: u32, consumers: u32) -> Self {
        let all = consumers + PRODUCER_THREADS;
        let down = |count: u32| count / REGISTER_UNIT * REGISTER_UNIT;
        let at_launch =
            down(strategy::MULTIPROCESSOR_REGISTERS / (blocks * all)).min(MAX_REGISTERS - REGISTER_UNIT);
        let rest = at_launch * all - PRODUCER_REGISTERS * PRODUCER_THREADS;
        RegisterShares {
            at_launch,
            consumer: down(rest / consumers).min(MAX_REGISTERS),
            producer: PRODUCER_REGISTERS,
        }
    }
}

/// What a warp-specialized kernel is made of.
#[derive(Debug)]
pub(crate) struct WarpRoles {
    /// What the producer runs.
    pub(crate) slice: ProducerSlice,
    /// The ring of each loop, by the loop's induction variable.
    pub(crate) rings: Vec<Ring>,
    /// The maps, in the order of the parameters.
    pub(crate) maps: Vec<TensorMap>,
    /// Bytes of shared memory that the barriers take, and the stages.
    pub(crate) barrier_bytes: u64,
    pub(crate) stage_bytes: u64,
    /// How many persistent blocks of threads are in a multiprocessor, each of which runs one tile block after the other; `None` where each runs
    /// one.
    pub(crate) persistent: Option<u32>,
    /// Registers of the roles.
    pub(crate) registers: RegisterShares,
    /// The last ring in the order of the program, if no ring is used again behind it.
    pub(crate) last: Option<ValueId>,
}

impl WarpRoles {
    /// The roles of a kernel for blocks of 2^`log2_threads` consumers; `None` where it has none.
    pub(crate) fn of(
        kernel: &Kernel,
        target: Target,
        options: Options,
        log2_threads: usize,
    ) -> Option<WarpRoles> {
        let has_room = (1 << log2_threads) + PRODUCER_THREADS <= MAX_THREADS;
        if options.without_tensor_maps || !has_room || !strategy::has_warpgroups(kernel, target, log2_threads)
        {
            return None;
        }
        let definitions = Definitions::of(kernel);
        let loops: Vec<(&Operation, PipelinePlan<'_>)> = kernel
            .operations()
            .filter(|op| op.op == Op::For)
            .filter_map(|op| Some((op, PipelinePlan::of(kernel, op)?)))
            .collect();
        let repeated = repeats(&kernel.body, false);
        let persistent = !repeated && ends_alone(kernel);
        let budget = strategy::StageBudget {
            target,
            options,
            log2_threads,
            helpers: PRODUCER_THREADS,
            // Behind the last loop conversions of layouts use the stages' memory; around loops they need their own.
            kept: if repeated || persistent { conversion_bytes(&loops) } else { 0 },
            cache: if repeated || persistent { CACHE_BYTES } else { 0 },
            rings: index_to_bytes(loops.len().max(1)),
        };
        let mut roles = WarpRoles {
            slice: ProducerSlice::default(),
            rings: Vec::new(),
            maps: Vec::new(),
            barrier_bytes: 0,
            stage_bytes: 0,
            last: None,
            persistent: None,
            registers: RegisterShares::default(),
        };
        for (op, plan) in &loops {
            if effects::may_follow_write(&definitions, plan.tokens.iter().copied()) {
                return None;
            }
            roles.add(kernel, &definitions, op, plan, &budget)?;
        }
        roles.last = roles.rings.last().filter(|_| !repeated && !persistent).map(|ring| ring.induction);
        let variables: HashSet<ValueId> = roles.rings.iter().map(|ring| ring.induction).collect();
        let indices = roles.rings.iter().flat_map(|ring| &ring.loads).flat_map(TensorLoad::indices);
        roles.slice = ProducerSlice::of(kernel, &definitions, &variables, indices)?;
        roles.place();
        let bytes = SharedMemory::FRONT + roles.barrier_bytes + roles.stage_bytes + budget.kept;
        let blocks = budget.resident_blocks(bytes);
        roles.persistent = persistent.then_some(blocks);
        roles.registers = RegisterShares::new(blocks, 1 << log2_threads);
        let sums = loops.iter().map(|(_, plan)| sum_registers(plan, log2_threads)).max().unwrap_or(0);
        let fits = sums + SPARE_REGISTERS <= to_index(roles.registers.consumer);
        (fits && !roles.rings.is_empty()).then_some(roles)
    }

    /// Adds the ring of a loop.
    fn add(
        &mut self,
        kernel: &Kernel,
        definitions: &Definitions<'_>,
        op: &Operation,
        plan: &PipelinePlan<'_>,
        budget: &strategy::StageBudget,
    ) -> Option<()> {
        let (mut bytes, mut loads, mut maps) = (0, Vec::new(), Vec::new());
        for load in &plan.loads {
            let load = TensorLoad::new(kernel, definitions, load, bytes)?;
            bytes += load.lines.bytes().next_multiple_of(STAGE_ALIGNMENT);
            let at = self.maps.iter().position(|map| *map == load.map).unwrap_or(self.maps.len());
            if at == self.maps.len() {
                self.maps.push(load.map.clone());
            }
            maps.push(at);
            loads.push(load);
        }
        let count = budget.stages(bytes, sum_registers(plan, budget.log2_threads))?;
        let induction = induction_variable(op)?;
        let stages = Stages { bytes, count };
        self.rings.push(Ring { induction, loads, maps, stages, base: 0, barriers: 0 });
        Some(())
    }

    /// Places barriers, then stages, in shared memory.
    fn place(&mut self) {
        let mut end = SharedMemory::FRONT;
        for ring in &mut self.rings {
            ring.barriers = end;
            end += Ring::barrier_bytes(ring.stages);
        }
        end = end.next_multiple_of(STAGE_ALIGNMENT);
        self.barrier_bytes = end - SharedMemory::FRONT;
        let first = end;
        for ring in &mut self.rings {
            ring.base = end;
            end += ring.stages.all_bytes();
        }
        self.stage_bytes = end - first;
    }
}

/// Bytes that conversions of the sums' layouts take at most.
fn conversion_bytes(loops: &[(&Operation, PipelinePlan<'_>)]) -> u64 {
    let products = loops.iter().flat_map(|(_, plan)| &plan.products);
    let bytes = products.map(|product| SUM_BYTES << (product.bits[0] + product.bits[1]));
    bytes.max().unwrap_or(0).min(MAX_CONVERSION_BYTES)
}

/// Registers of a thread for the sums of all products of a loop.
fn sum_registers(plan: &PipelinePlan<'_>, log2_threads: usize) -> usize {
    // Several products may add to one sum.
    let sums = plan.products.iter().map(|product| (product.sum, product.bits[0] + product.bits[1]));
    let sums: BTreeMap<usize, usize> = sums.collect();
    sums.values().map(|bits| 1usize << bits.saturating_sub(log2_threads)).sum()
}

/// Whether every block ends whatever other blocks do, so that one may run after another: only a `loop` can wait for what others write.
fn ends_alone(kernel: &Kernel) -> bool {
    kernel.operations().all(|op| op.op != Op::Loop)
}

/// Whether a loop of products may run several times.
fn repeats(block: &Block, inside: bool) -> bool {
    block.ops.iter().any(|op| {
        let is_loop = matches!(op.op, Op::For | Op::Loop);
        let multiplies = |region: &Block| region.ops.iter().any(|op| matches!(op.op, Op::Mmaf | Op::Mmai));
        let own = inside && is_loop && op.regions.iter().any(multiplies);
        own || op.regions.iter().any(|region| repeats(region, inside || is_loop))
    })
}
