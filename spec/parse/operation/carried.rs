//! Tokens, extents, identities and carried values: the parts of a form that depend on earlier parts.

use super::draft::Draft;
use super::operands;
use super::reader::Reader;
use crate::parse::cursor::Cursor;
use crate::parse::grammar::{Rule, wrong};
use crate::parse::types;
use crate::problem::IllFormed;
use crate::syntax::types::Type;

/// `token = %t`, with or without spaces; optional.
pub(in crate::parse) fn token<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if cursor.eat("token") {
        cursor.expect("=")?;
        draft.token = Some(operands::operand(reader, cursor)?);
    }
    Ok(())
}

/// `, token` behind the types of the operands. The type may be missing.
pub(in crate::parse) fn token_type<'i>(cursor: &mut Cursor<'i>, draft: &Draft<'i>) -> Result<(), IllFormed> {
    if !cursor.eat(",") {
        return Ok(());
    }
    let (ty, at) = operands::a_type(cursor)?;
    let waits = draft.token.is_some() && ty == Type::Token;
    if waits { Ok(()) } else { Err(wrong(&at, "the operation waits for no value of this type")) }
}

/// `shape = [%n, 64], strides = [64, 1]`
pub(in crate::parse) fn extents<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    draft.extents = extent_list(reader, "shape", cursor, draft)?;
    cursor.expect(",")?;
    draft.strides = extent_list(reader, "strides", cursor, draft)?;
    Ok(())
}

fn extent_list<'i>(
    reader: &Reader<'_, 'i>,
    label: &str,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<Vec<Option<i64>>, IllFormed> {
    cursor.expect(label)?;
    cursor.expect("=")?;
    cursor.expect("[")?;
    let mut list = Vec::new();
    while !cursor.eat("]") {
        if !list.is_empty() {
            cursor.expect(",")?;
        }
        if let Some(number) = cursor.take(Rule::number) {
            list.push(Some(types::index(&number)?));
        } else {
            draft.operands.push(operands::operand(reader, cursor)?);
            list.push(None);
        }
    }
    Ok(list)
}

/// `T ->`: the one type of all dynamic extents and strides.
pub(in crate::parse) fn extent_types<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if draft.operands.len() <= 1 {
        return Ok(());
    }
    let (ty, at) = operands::a_type(cursor)?;
    draft.operands[1..].iter().try_for_each(|operand| operands::check(reader, *operand, &ty, &at))?;
    cursor.expect("->")
}

/// `identities=[0xFF800000 : f32, 0 : i32]`; the type may be left out.
pub(in crate::parse) fn identities<'i>(
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    cursor.expect("identities")?;
    cursor.expect("=")?;
    cursor.expect("[")?;
    while !cursor.eat("]") {
        if !draft.identities.is_empty() {
            cursor.expect(",")?;
        }
        let boolean = cursor.at_text("true") || cursor.at_text("false");
        let rule = if boolean { Rule::word } else { Rule::number };
        let literal = cursor.need(rule, "a literal")?;
        let ty = if cursor.eat(":") { Some(cursor.need(Rule::word, "an element type")?) } else { None };
        draft.identities.push((literal, ty));
    }
    Ok(())
}

/// `iter_values(%x = %initial, …)`, optional: operands, and parameters of the region.
pub(in crate::parse) fn carried<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if !cursor.eat("iter_values") {
        return Ok(());
    }
    cursor.expect("(")?;
    loop {
        let name = cursor.need(Rule::value, "the name of a carried value")?;
        cursor.expect("=")?;
        let initial = operands::operand(reader, cursor)?;
        draft.params.push((name, Some(reader.scope.ty(initial).clone())));
        draft.operands.push(initial);
        if cursor.eat(")") {
            return Ok(());
        }
        cursor.expect(",")?;
    }
}

/// `: T* -> R*` of a `loop`, as far as it carries values and has results.
pub(in crate::parse) fn carried_types<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if !draft.operands.is_empty() {
        cursor.expect(":")?;
        let operands = draft.operands.clone();
        operands::operand_types(reader, &operands, cursor)?;
    } else if cursor.eat(":") {
        // A loop without carried values writes only the types of its results.
        draft.result_types = operands::type_list(cursor)?.into_iter().map(|(ty, _)| ty).collect();
        return Ok(());
    }
    results(cursor, draft)
}

/// `-> (R*)`, optional.
pub(in crate::parse) fn results<'i>(cursor: &mut Cursor<'i>, draft: &mut Draft<'i>) -> Result<(), IllFormed> {
    if cursor.eat("->") {
        draft.result_types = operands::type_list(cursor)?.into_iter().map(|(ty, _)| ty).collect();
    }
    Ok(())
}

/// `: T*`, if the operation has operands.
pub(in crate::parse) fn types_if_any<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if draft.operands.is_empty() {
        return Ok(());
    }
    cursor.expect(":")?;
    let operands = draft.operands.clone();
    operands::operand_types(reader, &operands, cursor)
}

/// `%a, %b : T, T`, or nothing. A value that the next operation defines is none of ours.
pub(in crate::parse) fn values<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    while cursor.at(Rule::value) {
        draft.operands.push(operands::operand(reader, cursor)?);
        if !cursor.eat(",") {
            break;
        }
    }
    types_if_any(reader, cursor, draft)
}
