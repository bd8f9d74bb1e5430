//! The code of every operation, a chapter a file.

use spec::problem::Unsupported;
use spec::syntax::kernel::{Block, Operation};
use spec::syntax::op::{Core, Meaning, Memory};

use crate::ir::builder::Builder;
use crate::ir::ptx::Reg;
use crate::ir::regions::RegionFrame;
use crate::layout::linear::Layout;
use crate::lower::arith::bitcast;
use crate::lower::control::lower_block;
use crate::lower::elementwise::dispatch::elementwise;
use crate::lower::memory::{arrays, atomic, ordering, pointers, private_bins, views};
use crate::lower::mma::product;
use crate::lower::{block_order, iota, printf_assert, reduce, scan, select, shape, tile};

/// The code of an operation that is no control.
pub(crate) fn lower_operation(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    match op.op.meaning() {
        Meaning::Elementwise => elementwise(code, op),
        Meaning::Core(family) => core_operation(code, op, family),
        Meaning::Memory(family) => memory_operation(code, op, family),
        Meaning::Control(_) => unreachable!("control has a selector of its own"),
        Meaning::Unsupported => code.refuse(op, format!("`{}` has no meaning yet", op.op.mnemonic())),
    }
}

fn core_operation(code: &mut Builder<'_>, op: &Operation, family: Core) -> Result<(), Unsupported> {
    match family {
        Core::Constant => tile::constant(code, op),
        Core::Iota => iota::iota(code, op),
        Core::GetTileBlockId => block_order::tile_block_id(code, op),
        Core::GetNumTileBlocks => block_order::num_tile_blocks(code, op),
        Core::Reshape => tile::reshape(code, op),
        Core::Broadcast => tile::broadcast(code, op),
        Core::Permute => tile::permute(code, op),
        Core::Select => select::select(code, op),
        Core::Assume => tile::assume(code, op),
        Core::Offset => pointers::offset(code, op),
        Core::Reduce => reduce::reduce(code, op, lower_combiner),
        Core::Bitcast | Core::Pack | Core::Unpack | Core::IntToPtr | Core::PtrToInt | Core::PtrToPtr => {
            bitcast::lower(code, op, family)
        }
        Core::Scan => scan::scan(code, op, lower_combiner),
        Core::Cat => shape::cat(code, op),
        Core::Extract => shape::extract(code, op),
        Core::Insert => shape::insert(code, op),
        Core::Mmaf | Core::Mmai | Core::MmafScaled => product::product(code, op),
    }
}

fn memory_operation(code: &mut Builder<'_>, op: &Operation, family: Memory) -> Result<(), Unsupported> {
    match family {
        Memory::MakeToken => ordering::make_token(code, op),
        Memory::JoinTokens => ordering::join_tokens(code, op),
        Memory::MakeTensorView => views::tensor(code, op),
        Memory::MakePartitionView | Memory::MakeStridedView | Memory::MakeGatherScatterView => {
            views::tiled(code, op)
        }
        Memory::LoadViewTko => views::load(code, op),
        Memory::StoreViewTko => views::store(code, op),
        Memory::GetTensorShape => views::tensor_shape(code, op),
        Memory::GetIndexSpaceShape => views::index_space(code, op),
        Memory::LoadPtrTko => pointers::load(code, op),
        Memory::StorePtrTko => pointers::store(code, op),
        Memory::AtomicRmwTko => private_bins::rmw(code, op),
        Memory::AtomicCasTko => atomic::compare_exchange(code, op),
        Memory::AtomicRedViewTko => views::update(code, op),
        Memory::Assert => printf_assert::assert(code, op),
        Memory::PrintTko => printf_assert::print(code, op),
        Memory::MemoryFenceAliasTko | Memory::GdcWaitTko | Memory::GdcLaunchDependentsTko => {
            code.refuse(op, format!("`{}` has no code yet", op.op.mnemonic()))
        }
        Memory::GetGlobal => arrays::global(code, op),
        Memory::Alloca => arrays::alloca(code, op),
    }
}

/// Lowers the combiner of a `reduce` or `scan` on single elements; returns the yielded registers.
fn lower_combiner(code: &mut Builder<'_>, region: &Block, operands: &[Reg]) -> Result<Vec<Reg>, Unsupported> {
    for (param, reg) in region.params.iter().zip(operands) {
        code.set_tile(*param, Layout::splat(&[]), vec![*reg]);
    }
    code.enter_region(RegionFrame::Combiner(Vec::new()));
    lower_block(code, region)?;
    let Some(RegionFrame::Combiner(tiles)) = code.leave_region() else { unreachable!("frames nest") };
    Ok(tiles.into_iter().map(|tile| tile.regs[0]).collect())
}
