//! The results of all analyses of a kernel, for code generation.

use std::collections::{HashMap, HashSet};

use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::analysis::alias::AliasAnalysis;
use crate::analysis::contiguity::{self, Contiguity};
use crate::analysis::copied_ahead::CopiedAhead;
use crate::analysis::definitions::Definitions;
use crate::analysis::kept_tiles::KeptTiles;
use crate::analysis::parameters::ParameterFacts;
use crate::analysis::private_bins::PrivateBins;
use crate::analysis::tile_order::TileOrder;
use crate::analysis::tile_order::longest_first::later_blocks_are_longer;
use crate::analysis::{divisibility, effects};
use crate::ir::numbers::log2_of;
use crate::ir::ptx::Space;
use crate::target::Options;

/// Facts about a kernel, computed before code generation.
#[derive(Debug)]
pub(crate) struct KernelFacts<'k> {
    definitions: Definitions<'k>,
    divisors: HashMap<ValueId, u64>,
    contiguity: HashMap<ValueId, Contiguity>,
    writes_memory: bool,
    orders_other_blocks: bool,
    writes_behind_loads: HashSet<ValueId>,
    pointer_space: Space,
    pointer_vector_bits: usize,
    aliases: AliasAnalysis,
    tile_order: Option<TileOrder>,
    longest_first: bool,
    private_bins: PrivateBins<'k>,
    kept_tiles: KeptTiles,
    copied_ahead: CopiedAhead<'k>,
    /// The factors of products of which the kernel has the high half.
    high_products: HashSet<[ValueId; 2]>,
}

impl<'k> KernelFacts<'k> {
    /// Analyzes a kernel under facts about its parameters, for code with these options.
    pub(crate) fn of(kernel: &'k Kernel, parameters: &ParameterFacts, options: Options) -> Self {
        let divisors = divisibility::analyze(kernel, &parameters.divisors);
        let definitions = Definitions::of(kernel);
        let aliases = AliasAnalysis::new(kernel, &parameters.disjoint, &parameters.lists);
        let contiguity = contiguity::analyze(kernel, &divisors);
        let private_bins = if parameters.may_keep_copies {
            let may_run_in_turn = !options.without_tensor_maps && !options.few_blocks;
            PrivateBins::of(kernel, &definitions, &aliases, &contiguity, &parameters.lengths, may_run_in_turn)
        } else {
            PrivateBins::default()
        };
        // Both would share the same space.
        let kept_tiles = if parameters.may_keep_copies && private_bins.arrays.is_empty() {
            KeptTiles::of(kernel, &definitions, &aliases)
        } else {
            KeptTiles::default()
        };
        let copied_ahead = if parameters.may_keep_copies && private_bins.arrays.is_empty() {
            CopiedAhead::of(kernel, &definitions, &kept_tiles)
        } else {
            CopiedAhead::default()
        };
        // Nothing waits for updates of a copy.
        let writes = |op: &Operation| effects::writes_memory(op.op) && private_bins.updated_by(op).is_none();
        KernelFacts {
            tile_order: TileOrder::of(kernel, &definitions, &aliases),
            longest_first: later_blocks_are_longer(kernel, &definitions),
            definitions,
            contiguity,
            divisors,
            writes_memory: kernel.operations().any(writes),
            orders_other_blocks: kernel.operations().any(effects::orders_other_blocks),
            writes_behind_loads: effects::writes_behind_loads(kernel, &aliases),
            pointer_space: if kernel.scratch().next().is_some() { Space::Generic } else { Space::Global },
            pointer_vector_bits: pointer_vector_bits(kernel, options.max_vector_bytes()),
            aliases,
            private_bins,
            kept_tiles,
            copied_ahead,
            high_products: kernel.operations().filter(|op| op.op == Op::Mulhii).map(factors).collect(),
        }
    }

    /// The definitions of values.
    pub(crate) fn definitions(&self) -> &Definitions<'k> {
        &self.definitions
    }

    /// A power of two that an integer, or a pointer's address in bytes, is a multiple of.
    pub(crate) fn divisor(&self, value: ValueId) -> u64 {
        self.divisors.get(&value).copied().unwrap_or(1)
    }

    /// What is known of neighbours in a tile.
    pub(crate) fn contiguity(&self, value: ValueId) -> Option<Contiguity> {
        self.contiguity.get(&value).copied()
    }

    /// Which accesses touch no memory in common.
    pub(crate) fn aliases(&self) -> &AliasAnalysis {
        &self.aliases
    }

    /// The persistent loop whose tiles may run in any order, if the kernel has one.
    pub(crate) fn tile_order(&self) -> Option<TileOrder> {
        self.tile_order
    }

    /// Whether tile blocks are numbered backwards along the first axis, because later ones run longer.
    pub(crate) fn longest_first(&self) -> bool {
        self.longest_first
    }

    /// The arrays that each block of threads updates in a copy of its own.
    pub(crate) fn private_bins(&self) -> &PrivateBins<'k> {
        &self.private_bins
    }

    /// The loads whose tiles stay in shared memory.
    pub(crate) fn kept_tiles(&self) -> &KeptTiles {
        &self.kept_tiles
    }

    /// The loads that are copied some iterations ahead.
    pub(crate) fn copied_ahead(&self) -> &CopiedAhead<'k> {
        &self.copied_ahead
    }

    /// Whether the kernel has the high half of a product, too.
    pub(crate) fn has_high_product(&self, op: &Operation) -> bool {
        self.high_products.contains(&factors(op))
    }

    /// Whether the kernel writes memory anywhere that an access may have to wait for.
    pub(crate) fn writes_memory(&self) -> bool {
        self.writes_memory
    }

    /// Whether any access orders accesses of other blocks.
    pub(crate) fn orders_other_blocks(&self) -> bool {
        self.orders_other_blocks
    }

    /// Whether an access is a write behind all earlier accesses of the block, although no token says so.
    pub(crate) fn is_write_behind_loads(&self, op: &Operation) -> bool {
        op.results.last().is_some_and(|token| self.writes_behind_loads.contains(token))
    }

    /// The space of pointers: global memory, or any where the block has arrays of its own, which are in shared memory.
    pub(crate) fn pointer_space(&self) -> Space {
        self.pointer_space
    }

    /// Bits of an index that make as many bytes as a thread moves at once of what the kernel accesses through pointers.
    pub(crate) fn pointer_vector_bits(&self) -> usize {
        self.pointer_vector_bits
    }
}

/// The factors of a product, in an order that does not depend on the source.
fn factors(op: &Operation) -> [ValueId; 2] {
    let (a, b) = (op.operands[0], op.operands[1]);
    if a.index() <= b.index() { [a, b] } else { [b, a] }
}

/// Bits of an index that make so many bytes of what a kernel accesses through pointers, of the largest elements.
fn pointer_vector_bits(kernel: &Kernel, max_vector_bytes: u64) -> usize {
    let accesses = kernel.operations().filter(|op| matches!(op.op, Op::LoadPtrTko | Op::StorePtrTko));
    let pointees = accesses.filter_map(|op| kernel.tile(op.operands[0]).element.pointee());
    let most = pointees.map(|scalar| scalar.bytes()).max().unwrap_or(4);
    log2_of((max_vector_bytes / most).max(1))
}
