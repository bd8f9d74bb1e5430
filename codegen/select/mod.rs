//! The code of every operation, a chapter a file.

mod access;
mod angle;
pub(crate) mod arrays;
mod atomic;
mod axis;
mod bits;
mod calc;
pub(crate) mod control;
mod convert;
mod core;
mod coverage;
mod exponential;
mod float;
mod fma;
mod formats;
mod host;
pub(crate) mod integer;
mod logarithm;
mod math;
pub(crate) mod memory;
mod mma;
mod narrow;
mod pieces;
pub(crate) mod pipeline;
pub(crate) mod pointers;
mod power;
pub(crate) mod reduce;
mod remainder;
mod rows;
mod scan;
mod shape;
mod single;
mod turn;
mod views;

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::op::{Core, Meaning, Memory};

use crate::r#gen::Gen;

/// The code of an operation that is no control.
pub(crate) fn operation(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    match op.op.meaning() {
        Meaning::Elementwise => core::elementwise(code, op),
        Meaning::Core(family) => core_operation(code, op, family),
        Meaning::Memory(family) => memory_operation(code, op, family),
        Meaning::Control(_) => unreachable!("control has a selector of its own"),
        Meaning::Unsupported => code.refuse(op, format!("`{}` has no meaning yet", op.op.mnemonic())),
    }
}

fn core_operation(code: &mut Gen<'_>, op: &Operation, family: Core) -> Result<(), Unsupported> {
    match family {
        Core::Constant => core::constant(code, op),
        Core::Iota => core::iota(code, op),
        Core::GetTileBlockId => core::grid(code, op, ["%ctaid.x", "%ctaid.y", "%ctaid.z"]),
        Core::GetNumTileBlocks => core::grid(code, op, ["%nctaid.x", "%nctaid.y", "%nctaid.z"]),
        Core::Reshape => core::reshape(code, op),
        Core::Broadcast => core::broadcast(code, op),
        Core::Permute => core::permute(code, op),
        Core::Select => core::select(code, op),
        Core::Assume => core::assume(code, op),
        Core::Offset => memory::offset(code, op),
        Core::Reduce => reduce::reduce(code, op),
        Core::Bitcast | Core::Pack | Core::Unpack | Core::IntToPtr | Core::PtrToInt | Core::PtrToPtr => {
            bits::operation(code, op, family)
        }
        Core::Scan => scan::scan(code, op),
        Core::Cat => shape::cat(code, op),
        Core::Extract => shape::extract(code, op),
        Core::Insert => shape::insert(code, op),
        Core::Mmaf | Core::Mmai | Core::MmafScaled => mma::product(code, op),
    }
}

fn memory_operation(code: &mut Gen<'_>, op: &Operation, family: Memory) -> Result<(), Unsupported> {
    match family {
        Memory::MakeToken => memory::make_token(code, op),
        Memory::JoinTokens => memory::join_tokens(code, op),
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
        Memory::AtomicRmwTko => atomic::rmw(code, op),
        Memory::AtomicCasTko => atomic::compare_exchange(code, op),
        Memory::AtomicRedViewTko => views::update(code, op),
        Memory::Assert => host::assert(code, op),
        Memory::PrintTko => host::print(code, op),
        Memory::GetGlobal => arrays::global(code, op),
        Memory::Alloca => arrays::alloca(code, op),
    }
}
