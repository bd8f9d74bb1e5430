//! Which arrays that a kernel only updates, as histograms, each block of threads updates in a copy of its own first: privatization (J. Gómez-Luna,
//! J. M. González-Linares, J. I. Benavides, N. Guil, "An optimized approach to histogram computation on GPU", Machine Vision and Applications 24, 2013).
//!
//! The array gets what a tile block collected when the tile block ends: later than the kernel says, and several updates of a place as one. So nobody may
//! learn when updates are made, nor what a place held in between.

pub(crate) mod lengths;

use std::collections::HashMap;
use std::ptr;

use spec::memory::strength::Manner;
use spec::syntax::attributes::{MemoryOrder, Rmw};
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Core, Meaning, Memory, Op};
use spec::syntax::types::{Element, Scalar};

use crate::analysis::alias::AliasAnalysis;
use crate::analysis::contiguity::Contiguity;
use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::effects::orders_other_blocks;
use crate::ir::numbers::index_to_bytes;

/// The maximum bytes of all copies of a block of threads. With the largest layout conversion (32 KiB) and the regions in front, a
/// block stays below 48 KiB. A multiprocessor of Hopper then fits 16 blocks.
pub(crate) const MOST_BYTES: u64 = 8 << 10;

/// The same where a block of threads runs several tile blocks in turn: it fills and empties its copies once for all of them.
pub(crate) const MOST_BYTES_IN_TURN: u64 = 32 << 10;

/// Updates a tile block for each bin that are worth a copy: a bin is filled, read, and mostly written to the array, which then is one update.
const UPDATES_A_BIN: u64 = 4;

/// The fewest bins of a window: most updates of an array miss a smaller window.
const LEAST_WINDOW: u64 = 128;

/// The fewest updates of a tile block that runs in turn with others: a kernel that mostly does other work wants all threads of a multiprocessor.
const LEAST_IN_TURN: u64 = 256;

/// The assumed number of iterations of a loop with unknown bounds, and of tile blocks that a block of threads runs in turn.
const ITERATIONS: u64 = 64;

/// An array of which each block of threads has a copy.
#[derive(Debug, Clone)]
pub(crate) struct Bins<'k> {
    /// The parameter that points to the array.
    pub(crate) array: ValueId,
    /// The type of its elements.
    pub(crate) scalar: Scalar,
    /// The number of bins of the copy: the first elements of the array.
    pub(crate) count: u64,
    /// Whether the array has no other elements. Otherwise the copy is a window, and updates behind it go to the array.
    pub(crate) is_whole: bool,
    /// Where the copy begins, in bytes behind the start of all.
    pub(crate) offset: u64,
    /// The updates, all of the same kind.
    pub(crate) updates: Vec<&'k Operation>,
}

/// The arrays of a kernel of which blocks of threads have copies.
#[derive(Debug, Clone, Default)]
pub(crate) struct PrivateBins<'k> {
    /// The copies in the order of shared memory.
    pub(crate) arrays: Vec<Bins<'k>>,
    /// Whether a block of threads runs several tile blocks in turn before it empties its copies.
    pub(crate) in_turn: bool,
}

impl<'k> PrivateBins<'k> {
    /// Selects the arrays of a kernel. `lengths` has the maximum number of elements of arrays with a known length. Where tile blocks may run in
    /// turn, they do if a tile block alone makes too few updates for copies of whole arrays.
    pub(crate) fn of(
        kernel: &'k Kernel,
        definitions: &Definitions<'k>,
        aliases: &AliasAnalysis,
        contiguity: &HashMap<ValueId, Contiguity>,
        lengths: &HashMap<ValueId, u64>,
        may_run_in_turn: bool,
    ) -> PrivateBins<'k> {
        if !kernel.operations().all(lets_updates_wait) {
            return PrivateBins::default();
        }
        let (tile_blocks, most_bytes) = (1, MOST_BYTES);
        let candidates = Candidates { kernel, definitions, aliases, contiguity, tile_blocks, most_bytes };
        let alone = candidates.select(lengths);
        let is_whole = alone.arrays.iter().all(|bins| bins.is_whole);
        if !may_run_in_turn || is_whole && !alone.arrays.is_empty() {
            return alone;
        }
        let candidates = Candidates { tile_blocks: ITERATIONS, most_bytes: MOST_BYTES_IN_TURN, ..candidates };
        let in_turn = PrivateBins { in_turn: true, ..candidates.select(lengths) };
        if in_turn.bytes() > alone.bytes() { in_turn } else { alone }
    }

    /// The array whose copy an operation updates.
    pub(crate) fn updated_by(&self, op: &Operation) -> Option<&Bins<'k>> {
        self.arrays.iter().find(|bins| bins.updates.iter().any(|update| ptr::eq(*update, op)))
    }

    /// Bytes of all copies.
    pub(crate) fn bytes(&self) -> u64 {
        self.arrays.last().map_or(0, |last| last.offset + last.bytes())
    }
}

impl Bins<'_> {
    /// Bytes of a copy; the next one begins at a multiple of an element.
    fn bytes(&self) -> u64 {
        (self.count * self.scalar.bytes()).next_multiple_of(8)
    }

    /// The neutral element of the updates.
    pub(crate) fn identity(&self) -> u64 {
        let least = 1 << (self.scalar.bits() - 1);
        match self.updates[0].attributes.rmw {
            Some(Rmw::And | Rmw::Umin) => u64::MAX,
            Some(Rmw::Max) => least,
            Some(Rmw::Min) => least - 1,
            Some(Rmw::Add | Rmw::Or | Rmw::Xor | Rmw::Umax | Rmw::Addf | Rmw::Xchg) | None => 0,
        }
    }
}

/// Whether an operation permits later updates. It signals no other block, ends without the help of others, and needs little shared
/// memory.
fn lets_updates_wait(op: &Operation) -> bool {
    let tells_or_waits = match op.op.meaning() {
        Meaning::Memory(
            Memory::PrintTko
            | Memory::Assert
            | Memory::GdcWaitTko
            | Memory::GdcLaunchDependentsTko
            | Memory::Alloca,
        )
        | Meaning::Control(Control::Loop)
        | Meaning::Core(Core::Mmaf | Core::Mmai | Core::MmafScaled | Core::IntToPtr)
        | Meaning::Unsupported => true,
        Meaning::Memory(_) | Meaning::Control(_) | Meaning::Core(_) | Meaning::Elementwise => false,
    };
    !tells_or_waits && !orders_other_blocks(op)
}

/// The arrays of a kernel that may get private bins.
struct Candidates<'a, 'k> {
    kernel: &'k Kernel,
    definitions: &'a Definitions<'k>,
    aliases: &'a AliasAnalysis,
    contiguity: &'a HashMap<ValueId, Contiguity>,
    /// How many tile blocks fill a copy.
    tile_blocks: u64,
    most_bytes: u64,
}

impl<'k> Candidates<'_, 'k> {
    fn select(&self, lengths: &HashMap<ValueId, u64>) -> PrivateBins<'k> {
        let mut all = PrivateBins::default();
        for array in &self.kernel.params {
            let offset = all.bytes();
            let length = lengths.get(array).copied();
            all.arrays.extend(self.bins_of(*array, length, offset));
        }
        all
    }

    /// The copy of an array that begins at an offset of shared memory; `None` if all updates go to the array itself.
    fn bins_of(&self, array: ValueId, length: Option<u64>, offset: u64) -> Option<Bins<'k>> {
        let is_update = |op: &&Operation| op.op == Op::AtomicRmwTko && self.leads_to(op.operands[0], array);
        let updates: Vec<&Operation> = self.kernel.operations().filter(is_update).collect();
        let first = *updates.first()?;
        let scalar = self.kernel.tile(first.operands[1]).element.scalar()?;
        let of_elements = self.kernel.tile(array).element == Element::Pointer(scalar);
        let is_alike = |op: &&Operation| {
            let kind = |op: &Operation| (op.attributes.rmw, op.attributes.memory_order, op.attributes.scope);
            kind(op) == kind(first) && !self.is_read(op.results[0])
        };
        let is_alone = self.kernel.operations().filter(|op| Manner::of(op).is_some()).all(|op| {
            updates.iter().any(|update| ptr::eq(*update, op)) || !self.aliases.may_alias(first, op)
        });
        let is_valid =
            of_elements && can_be_combined(first, scalar) && updates.iter().all(is_alike) && is_alone;
        let bins = Bins { array, scalar, count: 0, is_whole: false, offset, updates };
        is_valid.then(|| self.sized(bins, length)).flatten()
    }

    /// A copy of the whole array if the array has few elements, or of a window.
    fn sized(&self, bins: Bins<'k>, length: Option<u64>) -> Option<Bins<'k>> {
        // So many updates have to be made that a copy is less work than the array itself.
        let updates = self.elements_updated(&self.kernel.body, &bins);
        if self.tile_blocks > 1 && updates < LEAST_IN_TURN {
            return None;
        }
        let most = (updates.saturating_mul(self.tile_blocks) / UPDATES_A_BIN)
            .min((self.most_bytes - bins.offset) / bins.scalar.bytes());
        if let Some(count) = length.filter(|length| *length <= most) {
            return (count > 0).then_some(Bins { count, is_whole: true, ..bins });
        }
        // Lanes that update neighbors do not wait for each other.
        let meet =
            |op: &&Operation| self.contiguity.get(&op.operands[0]).is_none_or(|run| run.contiguity == 0);
        (most >= LEAST_WINDOW && bins.updates.iter().all(meet)).then(|| {
            // Whole rounds of the threads.
            Bins { count: 1 << most.ilog2(), is_whole: false, ..bins }
        })
    }

    /// Whether pointers are a parameter and a number of its elements, or tiles of such.
    fn leads_to(&self, pointers: ValueId, array: ValueId) -> bool {
        match self.definitions.get(pointers) {
            Some(Definition::Parameter(position)) => self.kernel.params[position] == array,
            Some(Definition::Result(op, _)) => {
                matches!(op.op, Op::Assume | Op::Reshape | Op::Broadcast | Op::Offset)
                    && self.leads_to(op.operands[0], array)
            }
            Some(Definition::Region(..)) | None => false,
        }
    }

    fn is_read(&self, value: ValueId) -> bool {
        self.kernel.operations().any(|op| op.operands.contains(&value))
    }

    /// The elements that a block of operations updates, where no mask and no `if` leaves any out.
    fn elements_updated(&self, block: &Block, bins: &Bins<'_>) -> u64 {
        let of = |op: &Operation| {
            if bins.updates.iter().any(|update| ptr::eq(*update, op)) {
                return index_to_bytes(self.kernel.tile(op.operands[1]).len());
            }
            let inside = op.regions.iter().map(|region| self.elements_updated(region, bins));
            let inside = inside.fold(0, u64::saturating_add);
            if op.op == Op::For { inside.saturating_mul(self.iterations(op)) } else { inside }
        };
        block.ops.iter().map(of).fold(0, u64::saturating_add)
    }

    /// How often a `for` runs.
    fn iterations(&self, op: &Operation) -> u64 {
        let [lower, upper, step] =
            [0, 1, 2].map(|at| self.definitions.constant(self.kernel, op.operands[at]));
        let known = |lower: i64, upper: i64, step: i64| {
            let distance = u64::try_from(upper.checked_sub(lower)?.max(0)).ok()?;
            Some(distance.div_ceil(u64::try_from(step).ok().filter(|step| *step > 0)?))
        };
        let number = lower.zip(upper).zip(step);
        number.and_then(|((lower, upper), step)| known(lower, upper, step)).unwrap_or(ITERATIONS)
    }
}

/// Whether updates of this kind can be collected. They must commute and associate exactly, and have an identity.
fn can_be_combined(op: &Operation, scalar: Scalar) -> bool {
    let is_exact = match op.attributes.rmw {
        Some(Rmw::Add | Rmw::Max | Rmw::Min | Rmw::Umax | Rmw::Umin | Rmw::And | Rmw::Or | Rmw::Xor) => true,
        Some(Rmw::Addf | Rmw::Xchg) | None => false,
    };
    let is_integer = matches!(scalar, Scalar::I32 | Scalar::I64);
    is_exact && is_integer && op.attributes.memory_order == Some(MemoryOrder::Relaxed)
}
