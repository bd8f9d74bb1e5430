//! Blocks and operations, by their forms.

use super::line::Line;
use super::names::{quote, symbol};
use super::printer::Printer;
use super::sheet::{Sheet, index_types, slot_value, types, values};
use super::{attribute, carried, regions};
use crate::syntax::attributes::{Comparison, Ordering, Overflow, Rmw, Rounding, Signedness};
use crate::syntax::form::{Field, FormPart, form};
use crate::syntax::kernel::{Block, Operation};
use crate::syntax::op::Op;

/// A region in braces; its parameters have been named.
pub(super) fn print_region(printer: &mut Printer<'_>, block: &Block, elided: Op) -> String {
    let body = print_body(printer, block, Some(elided));
    format!("{{\n{body}{}}}", printer.indent())
}

/// The operations of a block, one a line. A terminator without operands is left out where the format says so.
pub(super) fn print_body(printer: &mut Printer<'_>, block: &Block, elided: Option<Op>) -> String {
    let last = block.ops.len().wrapping_sub(1);
    let is_elided = |at: usize, op: &Operation| {
        at == last && Some(op.op) == elided && op.operands.is_empty() && op.results.is_empty()
    };
    printer.depth += 1;
    printer.names.open();
    let mut text = String::new();
    for (_, op) in block.ops.iter().enumerate().filter(|(at, op)| !is_elided(*at, op)) {
        let line = print_operation(printer, op);
        text.push_str(&format!("{}{line}\n", printer.indent()));
    }
    printer.names.close();
    printer.depth -= 1;
    text
}

/// An operation, with its regions.
fn print_operation(printer: &mut Printer<'_>, op: &Operation) -> String {
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
        write_part(printer, &mut sheet, part);
    }
    printer.names.show(&op.results);
    sheet.line.finish()
}

fn write_part(printer: &mut Printer<'_>, sheet: &mut Sheet<'_>, part: &FormPart) {
    match part {
        FormPart::Text(text) => sheet.line.word(text),
        FormPart::Operand => {
            let operands = sheet.take(1);
            let operand = values(printer, operands);
            sheet.line.word(&operand);
        }
        FormPart::Operands => {
            let operands = sheet.rest();
            sheet.line.word(&values(printer, operands));
        }
        FormPart::MoreOperands => {
            for operand in sheet.rest() {
                sheet.line.word(",");
                sheet.line.word(&printer.names.of(*operand));
            }
        }
        FormPart::Indices { after } => {
            let start = sheet.next;
            let count = sheet.op.operands.len().saturating_sub(start + after);
            let operands = sheet.take(count);
            sheet.indices = start..start + operands.len();
            sheet.line.close(&format!("[{}]", values(printer, operands)));
        }
        FormPart::Type(slots) => {
            let ty = slots.iter().find_map(|slot| slot_value(sheet.op, *slot));
            sheet.line.word(&types(printer, ty.as_slice()));
        }
        FormPart::OperandTypes => sheet.line.word(&types(printer, &sheet.op.operands)),
        FormPart::MoreOperandTypes(first) => {
            for operand in sheet.op.operands.iter().skip(*first) {
                sheet.line.word(",");
                sheet.line.word(&types(printer, &[*operand]));
            }
        }
        FormPart::TokenResult => {}
        FormPart::ResultTypes => sheet.line.word(&types(printer, &sheet.op.results)),
        FormPart::IndexTypes => sheet.line.word(&index_types(printer, sheet)),
        FormPart::EveryResult => {
            let first = sheet.op.results.first().map(std::slice::from_ref).unwrap_or_default();
            sheet.line.word(&types(printer, first));
        }
        FormPart::Field(field) => write_field(printer, sheet, *field),
    }
}

/// Writes one attribute of a form.
fn write_field(printer: &mut Printer<'_>, sheet: &mut Sheet<'_>, field: Field) {
    let of = &sheet.op.attributes;
    let word: Option<String> = match field {
        Field::Signedness => of.signedness.map(|value| attribute::name(value, Signedness::NAMES)),
        Field::SecondSignedness => {
            of.second_signedness.map(|value| attribute::name(value, Signedness::NAMES))
        }
        Field::Overflow if of.overflow == Overflow::default() => None,
        Field::Overflow => Some(format!("overflow<{}>", attribute::name(of.overflow, Overflow::NAMES))),
        Field::Rounding => {
            of.rounding.map(|value| format!("rounding<{}>", attribute::name(value, Rounding::NAMES)))
        }
        Field::FlushToZero => attribute::flag(of.flush_to_zero, "flush_to_zero"),
        Field::PropagateNan => attribute::flag(of.propagate_nan, "propagate_nan"),
        Field::Saturating => attribute::flag(of.saturating, "saturating"),
        Field::FastAcc => attribute::flag(of.fast_acc, "fast_acc"),
        Field::Global => attribute::flag(of.global, "global"),
        Field::UnsignedCompare => attribute::flag(of.unsigned_compare, "unsigned"),
        Field::InOrder => attribute::flag(of.in_order, "in_order"),
        Field::Comparison => of.comparison.map(|value| attribute::name(value, Comparison::NAMES)),
        Field::Ordering => of.ordering.map(|value| attribute::name(value, Ordering::NAMES)),
        Field::Rmw => of.rmw.map(|value| attribute::name(value, Rmw::NAMES)),
        Field::Reduction => of.rmw.and_then(attribute::reduction),
        Field::TokenType => carried::token_type(sheet),
        Field::Call => Some(attribute::call(printer, sheet.op)),
        Field::Order => Some(attribute::order(of)),
        Field::Assumption => of.assumption.as_ref().map(attribute::assumption),
        Field::Constant => attribute::constant(printer, sheet),
        Field::Layouts => attribute::layouts(&of.layouts),
        Field::Hints if of.hints.is_empty() => None,
        Field::Hints => Some(format!("optimization_hints = {}", attribute::hints(&of.hints))),
        Field::Inbounds => attribute::inbounds(&of.inbounds),
        Field::Dim => of.dim.map(|dim| format!("dim={dim}")),
        Field::Axis => of.dim.map(|dim| dim.to_string()),
        Field::Reverse => of.reverse.map(|reverse| format!("reverse={reverse}")),
        Field::Permutation => Some(format!("[{}]", attribute::list(&of.permutation))),
        Field::Elements => of.elements.map(|number| number.to_string()),
        Field::Alignment => of.alignment.map(|number| number.to_string()),
        Field::Text => of.text.as_deref().map(quote),
        Field::Symbol => of.text.as_deref().map(symbol),
        Field::Identities => Some(attribute::identities(printer, sheet)),
        Field::Token => sheet.op.token.map(|token| format!("token = {}", printer.names.of(token))),
        Field::TightToken => sheet.op.token.map(|token| format!("token={}", printer.names.of(token))),
        Field::Extents => Some(carried::extents(printer, sheet)),
        Field::ExtentTypes => carried::extent_types(printer, sheet),
        Field::Induction => carried::induction(printer, sheet),
        Field::Carried => carried::carried(printer, sheet),
        Field::CarriedTypes => carried::carried_types(printer, sheet),
        Field::Results => carried::results(printer, sheet),
        Field::TypesIfAny => carried::types_if_any(printer, sheet),
        Field::Values if sheet.op.operands.is_empty() => None,
        Field::Values => {
            Some(format!("{} : {}", values(printer, sheet.rest()), types(printer, &sheet.op.operands)))
        }
        Field::Region | Field::Else | Field::Combiner => regions::print(printer, sheet, field),
    };
    if let Some(word) = word {
        sheet.line.word(&word);
    }
}
