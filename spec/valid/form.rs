//! Forms: an operation has the operands, results, regions and attributes of its row. Values under one printed type
//! have equal types.

use super::expect::{require, wrong};
use crate::problem::IllFormed;
use crate::syntax::attributes::Attributes;
use crate::syntax::form::{Field, FormPart, Slot, form};
use crate::syntax::kernel::{Kernel, Operation, ValueId};
use crate::syntax::types::Type;

/// Checks an operation against its form.
pub(super) fn check_operation(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let parts = form(op.op);
    check_counts(op, parts)?;
    check_equal_types(kernel, op, parts)?;
    check_attributes(op, parts)?;
    let waits = parts.iter().any(|part| matches!(part, FormPart::Field(Field::Token | Field::TightToken)));
    match op.token {
        None => Ok(()),
        Some(token) => require(waits && *kernel.ty(token) == Type::Token, op, "it waits for no token"),
    }
}

/// Whether a form takes the field.
fn has(parts: &[FormPart], field: Field) -> bool {
    parts.contains(&FormPart::Field(field))
}

/// How many operands, results and regions there are.
fn check_counts(op: &Operation, parts: &[FormPart]) -> Result<(), IllFormed> {
    let single = parts.iter().filter(|part| **part == FormPart::Operand).count();
    let least = single + usize::from(parts.contains(&FormPart::Operands));
    let lists =
        [Field::Extents, Field::Carried, Field::Values, Field::Call].iter().any(|field| has(parts, *field));
    let open = lists || parts.iter().any(takes_more);
    let operands = op.operands.len();
    require(operands == least || (open && operands > least), op, format!("it has {operands} operands"))?;

    let results = parts.iter().filter_map(last_result).max().map_or(0, |last| last + 1);
    let lists = [Field::Results, Field::CarriedTypes, Field::Call].iter().any(|field| has(parts, *field));
    let any = lists || parts.contains(&FormPart::ResultTypes) || parts.contains(&FormPart::EveryResult);
    let found = op.results.len();
    require(any || found == results, op, format!("it has {found} results, where {results} belong"))?;

    let wanted = usize::from(has(parts, Field::Region) || has(parts, Field::Combiner));
    let most = wanted + usize::from(has(parts, Field::Else));
    let found = op.regions.len();
    require((wanted..=most).contains(&found), op, format!("it has {found} regions"))
}

/// Whether a part stands for any number of operands.
fn takes_more(part: &FormPart) -> bool {
    matches!(part, FormPart::Operands | FormPart::MoreOperands | FormPart::Indices { .. })
}

/// The last result that a part names.
fn last_result(part: &FormPart) -> Option<usize> {
    if *part == FormPart::TokenResult {
        return Some(0);
    }
    if let FormPart::Type(slots) = part { slots.iter().filter_map(result_slot).max() } else { None }
}

fn result_slot(slot: &Slot) -> Option<usize> {
    match slot {
        Slot::Result(position) => Some(*position),
        Slot::Operand(_) | Slot::LastOperand => None,
    }
}

/// Checks that values under one printed type have equal types.
fn check_equal_types(kernel: &Kernel, op: &Operation, parts: &[FormPart]) -> Result<(), IllFormed> {
    for part in parts {
        let values: Vec<ValueId> = if let FormPart::Type(slots) = part {
            slots.iter().filter_map(|slot| value(op, *slot)).collect()
        } else if *part == FormPart::EveryResult {
            op.results.clone()
        } else {
            continue;
        };
        let differs = values.windows(2).find(|pair| kernel.ty(pair[0]) != kernel.ty(pair[1]));
        if let Some(&[first, other]) = differs {
            let (first, other) = (kernel.ty(first), kernel.ty(other));
            return Err(wrong(op, format!("it has one type, not {first} and {other}")));
        }
    }
    Ok(())
}

fn value(op: &Operation, slot: Slot) -> Option<ValueId> {
    match slot {
        Slot::Operand(position) => op.operands.get(position).copied(),
        Slot::LastOperand => op.operands.last().copied(),
        Slot::Result(position) => op.results.get(position).copied(),
    }
}

/// Checks that required attributes are present, and no attributes outside the form.
fn check_attributes(op: &Operation, parts: &[FormPart]) -> Result<(), IllFormed> {
    let mut rest = op.attributes.clone();
    for part in parts {
        if let FormPart::Field(field) = part {
            let present = take(&mut rest, *field);
            require(present, op, format!("the attribute {} is missing", name(*field)))?;
        }
    }
    require(rest == Attributes::default(), op, "it has an attribute that it does not take")
}

/// How people call a field.
fn name(field: Field) -> &'static str {
    let known = Field::NAMES.iter().find(|(known, _)| *known == field);
    known.map_or("", |(_, word)| word.trim_matches(['$', '=']))
}

/// Takes a field out of the attributes; returns whether a required field was present.
fn take(from: &mut Attributes, field: Field) -> bool {
    match field {
        Field::Signedness => from.signedness.take().is_some(),
        Field::SecondSignedness => from.second_signedness.take().is_some(),
        Field::Comparison => from.comparison.take().is_some(),
        Field::Ordering => from.ordering.take().is_some(),
        Field::Constant => from.constant.take().is_some(),
        Field::Assumption => from.assumption.take().is_some(),
        Field::Rmw | Field::Reduction => from.rmw.take().is_some(),
        Field::Call => clear(&mut from.call_arguments) && from.text.take().is_some(),
        Field::Dim | Field::Axis => from.dim.take().is_some(),
        Field::Reverse => from.reverse.take().is_some(),
        Field::Text | Field::Symbol => from.text.take().is_some(),
        Field::Elements => from.elements.take().is_some(),
        Field::Alignment => from.alignment.take().is_some(),
        Field::Order => clear(&mut from.scope) && from.memory_order.take().is_some(),
        Field::Overflow => clear(&mut from.overflow),
        Field::Rounding => clear(&mut from.rounding),
        Field::FlushToZero => clear(&mut from.flush_to_zero),
        Field::PropagateNan => clear(&mut from.propagate_nan),
        Field::Saturating => clear(&mut from.saturating),
        Field::Global => clear(&mut from.global),
        Field::FastAcc => clear(&mut from.fast_acc),
        Field::UnsignedCompare => clear(&mut from.unsigned_compare),
        Field::InOrder => clear(&mut from.in_order),
        Field::Inbounds => clear(&mut from.inbounds),
        Field::Layouts => clear(&mut from.layouts),
        Field::Hints => clear(&mut from.hints),
        Field::Identities => clear(&mut from.identities),
        Field::Permutation => clear(&mut from.permutation),
        Field::Token
        | Field::TightToken
        | Field::TokenType
        | Field::Extents
        | Field::ExtentTypes
        | Field::Induction
        | Field::Carried
        | Field::CarriedTypes
        | Field::Results
        | Field::TypesIfAny
        | Field::Values
        | Field::Region
        | Field::Else
        | Field::Combiner => true,
    }
}

/// Takes out an optional field.
fn clear<T: Default>(field: &mut T) -> bool {
    *field = T::default();
    true
}
