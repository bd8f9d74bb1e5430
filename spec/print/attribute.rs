//! Attributes of operations: words, flags, lists and constants.

use super::dense::dense;
use super::names::{quote, symbol};
use super::printer::Printer;
use super::sheet::Sheet;
use crate::syntax::attributes::{Assumption, Attributes, CallArgument, Hint, MemoryOrder, Rmw, Scope};
use crate::syntax::kernel::{Operation, ValueId};
use crate::syntax::literal;
use crate::syntax::types::Scalar;

pub(super) fn name<T: PartialEq>(value: T, names: &[(T, &'static str)]) -> String {
    names.iter().find(|(known, _)| *known == value).map_or("", |(_, name)| name).to_owned()
}

pub(super) fn flag(set: bool, word: &str) -> Option<String> {
    set.then(|| word.to_owned())
}

pub(super) fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// `<default = {latency = 4}>`; empty without hints.
pub(super) fn hints(hints: &[(String, Hint)]) -> String {
    if hints.is_empty() { String::new() } else { format!("<{}>", hint_list(hints)) }
}

/// `inbounds = [true, false]`, if there are some.
pub(super) fn inbounds(inbounds: &[bool]) -> Option<String> {
    (!inbounds.is_empty()).then(|| format!("inbounds = [{}]", list(inbounds)))
}

/// `layouts = [0, ?]`, if there are some.
pub(super) fn layouts(layouts: &[Option<u32>]) -> Option<String> {
    let layout = |layout: &Option<u32>| layout.map_or_else(|| "?".to_owned(), |number| number.to_string());
    let listed = layouts.iter().map(layout).collect::<Vec<_>>().join(", ");
    (!layouts.is_empty()).then(|| format!("layouts = [{listed}]"))
}

fn hint_list(hints: &[(String, Hint)]) -> String {
    let hint = |(key, hint): &(String, Hint)| match hint {
        Hint::Number(number) => format!("{key} = {number}"),
        Hint::Flag(flag) => format!("{key} = {flag}"),
        Hint::Text(text) => format!("{key} = {}", quote(text)),
        Hint::Group(inner) => format!("{key} = {{{}}}", hint_list(inner)),
    };
    hints.iter().map(hint).collect::<Vec<_>>().join(", ")
}

/// `acquire device`, or `weak`.
pub(super) fn order(of: &Attributes) -> String {
    let order = of.memory_order.map(|value| name(value, MemoryOrder::NAMES));
    let scope = of.scope.map(|value| name(value, Scope::NAMES));
    order.into_iter().chain(scope).collect::<Vec<_>>().join(" ")
}

/// `attributes {reduction = #cuda_tile.multimem_reduction_kind<min>}`; the sum is not written.
pub(super) fn reduction(kind: Rmw) -> Option<String> {
    let name = name(kind, Rmw::NAMES);
    (kind != Rmw::Add)
        .then(|| format!("attributes {{reduction = #cuda_tile.multimem_reduction_kind<{name}>}}"))
}

/// `@name<[3, f32]>(%a) : (!cuda_tile.tile<f32>) -> ()`
pub(super) fn call(printer: &Printer<'_>, op: &Operation) -> String {
    let constant = |argument: &CallArgument| match argument {
        CallArgument::Number(number) => number.to_string(),
        CallArgument::Type(scalar) => scalar.to_string(),
    };
    let name = symbol(op.attributes.text.as_deref().unwrap_or_default());
    let constants: Vec<String> = op.attributes.call_arguments.iter().map(constant).collect();
    let constants =
        if constants.is_empty() { String::new() } else { format!("<[{}]>", constants.join(", ")) };
    let operands: Vec<String> = op.operands.iter().map(|operand| printer.names.of(*operand)).collect();
    let types = |values: &[ValueId]| {
        let types = values.iter().map(|value| format!("!cuda_tile.{}", printer.kernel.ty(*value)));
        types.collect::<Vec<_>>().join(", ")
    };
    let (from, to) = (types(&op.operands), types(&op.results));
    format!("{name}{constants}({}) : ({from}) -> ({to})", operands.join(", "))
}

pub(super) fn assumption(assumption: &Assumption) -> String {
    let bound = |bound: &Option<i64>| bound.map_or_else(|| "?".to_owned(), |bound| bound.to_string());
    match assumption {
        Assumption::DivBy { divisor, every: None } => format!("div_by<{divisor}>"),
        Assumption::DivBy { divisor, every: Some(every) } => {
            format!("div_by<{divisor}, every {} along {}>", every.stride, every.axis)
        }
        Assumption::Bounded { lower, upper } => format!("bounded<{}, {}>", bound(lower), bound(upper)),
        Assumption::SameElements(shape) => format!("same_elements<[{}]>", list(shape)),
    }
}

/// `<f32: 1.0>`, of the result's element type.
pub(super) fn constant(printer: &Printer<'_>, sheet: &Sheet<'_>) -> Option<String> {
    let tile = sheet.op.results.first().and_then(|result| printer.kernel.ty(*result).tile())?;
    let (constant, scalar) = (sheet.op.attributes.constant.as_ref()?, tile.element.scalar()?);
    Some(dense(constant, scalar, &tile.shape))
}

/// `identities=[0 : i32]`; the types that MLIR takes for granted are not written.
pub(super) fn identities(printer: &Printer<'_>, sheet: &Sheet<'_>) -> String {
    let identities = sheet.op.attributes.identities.iter().zip(&sheet.op.operands);
    let words = identities.filter_map(|(identity, operand)| {
        let scalar = printer.kernel.ty(*operand).tile()?.element.scalar()?;
        let word = literal::print(*identity, scalar);
        let implied = matches!(scalar, Scalar::I1 | Scalar::I64 | Scalar::F64) && !word.starts_with("0x");
        Some(if implied { word } else { format!("{word} : {scalar}") })
    });
    format!("identities=[{}]", words.collect::<Vec<_>>().join(", "))
}
