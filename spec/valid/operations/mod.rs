//! Which types and shapes each operation takes, a file a family.

mod arrays;
mod assume;
mod bits;
pub(crate) mod elementwise;
mod memory;
mod mma;
mod reduce;
mod shapes;
mod slices;
mod views;

use crate::problem::IllFormed;
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::op::{Core, Meaning, Memory};

/// One operation whose form is right, by its family; blocks and what ends them are `control`'s.
pub(super) fn validate(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    match op.op.meaning() {
        Meaning::Elementwise => elementwise::operation(kernel, op),
        Meaning::Core(family) => validate_core(kernel, op, family),
        Meaning::Memory(family) => validate_memory(kernel, op, family),
        Meaning::Control(_) | Meaning::Unsupported => Ok(()),
    }
}

/// One operation that makes or moves elements.
fn validate_core(kernel: &Kernel, op: &Operation, family: Core) -> Result<(), IllFormed> {
    match family {
        Core::Constant => shapes::constant(kernel, op),
        Core::Iota => shapes::iota(kernel, op),
        Core::GetTileBlockId | Core::GetNumTileBlocks => shapes::grid(kernel, op),
        Core::Reshape => shapes::reshape(kernel, op),
        Core::Broadcast => shapes::broadcast(kernel, op),
        Core::Permute => shapes::permute(kernel, op),
        Core::Select => shapes::select(kernel, op),
        Core::Assume => assume::operation(kernel, op),
        Core::Offset => shapes::offset(kernel, op),
        Core::Bitcast => bits::bitcast(kernel, op),
        Core::Pack => bits::pack(kernel, op),
        Core::Unpack => bits::unpack(kernel, op),
        Core::IntToPtr => bits::int_to_ptr(kernel, op),
        Core::PtrToInt => bits::ptr_to_int(kernel, op),
        Core::PtrToPtr => bits::ptr_to_ptr(kernel, op),
        Core::Cat => slices::cat(kernel, op),
        Core::Extract => slices::extract(kernel, op),
        Core::Insert => slices::insert(kernel, op),
        Core::Reduce | Core::Scan => reduce::operation(kernel, op),
        Core::Mmaf => mma::floats(kernel, op),
        Core::Mmai => mma::integers(kernel, op),
        Core::MmafScaled => mma::scaled(kernel, op),
    }
}

/// One operation on memory, tokens or views.
fn validate_memory(kernel: &Kernel, op: &Operation, family: Memory) -> Result<(), IllFormed> {
    match family {
        Memory::Assert => memory::assert(kernel, op),
        Memory::GetGlobal => arrays::global(kernel, op),
        Memory::Alloca => arrays::scratch(kernel, op),
        Memory::MakeToken | Memory::JoinTokens => memory::tokens(kernel, op),
        Memory::PrintTko => memory::print(kernel, op),
        Memory::LoadPtrTko => memory::load(kernel, op),
        Memory::StorePtrTko => memory::store(kernel, op),
        Memory::AtomicRmwTko => memory::atomic(kernel, op),
        Memory::AtomicCasTko => memory::compare_exchange(kernel, op),
        Memory::AtomicRedViewTko => views::update(kernel, op),
        Memory::MakeTensorView => views::tensor(kernel, op),
        Memory::MakePartitionView | Memory::MakeStridedView | Memory::MakeGatherScatterView => {
            views::tiled(kernel, op)
        }
        Memory::GetTensorShape => views::tensor_shape(kernel, op),
        Memory::GetIndexSpaceShape => views::index_space(kernel, op),
        Memory::LoadViewTko => views::load(kernel, op),
        Memory::StoreViewTko => views::store(kernel, op),
    }
}
