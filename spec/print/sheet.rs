//! The facts for printing one operation, and its values and their types.

use super::line::Line;
use super::printer::Printer;
use crate::syntax::form::Slot;
use crate::syntax::kernel::{Operation, ValueId};
use crate::syntax::types::Type;

/// An operation under print.
pub(super) struct Sheet<'o> {
    /// The operation.
    pub(super) op: &'o Operation,
    /// The text printed so far.
    pub(super) line: Line,
    /// The next operand.
    pub(super) next: usize,
    /// The operands in brackets.
    pub(super) indices: std::ops::Range<usize>,
    /// How many regions have been printed.
    pub(super) regions: usize,
}

impl<'o> Sheet<'o> {
    /// So many operands, or all that are left.
    pub(super) fn take(&mut self, count: usize) -> &'o [ValueId] {
        let operands: &'o Operation = self.op;
        let end = (self.next + count).min(operands.operands.len());
        let taken = &operands.operands[self.next.min(end)..end];
        self.next = end;
        taken
    }

    /// All remaining operands.
    pub(super) fn rest(&mut self) -> &'o [ValueId] {
        self.take(usize::MAX / 2)
    }
}

/// Values with commas between them.
pub(super) fn values(printer: &Printer<'_>, values: &[ValueId]) -> String {
    values.iter().map(|value| printer.names.of(*value)).collect::<Vec<_>>().join(", ")
}

/// Types with commas between them. Without values, the type is the likely type of a well-formed operation.
pub(super) fn types(printer: &Printer<'_>, values: &[ValueId]) -> String {
    if values.is_empty() {
        return "tile<i32>".to_owned();
    }
    values.iter().map(|value| printer.kernel.ty(*value).to_string()).collect::<Vec<_>>().join(", ")
}

/// The value whose type a form prints.
pub(super) fn slot_value(op: &Operation, slot: Slot) -> Option<ValueId> {
    match slot {
        Slot::Operand(position) => op.operands.get(position).copied(),
        Slot::LastOperand => op.operands.last().copied(),
        Slot::Result(position) => op.results.get(position).copied(),
    }
}

/// A common type for all indices, or one each if a tile indexes the view.
pub(super) fn index_types(printer: &Printer<'_>, sheet: &Sheet<'_>) -> String {
    let indices = &sheet.op.operands[sheet.indices.clone()];
    let view = sheet.op.operands.get(sheet.indices.start.saturating_sub(1));
    match view.map(|view| printer.kernel.ty(*view)) {
        Some(Type::GatherScatterView(_)) => types(printer, indices),
        Some(
            Type::Tile(_) | Type::Token | Type::TensorView(_) | Type::PartitionView(_) | Type::StridedView(_),
        )
        | None => types(printer, &indices[..indices.len().min(1)]),
    }
}
