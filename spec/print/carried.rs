//! Extents and carried values: the parts of a form that look at more than one attribute.

use super::printer::Printer;
use super::sheet::{Sheet, types};
use crate::syntax::op::Op;
use crate::syntax::types::Type;

/// `, token` if the operation waits for a token.
pub(super) fn token_type(sheet: &mut Sheet<'_>) -> Option<String> {
    sheet.op.token?;
    sheet.line.word(",");
    Some("token".to_owned())
}

/// `shape = [%n, 64], strides = [64, 1]`: the static ones are in the result's type.
pub(super) fn extents(printer: &Printer<'_>, sheet: &mut Sheet<'_>) -> String {
    let view = sheet.op.results.first().map(|result| printer.kernel.ty(*result));
    let Some(Type::TensorView(view)) = view else { return "shape = [], strides = []".to_owned() };
    let mut dynamic = sheet.rest().iter();
    let mut list = |extents: &[Option<i64>]| {
        let words = extents.iter().map(|extent| match extent {
            Some(number) => number.to_string(),
            None => dynamic.next().map_or_else(|| "?".to_owned(), |value| printer.names.of(*value)),
        });
        words.collect::<Vec<_>>().join(", ")
    };
    format!("shape = [{}], strides = [{}]", list(&view.shape), list(&view.strides))
}

/// `T ->`: the common type of all dynamic extents and strides, if any.
pub(super) fn extent_types(printer: &Printer<'_>, sheet: &Sheet<'_>) -> Option<String> {
    sheet.op.operands.get(1).map(|value| format!("{} ->", types(printer, &[*value])))
}

/// The induction variable: the first parameter of the body. Naming the variable opens the body's names.
pub(super) fn induction(printer: &mut Printer<'_>, sheet: &Sheet<'_>) -> Option<String> {
    printer.names.open();
    let variable = sheet.op.regions.first()?.params.first()?;
    Some(printer.names.define(*variable))
}

/// `iter_values(%x = %initial, …)`, if there are any: the last parameters of the body.
pub(super) fn carried(printer: &mut Printer<'_>, sheet: &mut Sheet<'_>) -> Option<String> {
    if sheet.op.op == Op::Loop {
        printer.names.open();
    }
    let initial = sheet.rest();
    if initial.is_empty() {
        return None;
    }
    let params = sheet.op.regions.first().map_or(&[][..], |body| &body.params);
    let params = &params[params.len().saturating_sub(initial.len())..];
    // The initial values are looked up before the parameters hide anything.
    let initial: Vec<String> = initial.iter().map(|value| printer.names.of(*value)).collect();
    let pairs = params.iter().zip(initial);
    let pairs: Vec<String> =
        pairs.map(|(param, value)| format!("{} = {value}", printer.names.define(*param))).collect();
    Some(format!("iter_values({})", pairs.join(", ")))
}

/// `: T* -> R*` of a `loop`, as far as it carries values and has results.
pub(super) fn carried_types(printer: &Printer<'_>, sheet: &Sheet<'_>) -> Option<String> {
    let operands = types_if_any(printer, sheet);
    let results = &sheet.op.results;
    let results = (!results.is_empty()).then(|| format!("-> {}", types(printer, results)));
    let words: Vec<String> = operands.into_iter().chain(results).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// `-> (R*)`, if the operation has results.
pub(super) fn results(printer: &Printer<'_>, sheet: &Sheet<'_>) -> Option<String> {
    let results = &sheet.op.results;
    (!results.is_empty()).then(|| format!("-> ({})", types(printer, results)))
}

/// `: T*`, if the operation has operands.
pub(super) fn types_if_any(printer: &Printer<'_>, sheet: &Sheet<'_>) -> Option<String> {
    let operands = &sheet.op.operands;
    (!operands.is_empty()).then(|| format!(": {}", types(printer, operands)))
}
