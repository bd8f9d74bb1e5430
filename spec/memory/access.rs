//! Accesses to memory: the operations with an access, its reads and writes, and the operands for its place and its value. All readings
//! of the definition share this table.

use super::strength::Manner;
use crate::syntax::kernel::{Kernel, Operation, ValueId};
use crate::syntax::op::{Meaning, Memory};

/// One operation's access to memory.
#[derive(Debug, Clone, Copy)]
pub struct Access<'o> {
    /// Reads and writes, with their order and scope.
    pub manner: Manner,
    /// Where the access goes.
    pub target: Target<'o>,
    /// The operand that a store writes, or that an update combines with memory.
    pub value: Option<ValueId>,
    /// The operand of `atomic_cas_tko` that memory is compared with.
    pub expected: Option<ValueId>,
    /// The operand that a load through pointers gives at masked lanes.
    pub padding: Option<ValueId>,
}

/// The elements that an access goes to.
#[derive(Debug, Clone, Copy)]
pub enum Target<'o> {
    /// A tile of a view.
    View {
        /// The view.
        view: ValueId,
        /// The index of the tile, one for each axis of the index space.
        indices: &'o [ValueId],
    },
    /// One element for each lane.
    Pointers {
        /// The addresses.
        pointers: ValueId,
        /// The lanes that are accessed; without a mask all.
        mask: Option<ValueId>,
    },
}

/// What the operations of one kind have in common: reads, writes, and the positions of operands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    pub(super) reads: bool,
    pub(super) writes: bool,
    /// The position of the view or of the pointers.
    place: usize,
    through_view: bool,
    value: Option<usize>,
    expected: Option<usize>,
}

impl Form {
    /// The form of an operation; none of one that accesses nothing. This match is the only list of accesses.
    pub(super) fn of(op: &Operation) -> Option<Self> {
        let Meaning::Memory(memory) = op.op.meaning() else { return None };
        let load =
            Form { reads: true, writes: false, place: 0, through_view: false, value: None, expected: None };
        let store = Form { reads: false, writes: true, value: Some(1), ..load };
        let update = Form { reads: true, ..store };
        match memory {
            Memory::LoadPtrTko => Some(load),
            Memory::LoadViewTko => Some(Form { through_view: true, ..load }),
            Memory::StorePtrTko => Some(store),
            Memory::StoreViewTko => Some(Form { through_view: true, place: 1, value: Some(0), ..store }),
            Memory::AtomicRmwTko => Some(update),
            Memory::AtomicCasTko => Some(Form { expected: Some(1), value: Some(2), ..update }),
            Memory::AtomicRedViewTko => {
                Some(Form { through_view: true, value: op.operands.len().checked_sub(1), ..update })
            }
            Memory::Assert
            | Memory::GetGlobal
            | Memory::Alloca
            | Memory::MakeToken
            | Memory::JoinTokens
            | Memory::MemoryFenceAliasTko
            | Memory::MakeTensorView
            | Memory::MakePartitionView
            | Memory::MakeStridedView
            | Memory::MakeGatherScatterView
            | Memory::GetTensorShape
            | Memory::GetIndexSpaceShape
            | Memory::PrintTko
            | Memory::GdcWaitTko
            | Memory::GdcLaunchDependentsTko => None,
        }
    }
}

impl<'o> Access<'o> {
    /// The access that an operation makes; none of one that accesses nothing, or that lacks an operand (validation refuses such a kernel).
    pub fn of(kernel: &Kernel, op: &'o Operation) -> Option<Self> {
        let (form, manner) = (Form::of(op)?, Manner::of(op)?);
        let operand = |at: usize| op.operands.get(at).copied();
        let place = operand(form.place)?;
        let (value, expected) = (form.value.and_then(operand), form.expected.and_then(operand));
        if form.through_view {
            // The value of an update stands behind the indices, the value of a store before the view.
            let end = op.operands.len() - usize::from(form.value.is_some_and(|at| at > form.place));
            let target = Target::View { view: place, indices: op.operands.get(form.place + 1..end)? };
            return Some(Access { manner, target, value, expected, padding: None });
        }
        let last = form.value.unwrap_or(form.place);
        let (mask, padding) =
            if form.writes { (operand(last + 1), None) } else { kernel.mask_and_padding(op) };
        let target = Target::Pointers { pointers: place, mask };
        Some(Access { manner, target, value, expected, padding })
    }

    /// Whether the access reads and writes in one step.
    pub fn is_update(&self) -> bool {
        self.manner.reads && self.manner.writes
    }

    /// The operands that say where the access goes and whether: the view with its indices, or the pointers with their mask.
    pub fn place(&self) -> Vec<ValueId> {
        match self.target {
            Target::View { view, indices } => std::iter::once(view).chain(indices.iter().copied()).collect(),
            Target::Pointers { pointers, mask } => std::iter::once(pointers).chain(mask).collect(),
        }
    }

    /// The mask of an access through pointers.
    pub fn mask(&self) -> Option<ValueId> {
        match self.target {
            Target::Pointers { mask, .. } => mask,
            Target::View { .. } => None,
        }
    }
}
