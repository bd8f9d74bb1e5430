//! How many threads a block has, where nobody says.

use spec::ops::accuracy::FUNCTIONS;
use spec::syntax::kernel::Kernel;
use spec::syntax::op::{Core, Meaning, Memory, Op};
use spec::syntax::types::Type;

use crate::ir::numbers::index_to_bytes;
use crate::ir::value::bytes;
use crate::lower::mma::strategy;
use crate::target::{Options, Target};

/// Threads of a block, by the largest tile that is more than one value. Where threads work for themselves, so many that each has
/// sixteen bytes of it; where they work together, so many that each has sixteen elements, since fewer warps
/// have less to wait for; where they compute functions, thirty-two, since what one waits for another can do. (Measured on an
/// H200: bench/H200.md.)
pub(crate) fn choose_threads(kernel: &Kernel, target: Target, options: Options) -> u32 {
    if let Some(threads) = strategy::pipeline_threads(kernel, target, options) {
        return threads;
    }
    // Tiles that are only moved or computed from others have the size of these.
    let makes = |meaning| {
        matches!(
            meaning,
            Meaning::Memory(
                Memory::LoadViewTko | Memory::LoadPtrTko | Memory::AtomicRmwTko | Memory::AtomicCasTko
            ) | Meaning::Core(Core::Iota | Core::Mmaf | Core::Mmai | Core::MmafScaled)
        )
    };
    let together = |meaning| matches!(meaning, Meaning::Core(Core::Reduce | Core::Scan));
    let is_shared = kernel.operations().any(|op| together(op.op.meaning()));
    let computes =
        kernel.operations().any(|op| FUNCTIONS.contains(&op.op) || op.op == Op::Fpowi || op.op == Op::Remf);
    let made = kernel.operations().filter(|op| makes(op.op.meaning())).flat_map(|op| &op.results);
    let threads = made.filter_map(|value| match kernel.ty(*value) {
        Type::Tile(tile) if is_shared => Some(index_to_bytes(tile.len()) / 16),
        Type::Tile(tile) if computes => Some(index_to_bytes(tile.len()) / 32),
        Type::Tile(tile) => Some(index_to_bytes(tile.len()) * bytes(tile.element) / 16),
        Type::Token
        | Type::TensorView(_)
        | Type::PartitionView(_)
        | Type::StridedView(_)
        | Type::GatherScatterView(_) => None,
    });
    let threads = threads.max().unwrap_or(1).next_power_of_two();
    u32::try_from(threads).unwrap_or(512).clamp(32, 512)
}
