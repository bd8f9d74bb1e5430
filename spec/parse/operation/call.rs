//! Calls of foreign code: `preview$call @name<[3, f32]>(%a, …) : (T, …) -> (R, …)`.

use super::draft::Draft;
use super::generic::parenthesized_types;
use super::operands::{a_type, check, one_operand};
use super::reader::Reader;
use crate::parse::attribute;
use crate::parse::cursor::Cursor;
use crate::parse::grammar::{Rule, wrong};
use crate::problem::IllFormed;
use crate::syntax::attributes::CallArgument;
use crate::syntax::types::Scalar;

/// Reads a call, behind its mnemonic.
pub(super) fn read_call<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    let name = cursor.need(Rule::symbol, "a name after `@`")?;
    draft.attributes.text = Some(attribute::symbol(&name));
    draft.attributes.call_arguments = read_constants(cursor)?;
    cursor.expect("(")?;
    while !cursor.eat(")") {
        if !draft.operands.is_empty() {
            cursor.expect(",")?;
        }
        one_operand(reader, cursor, draft)?;
    }
    cursor.expect(":")?;
    let types = parenthesized_types(cursor)?;
    cursor.expect("->")?;
    let results = if cursor.at_text("(") { parenthesized_types(cursor)? } else { vec![a_type(cursor)?] };
    if types.len() != draft.operands.len() {
        let (operands, types) = (draft.operands.len(), types.len());
        return Err(wrong(&draft.at, format!("there are {operands} operands and {types} types for them")));
    }
    for (operand, (ty, at)) in draft.operands.iter().zip(&types) {
        check(reader, *operand, ty, at)?;
    }
    draft.result_types = results.into_iter().map(|(ty, _)| ty).collect();
    Ok(())
}

/// `<[3, f32]>`, optional: numbers and element types.
fn read_constants(cursor: &mut Cursor<'_>) -> Result<Vec<CallArgument>, IllFormed> {
    let mut list = Vec::new();
    if !cursor.eat("<") {
        return Ok(list);
    }
    cursor.expect("[")?;
    while !cursor.eat("]") {
        if !list.is_empty() {
            cursor.expect(",")?;
        }
        list.push(read_constant(cursor)?);
    }
    cursor.expect(">").map(|()| list)
}

fn read_constant(cursor: &mut Cursor<'_>) -> Result<CallArgument, IllFormed> {
    if cursor.at(Rule::number) {
        return attribute::number(cursor).map(CallArgument::Number);
    }
    let word = cursor.need(Rule::word, "a number or an element type")?;
    let scalar = Scalar::from_name(word.as_str());
    scalar.map(CallArgument::Type).ok_or_else(|| wrong(&word, "expected a number or an element type"))
}
