//! Which types and shapes each operation takes, a file a family.

mod arrays;
mod assume;
mod bits;
pub(crate) mod elementwise;
mod memory;
mod mma;
mod multicast;
mod reduce;
mod shapes;
mod slices;
mod views;

use crate::problem::IllFormed;
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::op::{Core, Meaning, Memory};

/// Checks an operation with correct form, by its family; `control` checks blocks and terminators.
pub(super) fn validate(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    match op.op.meaning() {
        Meaning::Elementwise => elementwise::check_operation(kernel, op),
        Meaning::Core(family) => validate_core(kernel, op, family),
        Meaning::Memory(family) => validate_memory(kernel, op, family),
        Meaning::Control(_) => Ok(()),
        Meaning::Unsupported => multicast::check(kernel, op),
    }
}

/// Checks an operation that makes or moves elements.
fn validate_core(kernel: &Kernel, op: &Operation, family: Core) -> Result<(), IllFormed> {
    match family {
        Core::Constant => shapes::check_constant(kernel, op),
        Core::Iota => shapes::check_iota(kernel, op),
        Core::GetTileBlockId | Core::GetNumTileBlocks => shapes::check_grid(kernel, op),
        Core::Reshape => shapes::check_reshape(kernel, op),
        Core::Broadcast => shapes::check_broadcast(kernel, op),
        Core::Permute => shapes::check_permute(kernel, op),
        Core::Select => shapes::check_select(kernel, op),
        Core::Assume => assume::check_operation(kernel, op),
        Core::Offset => shapes::check_offset(kernel, op),
        Core::Bitcast => bits::check_bitcast(kernel, op),
        Core::Pack => bits::check_pack(kernel, op),
        Core::Unpack => bits::check_unpack(kernel, op),
        Core::IntToPtr => bits::check_int_to_ptr(kernel, op),
        Core::PtrToInt => bits::check_ptr_to_int(kernel, op),
        Core::PtrToPtr => bits::check_ptr_to_ptr(kernel, op),
        Core::Cat => slices::check_cat(kernel, op),
        Core::Extract => slices::check_extract(kernel, op),
        Core::Insert => slices::check_insert(kernel, op),
        Core::Reduce | Core::Scan => reduce::check_operation(kernel, op),
        Core::Mmaf => mma::check_floats(kernel, op),
        Core::Mmai => mma::check_integers(kernel, op),
        Core::MmafScaled => mma::check_scaled(kernel, op),
    }
}

/// An operation on memory, tokens or views.
fn validate_memory(kernel: &Kernel, op: &Operation, family: Memory) -> Result<(), IllFormed> {
    match family {
        Memory::Assert => memory::check_assert(kernel, op),
        Memory::GetGlobal => arrays::check_global(kernel, op),
        Memory::Alloca => arrays::check_scratch(kernel, op),
        Memory::MakeToken | Memory::JoinTokens | Memory::MemoryFenceAliasTko => {
            memory::check_tokens(kernel, op)
        }
        Memory::PrintTko => memory::check_print(kernel, op),
        Memory::GdcWaitTko | Memory::GdcLaunchDependentsTko => memory::check_gives_token(kernel, op),
        Memory::LoadPtrTko => memory::check_load(kernel, op),
        Memory::StorePtrTko => memory::check_store(kernel, op),
        Memory::AtomicRmwTko => memory::check_atomic(kernel, op),
        Memory::AtomicCasTko => memory::check_compare_exchange(kernel, op),
        Memory::AtomicRedViewTko => views::check_update(kernel, op),
        Memory::MakeTensorView => views::check_tensor(kernel, op),
        Memory::MakePartitionView | Memory::MakeStridedView | Memory::MakeGatherScatterView => {
            views::check_tiled(kernel, op)
        }
        Memory::GetTensorShape => views::check_tensor_shape(kernel, op),
        Memory::GetIndexSpaceShape => views::check_index_space(kernel, op),
        Memory::LoadViewTko => views::check_load(kernel, op),
        Memory::StoreViewTko => views::check_store(kernel, op),
    }
}
