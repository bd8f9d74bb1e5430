//! Validation: what must hold of a kernel before it has a meaning. Gives [`Valid`], the only thing that others accept.
//!
//! In order: values are defined before they are used (`scope`); types are types (`types`); every operation has the
//! operands, results, regions and attributes of its form (`form`); every family of operations is typed (`elementwise`,
//! `shapes`, `slices`, `assume`, `reduce`, `mma`, `memory`, `views`); hints are in range (`hints`); blocks end as they should
//! (`control`). Only then is anything refused for having no meaning yet (`support`).

mod arrays;
mod assume;
mod bits;
mod control;
pub(crate) mod elementwise;
mod form;
mod hints;
mod memory;
mod mma;
mod place;
mod reduce;
mod scope;
mod shapes;
mod slices;
mod support;
mod types;
mod views;

use std::ops::Deref;
use std::sync::Arc;

use crate::packing;
use crate::problem::{IllFormed, Refused};
use crate::syntax::kernel::{Block, Kernel, Operation};
use crate::syntax::op::{Core, Meaning, Memory};

/// A kernel whose form has been checked, and all of whose operations have a meaning: with views of bytes in place of
/// those of elements that share bytes ([`packing`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Valid {
    kernel: Arc<Kernel>,
    written: Arc<Kernel>,
}

impl Valid {
    /// Checks a kernel.
    ///
    /// # Errors
    /// The first rule of form that it breaks, or the first operation or type without a meaning.
    pub fn new(kernel: Arc<Kernel>) -> Result<Self, Refused> {
        scope::kernel(&kernel)?;
        types::kernel(&kernel)?;
        hints::list(&kernel.hints, &kernel.at)?;
        operations(&kernel, &kernel.body)?;
        control::kernel(&kernel)?;
        support::kernel(&kernel)?;
        let in_bytes = packing::in_bytes(&kernel).map_or_else(|| Arc::clone(&kernel), Arc::new);
        Ok(Valid { kernel: in_bytes, written: kernel })
    }

    /// The same kernel after folding, which keeps every value's definition, type and scope.
    pub(crate) fn folded(&self, kernel: Arc<Kernel>) -> Self {
        Valid { kernel, written: Arc::clone(&self.written) }
    }

    /// The kernel that has the meaning, to be shared.
    pub fn kernel(&self) -> &Arc<Kernel> {
        &self.kernel
    }

    /// The kernel as it was written. Where elements share bytes that is another one, which stands for [`Valid::kernel`]
    /// in texts and files.
    pub fn written(&self) -> &Arc<Kernel> {
        &self.written
    }
}

impl Deref for Valid {
    type Target = Kernel;

    fn deref(&self) -> &Kernel {
        &self.kernel
    }
}

/// Every operation of a block by itself, regions first: what an operation says of its regions relies on them.
fn operations(kernel: &Kernel, block: &Block) -> Result<(), IllFormed> {
    for op in block.ops.iter().filter(|op| op.op.meaning() != Meaning::Unsupported) {
        form::operation(kernel, op)?;
        op.regions.iter().try_for_each(|region| operations(kernel, region))?;
        operation(kernel, op)?;
        hints::list(&op.attributes.hints, &op.at)?;
    }
    Ok(())
}

/// One operation whose form is right, by its family; blocks and what ends them are `control`'s.
fn operation(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    match op.op.meaning() {
        Meaning::Elementwise => elementwise::operation(kernel, op),
        Meaning::Core(family) => core(kernel, op, family),
        Meaning::Memory(family) => memory(kernel, op, family),
        Meaning::Control(_) | Meaning::Unsupported => Ok(()),
    }
}

fn core(kernel: &Kernel, op: &Operation, family: Core) -> Result<(), IllFormed> {
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

fn memory(kernel: &Kernel, op: &Operation, family: Memory) -> Result<(), IllFormed> {
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
