//! Operations, by their forms.

use super::attribute;
use super::kernel::Printer;
use super::line::Line;
use crate::syntax::form::{Part, Slot, form};
use crate::syntax::kernel::{Operation, ValueId};
use crate::syntax::types::Type;

/// An operation while it is being printed.
pub(super) struct Sheet<'o> {
    /// The operation.
    pub(super) op: &'o Operation,
    /// What has been printed of it.
    pub(super) line: Line,
    /// The next operand.
    pub(super) next: usize,
    /// Which operands stand in brackets.
    indices: std::ops::Range<usize>,
    /// How many regions have been printed.
    pub(super) regions: usize,
}

/// One operation, with its regions.
pub(super) fn print(printer: &mut Printer<'_>, op: &Operation) -> String {
    let groups = printer.names.results(&op.results);
    let named = groups.iter().map(|group| match group.count {
        Some(count) => format!("%{}:{count}", group.base),
        None => format!("%{}", group.base),
    });
    let results = named.collect::<Vec<_>>().join(", ");
    let equals = if results.is_empty() { "" } else { " = " };
    let line = Line::new(format!("{results}{equals}{}", op.op.mnemonic()));
    let mut sheet = Sheet { op, line, next: 0, indices: 0..0, regions: 0 };
    for part in form(op.op) {
        write(printer, &mut sheet, part);
    }
    printer.names.show(&op.results);
    sheet.line.finish()
}

fn write(printer: &mut Printer<'_>, sheet: &mut Sheet<'_>, part: &Part) {
    match part {
        Part::Text(text) => sheet.line.word(text),
        Part::Operand => {
            let operands = sheet.take(1);
            let operand = values(printer, operands);
            sheet.line.word(&operand);
        }
        Part::Operands => {
            let operands = sheet.rest();
            sheet.line.word(&values(printer, operands));
        }
        Part::MoreOperands => {
            for operand in sheet.rest() {
                sheet.line.word(",");
                sheet.line.word(&printer.names.of(*operand));
            }
        }
        Part::Indices { after } => {
            let start = sheet.next;
            let count = sheet.op.operands.len().saturating_sub(start + after);
            let operands = sheet.take(count);
            sheet.indices = start..start + operands.len();
            sheet.line.close(&format!("[{}]", values(printer, operands)));
        }
        Part::Type(slots) => {
            let ty = slots.iter().find_map(|slot| slot_value(sheet.op, *slot));
            sheet.line.word(&types(printer, ty.as_slice()));
        }
        Part::OperandTypes => sheet.line.word(&types(printer, &sheet.op.operands)),
        Part::MoreOperandTypes(first) => {
            for operand in sheet.op.operands.iter().skip(*first) {
                sheet.line.word(",");
                sheet.line.word(&types(printer, &[*operand]));
            }
        }
        Part::TokenResult => {}
        Part::ResultTypes => sheet.line.word(&types(printer, &sheet.op.results)),
        Part::IndexTypes => sheet.line.word(&index_types(printer, sheet)),
        Part::EveryResult => {
            let first = sheet.op.results.first().map(std::slice::from_ref).unwrap_or_default();
            sheet.line.word(&types(printer, first));
        }
        Part::Field(field) => attribute::write(printer, sheet, *field),
    }
}

impl<'o> Sheet<'o> {
    /// So many operands, or all that are left.
    fn take(&mut self, count: usize) -> &'o [ValueId] {
        let operands: &'o Operation = self.op;
        let end = (self.next + count).min(operands.operands.len());
        let taken = &operands.operands[self.next.min(end)..end];
        self.next = end;
        taken
    }

    /// All operands that are left.
    pub(super) fn rest(&mut self) -> &'o [ValueId] {
        self.take(usize::MAX / 2)
    }
}

/// Values with commas between them.
pub(super) fn values(printer: &Printer<'_>, values: &[ValueId]) -> String {
    values.iter().map(|value| printer.names.of(*value)).collect::<Vec<_>>().join(", ")
}

/// Their types with commas between them. Of none it is what a well-formed operation would have most likely.
pub(super) fn types(printer: &Printer<'_>, values: &[ValueId]) -> String {
    if values.is_empty() {
        return "tile<i32>".to_owned();
    }
    values.iter().map(|value| printer.kernel.ty(*value).to_string()).collect::<Vec<_>>().join(", ")
}

fn slot_value(op: &Operation, slot: Slot) -> Option<ValueId> {
    match slot {
        Slot::Operand(position) => op.operands.get(position).copied(),
        Slot::LastOperand => op.operands.last().copied(),
        Slot::Result(position) => op.results.get(position).copied(),
    }
}

/// One type for all indices, except one each where the view is indexed by a tile.
fn index_types(printer: &Printer<'_>, sheet: &Sheet<'_>) -> String {
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
