//! Regions of operations, in braces, with the names that their parameters have.

use super::block::print_region;
use super::printer::Printer;
use super::sheet::Sheet;
use crate::syntax::form::Field;
use crate::syntax::kernel::{Block, ValueId};
use crate::syntax::op::Op;

/// The next region: of a loop, a branch, or a combiner with its parameters on a line of their own.
pub(super) fn print(printer: &mut Printer<'_>, sheet: &mut Sheet<'_>, field: Field) -> Option<String> {
    let block = sheet.op.regions.get(sheet.regions)?;
    sheet.regions += 1;
    if sheet.op.op == Op::For || sheet.op.op == Op::Loop {
        let body = print_region(printer, block, Op::Continue);
        printer.names.close();
        return Some(body);
    }
    printer.names.open();
    let params = params(printer, block);
    let body = print_region(printer, block, Op::Yield);
    printer.names.close();
    if field == Field::Combiner {
        sheet.line.close(&format!("\n{}", printer.indent()));
        return Some(format!("({params}) {body}"));
    }
    let word = if field == Field::Else { "else " } else { "" };
    Some(format!("{word}{body}"))
}

/// `%lhs: tile<f32>, %rhs: tile<f32>`
fn params(printer: &mut Printer<'_>, block: &Block) -> String {
    let param = |param: &ValueId| {
        let name = printer.names.define(*param);
        format!("{name}: {}", printer.kernel.ty(*param))
    };
    block.params.iter().map(param).collect::<Vec<_>>().join(", ")
}
