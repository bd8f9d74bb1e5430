//! Attributes, and the parts of a form that have their own way of being written.

use super::kernel::Printer;
use super::names::{quote, symbol};
use super::operation::{Sheet, types, values};
use super::{control, dense};
use crate::syntax::attributes::{
    Assumption, Comparison, Hint, MemoryOrder, Ordering, Overflow, Rmw, Rounding, Scope, Signedness,
};
use crate::syntax::form::Field;
use crate::syntax::literal;
use crate::syntax::types::Scalar;

/// Writes one attribute of a form.
pub(super) fn write(printer: &mut Printer<'_>, sheet: &mut Sheet<'_>, field: Field) {
    let of = &sheet.op.attributes;
    let word: Option<String> = match field {
        Field::Signedness => of.signedness.map(|value| name(value, Signedness::NAMES)),
        Field::SecondSignedness => of.second_signedness.map(|value| name(value, Signedness::NAMES)),
        Field::Overflow if of.overflow == Overflow::default() => None,
        Field::Overflow => Some(format!("overflow<{}>", name(of.overflow, Overflow::NAMES))),
        Field::Rounding => of.rounding.map(|value| format!("rounding<{}>", name(value, Rounding::NAMES))),
        Field::FlushToZero => flag(of.flush_to_zero, "flush_to_zero"),
        Field::PropagateNan => flag(of.propagate_nan, "propagate_nan"),
        Field::Saturating => flag(of.saturating, "saturating"),
        Field::FastAcc => flag(of.fast_acc, "fast_acc"),
        Field::Global => flag(of.global, "global"),
        Field::UnsignedCompare => flag(of.unsigned_compare, "unsigned"),
        Field::Comparison => of.comparison.map(|value| name(value, Comparison::NAMES)),
        Field::Ordering => of.ordering.map(|value| name(value, Ordering::NAMES)),
        Field::Rmw => of.rmw.map(|value| name(value, Rmw::NAMES)),
        Field::Order => {
            let order = of.memory_order.map(|value| name(value, MemoryOrder::NAMES));
            let scope = of.scope.map(|value| name(value, Scope::NAMES));
            Some(order.into_iter().chain(scope).collect::<Vec<_>>().join(" "))
        }
        Field::Assumption => of.assumption.as_ref().map(assumption),
        Field::Constant => constant(printer, sheet),
        Field::Hints if of.hints.is_empty() => None,
        Field::Hints => Some(format!("optimization_hints = {}", hints(&of.hints))),
        Field::Inbounds if of.inbounds.is_empty() => None,
        Field::Inbounds => Some(format!("inbounds = [{}]", list(&of.inbounds))),
        Field::Dim => of.dim.map(|dim| format!("dim={dim}")),
        Field::Axis => of.dim.map(|dim| dim.to_string()),
        Field::Reverse => of.reverse.map(|reverse| format!("reverse={reverse}")),
        Field::Permutation => Some(format!("[{}]", list(&of.permutation))),
        Field::Elements => of.elements.map(|number| number.to_string()),
        Field::Alignment => of.alignment.map(|number| number.to_string()),
        Field::Text => of.text.as_deref().map(quote),
        Field::Symbol => of.text.as_deref().map(symbol),
        Field::Identities => Some(identities(printer, sheet)),
        Field::Token => sheet.op.token.map(|token| format!("token = {}", printer.names.of(token))),
        Field::TightToken => sheet.op.token.map(|token| format!("token={}", printer.names.of(token))),
        Field::Extents => Some(control::extents(printer, sheet)),
        Field::ExtentTypes => {
            sheet.op.operands.get(1).map(|value| format!("{} ->", types(printer, &[*value])))
        }
        Field::Induction => control::induction(printer, sheet),
        Field::Carried => control::carried(printer, sheet),
        Field::CarriedTypes => control::carried_types(printer, sheet),
        Field::Results => control::results(printer, sheet),
        Field::TypesIfAny => control::types_if_any(printer, sheet),
        Field::Values if sheet.op.operands.is_empty() => None,
        Field::Values => {
            Some(format!("{} : {}", values(printer, sheet.rest()), types(printer, &sheet.op.operands)))
        }
        Field::Region | Field::Else | Field::Combiner => control::region(printer, sheet, field),
    };
    if let Some(word) = word {
        sheet.line.word(&word);
    }
}

fn name<T: PartialEq>(value: T, names: &[(T, &'static str)]) -> String {
    names.iter().find(|(known, _)| *known == value).map_or("", |(_, name)| name).to_owned()
}

fn flag(set: bool, word: &str) -> Option<String> {
    set.then(|| word.to_owned())
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// `<default = {latency = 4}>`; nothing where there are none.
pub(super) fn hints(hints: &[(String, Hint)]) -> String {
    if hints.is_empty() { String::new() } else { format!("<{}>", hint_list(hints)) }
}

fn hint_list(hints: &[(String, Hint)]) -> String {
    let hint = |(key, hint): &(String, Hint)| match hint {
        Hint::Number(number) => format!("{key} = {number}"),
        Hint::Flag(flag) => format!("{key} = {flag}"),
        Hint::Group(inner) => format!("{key} = {{{}}}", hint_list(inner)),
    };
    hints.iter().map(hint).collect::<Vec<_>>().join(", ")
}

fn assumption(assumption: &Assumption) -> String {
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
fn constant(printer: &Printer<'_>, sheet: &Sheet<'_>) -> Option<String> {
    let tile = sheet.op.results.first().and_then(|result| printer.kernel.ty(*result).tile())?;
    let (constant, scalar) = (sheet.op.attributes.constant.as_ref()?, tile.element.scalar()?);
    Some(dense(constant, scalar, &tile.shape))
}

/// `identities=[0 : i32]`; the types that MLIR takes for granted are not written.
fn identities(printer: &Printer<'_>, sheet: &Sheet<'_>) -> String {
    let identities = sheet.op.attributes.identities.iter().zip(&sheet.op.operands);
    let words = identities.filter_map(|(identity, operand)| {
        let scalar = printer.kernel.ty(*operand).tile()?.element.scalar()?;
        let word = literal::print(*identity, scalar);
        let implied = matches!(scalar, Scalar::I1 | Scalar::I64 | Scalar::F64) && !word.starts_with("0x");
        Some(if implied { word } else { format!("{word} : {scalar}") })
    });
    format!("identities=[{}]", words.collect::<Vec<_>>().join(", "))
}
