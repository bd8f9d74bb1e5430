//! Decides, before any code is made, which loops of products are warp-specialized, and plans their shared memory and
//! tensor maps.
//!
//! A kernel has roles if all loops of products can copy their tiles in bulk. The tensors need maps, and no copy may follow a write
//! to the array by the kernel or another block. Bulk copies read through another proxy, and the producer runs ahead. The producer's
//! slice must run in a single thread.

use std::collections::{HashMap, HashSet};

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::analysis::definitions::induction_variable;
use crate::analysis::facts::KernelFacts;
use crate::analysis::producer_slice::ProducerSlice;
use crate::ir::numbers::{index_to_bytes, to_index};
use crate::ir::ring::{MadeMap, MapPlace, MapSource, Ring, Stages, TensorLoad};
use crate::ir::role::{BlockMerge, TensorStores};
use crate::ir::shared_memory::SharedMemory;
use crate::lower::mma::pipeline::plan::STAGE_ALIGNMENT;
use crate::lower::mma::pipeline::ring_loop::{RingLoop, conversion_bytes};
use crate::lower::mma::pipeline::tensor::outer_factor::OuterFactor;
use crate::lower::mma::strategy::{self, PRODUCER_THREADS, RegisterShares};
use crate::target::{Options, Target};
use crate::tensor_map::{MapConditions, TensorMap};

/// The number of threads of a warpgroup; merged tile blocks get a warpgroup each.
pub(crate) const GROUP_THREADS: u32 = 128;
pub(crate) const MERGED: u32 = 2;

/// Bytes reserved for the first-level cache, which uses the same memory as shared memory. Measured on an H200, f16 products of
/// 8192³ with stages of 32 KiB, blocks in groups of 16 columns: six stages 569 TFLOP/s, five 660, four 641. With two tile blocks
/// side by side a stage has 48 KiB, and a fourth stage is worth more than the cache. Three and four stages: a batch of
/// f16 571 and 689, fp8 1514 and 1632, tf32 357 and 406. For bf16 of 4096³ 697 and 718, of 8192³ 628 and 617.
const CACHE_BYTES: u64 = 32 << 10;

/// Registers that multiplying threads need beside their sums.
const SPARE_REGISTERS: usize = 40;

/// How often the loops of products of a kernel run.
#[derive(Debug, Clone, Copy)]
struct Runs {
    /// Several times in a tile block.
    repeated: bool,
    /// The loop only multiplies.
    pure: bool,
    /// A block of threads runs several tile blocks.
    persistent: bool,
}

impl Runs {
    /// Of these loops, with factors that all threads keep for themselves or without, and tile blocks that may be ordered or not.
    fn of(kernel: &Kernel, loops: &[RingLoop<'_>], (keeps, ordered): (bool, bool)) -> Self {
        let repeated = repeats(&kernel.body, false);
        let pure = loops.iter().all(|one| matches!(one, RingLoop::Products(..)));
        // Factors that all threads write to shared memory would make them meet in each tile block, and tile blocks of different lengths
        // are dealt better by the hardware then. (H200, causal attention of 16 × 16384 and 64 × 4096: 470 and 411 TFLOP/s, persistent 434
        // and 359. With copied queries and results stored in bulk, heads of 64: 16 × 16384 385 and 393, 64 × 4096 345 and 356.)
        let flows = pure || !keeps && !ordered;
        Runs { repeated, pure, persistent: !repeated && flows && ends_alone(kernel) }
    }

    /// Whether the kernel only multiplies, and only once.
    fn once(self) -> bool {
        self.pure && !self.repeated && !self.persistent
    }

    /// Bytes that conversions of layouts take. Behind the last loop they use the stages' memory; around loops they need their own, where large tiles
    /// are not stored in bulk. Loops that do more than multiply may exchange tiles themselves.
    fn conversion_bytes(self, loops: &[RingLoop<'_>], stores: Option<&TensorStores>) -> u64 {
        let is_as_stored = self.pure && stores.is_some_and(|stores| !stores.converts);
        if is_as_stored || self.once() { 0 } else { conversion_bytes(loops) }
    }
}

/// What a warp-specialized kernel is made of.
#[derive(Debug)]
pub(crate) struct WarpRoles {
    /// The producer's operations.
    pub(crate) slice: ProducerSlice,
    /// The rings.
    pub(crate) rings: Vec<Ring>,
    /// The maps, in the order of the parameters.
    pub(crate) maps: Vec<TensorMap>,
    /// The maps made by the producer.
    pub(crate) made: Vec<MadeMap>,
    /// Bytes of shared memory that the barriers take, and the stages.
    pub(crate) barrier_bytes: u64,
    pub(crate) stage_bytes: u64,
    /// The number of persistent blocks of threads per multiprocessor, each with several tile blocks in turn; `None` for one tile
    /// block each.
    pub(crate) persistent: Option<u32>,
    /// Registers of the roles.
    pub(crate) registers: RegisterShares,
    /// The last ring in the order of the program, if no ring is used again behind it.
    pub(crate) last: Option<ValueId>,
    /// Tiles that are in stages of rings, and in no registers.
    pub(crate) staged: HashSet<ValueId>,
    /// By the result of a product, where in shared memory its left factor is kept for all iterations; and the bytes of all of these.
    pub(crate) kept: HashMap<ValueId, u64>,
    pub(crate) kept_bytes: u64,
    /// The stores that are made of bulk copies, and the bytes of their buffers.
    pub(crate) stores: TensorStores,
    pub(crate) buffer_bytes: u64,
    /// If two tile blocks run side by side, their differences.
    pub(crate) merge: Option<BlockMerge>,
}

impl WarpRoles {
    /// The roles of a kernel with 2^`log2_threads` consumers per tile block, and one or two tile blocks per block of threads; `None`
    /// without roles.
    pub(crate) fn of(
        kernel: &Kernel,
        facts: &KernelFacts<'_>,
        target: Target,
        options: Options,
        (log2_threads, groups): (usize, u32),
    ) -> Option<WarpRoles> {
        let consumers = groups << log2_threads;
        let has_room = consumers + PRODUCER_THREADS <= Target::THREADS_OF_BLOCK;
        if options.without_tensor_maps || !has_room || !strategy::has_warpgroups(kernel, target, log2_threads)
        {
            return None;
        }
        let fors = kernel.operations().filter(|op| op.op == Op::For);
        let loops: Vec<RingLoop<'_>> = fors.filter_map(|op| RingLoop::of(kernel, op)).collect();
        let outer = OuterFactor::all(kernel, facts, &loops);
        let is_outer = |product: ValueId| outer.iter().any(|one| one.product == product);
        let kept =
            || loops.iter().flat_map(RingLoop::kept_factors).filter(|(product, _)| !is_outer(*product));
        let runs = Runs::of(kernel, &loops, (kept().next().is_some(), facts.orders_other_blocks()));
        // Blocks that go on to the next tile leave stores behind that arrive meanwhile.
        let goes_on = runs.persistent || runs.pure && !runs.once();
        let tiles: HashSet<ValueId> = outer.iter().flat_map(|one| &one.tiles).copied().collect();
        let stores = || TensorStores::of(kernel, facts, (&loops, &tiles), (log2_threads, groups));
        let stores = goes_on.then(stores).flatten();
        let buffer_bytes = stores.as_ref().map_or(0, |stores| stores.bytes(log2_threads, groups));
        let mut roles = WarpRoles::without_loops();
        if groups > 1 {
            let goes_on = runs.persistent || facts.tile_order().is_some();
            roles.merge = Some(BlockMerge::of(kernel, facts, &loops, stores.as_ref().filter(|_| goes_on)?)?);
        }
        roles.kept_bytes = kept().map(|(_, bytes)| bytes).sum();
        let outer_bytes: u64 = outer.iter().map(OuterFactor::bytes).sum();
        let budget = strategy::StageBudget {
            target,
            options,
            log2_threads,
            helpers: consumers - (1 << log2_threads) + PRODUCER_THREADS,
            kept: roles.kept_bytes
                + outer_bytes
                + buffer_bytes
                + runs.conversion_bytes(&loops, stores.as_ref()),
            cache: if runs.once() || groups > 1 || !runs.pure && stores.is_some() { 0 } else { CACHE_BYTES },
            rings: index_to_bytes(loops.len().max(1)),
        };
        for one in &loops {
            roles.add(kernel, facts, one, &budget)?;
        }
        roles.add_outer(&outer);
        roles.last = roles.rings.last().filter(|_| runs.once()).map(|ring| ring.key);
        roles.slice = roles.slice_of(kernel, facts, (&loops, &outer))?;
        roles.place(kept());
        roles.add_stores(stores.unwrap_or_default(), buffer_bytes);
        let own = SharedMemory::FRONT + roles.barrier_bytes + roles.stage_bytes;
        let blocks = budget.resident_blocks(own + budget.kept - outer_bytes);
        roles.persistent = runs.persistent.then_some(blocks);
        roles.registers = RegisterShares::new(blocks, consumers);
        (roles.fits(&loops, log2_threads) && !roles.rings.is_empty()).then_some(roles)
    }

    /// Whether sums and factors of the loops fit into a thread's registers.
    fn fits(&self, loops: &[RingLoop<'_>], log2_threads: usize) -> bool {
        let registers =
            |one: &RingLoop<'_>| one.sum_registers(log2_threads) + one.factor_registers(log2_threads);
        let sums = loops.iter().map(registers).max().unwrap_or(0);
        sums + SPARE_REGISTERS <= to_index(self.registers.consumer)
    }

    /// The producer's slice; `None` if it contains control inside a loop.
    fn slice_of(
        &self,
        kernel: &Kernel,
        facts: &KernelFacts<'_>,
        (loops, outer): (&[RingLoop<'_>], &[OuterFactor<'_>]),
    ) -> Option<ProducerSlice> {
        let variables: HashSet<ValueId> =
            loops.iter().filter_map(|one| induction_variable(one.op())).collect();
        let indices = self.rings.iter().flat_map(|ring| &ring.loads).flat_map(TensorLoad::indices);
        // Both roles have to find the same order of tiles.
        let ordered_by = facts.tile_order().map(|order| order.rows);
        let numbers = indices.chain(ordered_by).chain(self.made.iter().flat_map(MadeMap::numbers));
        let mut slice = ProducerSlice::of(kernel, facts, &variables, numbers)?;
        outer.iter().for_each(|one| slice.add_copy(one.load));
        (!loops.iter().any(|one| one.has_control_in(&slice))).then_some(slice)
    }

    /// Launch conditions of the maps that the code makes.
    pub(crate) fn map_conditions(&self, kernel: &Kernel, facts: &KernelFacts<'_>) -> MapConditions {
        let mut all = MapConditions::default();
        for own in self.made.iter().filter_map(|made| made.conditions(kernel, facts)) {
            all.short_extents.extend(own.short_extents);
            all.small_arrays.extend(own.small_arrays);
        }
        all
    }

    /// No rings yet.
    fn without_loops() -> Self {
        WarpRoles {
            slice: ProducerSlice::default(),
            rings: Vec::new(),
            maps: Vec::new(),
            made: Vec::new(),
            barrier_bytes: 0,
            stage_bytes: 0,
            last: None,
            persistent: None,
            registers: RegisterShares::default(),
            staged: HashSet::new(),
            kept: HashMap::new(),
            kept_bytes: 0,
            stores: TensorStores::default(),
            buffer_bytes: 0,
            merge: None,
        }
    }

    /// Adds the rings of a loop.
    fn add(
        &mut self,
        kernel: &Kernel,
        facts: &KernelFacts<'_>,
        one: &RingLoop<'_>,
        budget: &strategy::StageBudget,
    ) -> Option<()> {
        if facts.aliases().may_follow_write(facts.definitions(), &one.loads(), one.tokens()) {
            return None;
        }
        let sums = one.sum_registers(budget.log2_threads);
        match one {
            RingLoop::Products(op, plan) => {
                let (mut bytes, mut loads) = (0, Vec::new());
                let log2_parts = plan.log2_parts();
                for load in &plan.loads {
                    let load = TensorLoad::new(kernel, facts, load, (bytes, log2_parts))?;
                    bytes += load.lines.bytes().next_multiple_of(STAGE_ALIGNMENT);
                    loads.push(load);
                }
                if let Some(merge) = self.merge {
                    let second = loads[merge.load].next(merge.index, bytes)?;
                    bytes += second.lines.bytes().next_multiple_of(STAGE_ALIGNMENT);
                    loads.push(second);
                }
                let stages = Stages { bytes, count: budget.stages(bytes, sums)? };
                self.add_ring(induction_variable(op)?, (loads, 1 << log2_parts), stages);
            }
            RingLoop::Staged(_, staged) => {
                let made = |load| TensorLoad::new(kernel, facts, load, (0, 0));
                let loads = staged.loads.iter().map(made).collect::<Option<Vec<TensorLoad>>>()?;
                if loads.iter().any(|load| is_made_in(one.op(), load)) {
                    return None;
                }
                let bytes = |load: &TensorLoad| load.lines.bytes().next_multiple_of(STAGE_ALIGNMENT);
                let count = budget.stages(loads.iter().map(bytes).sum(), sums)?;
                for (load, of) in loads.into_iter().zip(&staged.loads) {
                    let stages = Stages { bytes: bytes(&load), count };
                    self.add_ring(of.op.results[0], (vec![load], 1), stages);
                }
                self.staged.extend(&staged.staged);
            }
        }
        Some(())
    }

    /// Adds a ring; rings may share maps.
    fn add_ring(&mut self, key: ValueId, (loads, parts): (Vec<TensorLoad>, u32), stages: Stages) {
        let maps = loads.iter().map(|load| self.place_map(&load.map)).collect();
        let merge = self.merge;
        self.rings.push(Ring {
            key,
            loads,
            parts,
            is_filled_once: false,
            maps,
            merge,
            stages,
            base: 0,
            barriers: 0,
        });
    }

    /// Adds the rings of left factors that are copied once.
    fn add_outer(&mut self, outer: &[OuterFactor<'_>]) {
        for one in outer {
            let stages = Stages { bytes: one.bytes(), count: 1 };
            self.add_ring(one.load.results[0], (vec![one.copy.clone()], 1), stages);
            if let Some(ring) = self.rings.last_mut() {
                ring.is_filled_once = true;
            }
            self.staged.extend(&one.tiles);
        }
    }

    /// The place of a map; equal maps are added once.
    fn place_map(&mut self, map: &MapSource) -> MapPlace {
        match map {
            MapSource::Launch(map) => MapPlace::Parameter(add(&mut self.maps, map)),
            MapSource::Code(map) => MapPlace::Scratch(add(&mut self.made, map)),
        }
    }

    /// Adds stores, with their buffers behind all else in shared memory.
    fn add_stores(&mut self, mut stores: TensorStores, buffer_bytes: u64) {
        for store in stores.by_token.values_mut() {
            store.at = add(&mut self.maps, &store.map);
        }
        stores.base = SharedMemory::FRONT + self.barrier_bytes + self.stage_bytes + self.kept_bytes;
        (self.stores, self.buffer_bytes) = (stores, buffer_bytes);
    }

    /// Places barriers, then stages, then factors that are kept, in shared memory.
    fn place(&mut self, kept: impl Iterator<Item = (ValueId, u64)>) {
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
        for (product, bytes) in kept {
            self.kept.insert(product, end);
            end += bytes;
        }
    }
}

/// Whether the code would make the map of a load in every iteration of a loop.
fn is_made_in(op: &Operation, load: &TensorLoad) -> bool {
    let defines = |map: &MadeMap| {
        op.regions.iter().flat_map(|region| &region.ops).any(|inside| inside.results.contains(&map.view))
    };
    matches!(&load.map, MapSource::Code(map) if defines(map))
}

/// The position of a map in a list; a new map is appended.
fn add<Map: Clone + PartialEq>(maps: &mut Vec<Map>, map: &Map) -> usize {
    maps.iter().position(|known| known == map).unwrap_or_else(|| {
        maps.push(map.clone());
        maps.len() - 1
    })
}

/// Only a `loop` can wait for writes of other blocks. Only a `loop` can wait for writes of others.
fn ends_alone(kernel: &Kernel) -> bool {
    kernel.operations().all(|op| op.op != Op::Loop || !comes_back(op))
}

/// Whether a `loop` may run again. An early return of C++ becomes a loop that never repeats.
fn comes_back(op: &Operation) -> bool {
    let is_loop = |inside: &Operation| matches!(inside.op, Op::For | Op::Loop);
    let mut inside = op.regions.iter().flat_map(|region| &region.ops);
    inside.any(|inside| inside.op == Op::Continue || !is_loop(inside) && comes_back(inside))
}

/// Whether a loop of products may run several times.
fn repeats(block: &Block, inside: bool) -> bool {
    block.ops.iter().any(|op| {
        let is_loop = op.op == Op::For || op.op == Op::Loop && comes_back(op);
        let multiplies = |region: &Block| region.ops.iter().any(|op| matches!(op.op, Op::Mmaf | Op::Mmai));
        let own = inside && is_loop && op.regions.iter().any(multiplies);
        own || op.regions.iter().any(|region| repeats(region, inside || is_loop))
    })
}
