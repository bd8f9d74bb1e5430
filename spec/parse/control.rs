//! Tokens, extents, identities, carried values and regions: the parts of a form that know what came before them.

use pest::iterators::Pair;

use super::cursor::Cursor;
use super::draft::Draft;
use super::grammar::{Rule, wrong};
use super::operation::Reader;
use super::{part, settle, types};
use crate::problem::IllFormed;
use crate::syntax::op::Op;
use crate::syntax::types::Type;

/// `token = %t`, with or without spaces; optional.
pub(super) fn token<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if cursor.eat("token") {
        cursor.expect("=")?;
        draft.token = Some(part::operand(reader, cursor)?);
    }
    Ok(())
}

/// `shape = [%n, 64], strides = [64, 1]`
pub(super) fn extents<'i>(
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
            draft.operands.push(part::operand(reader, cursor)?);
            list.push(None);
        }
    }
    Ok(list)
}

/// `T ->`: the one type of all dynamic extents and strides.
pub(super) fn extent_types<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if draft.operands.len() <= 1 {
        return Ok(());
    }
    let (ty, at) = part::a_type(cursor)?;
    draft.operands[1..].iter().try_for_each(|operand| part::check(reader, *operand, &ty, &at))?;
    cursor.expect("->")
}

/// `identities=[0xFF800000 : f32, 0 : i32]`; the type may be left out.
pub(super) fn identities<'i>(cursor: &mut Cursor<'i>, draft: &mut Draft<'i>) -> Result<(), IllFormed> {
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
pub(super) fn carried<'i>(
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
        let initial = part::operand(reader, cursor)?;
        draft.params.push((name, Some(reader.scope.ty(initial).clone())));
        draft.operands.push(initial);
        if cursor.eat(")") {
            return Ok(());
        }
        cursor.expect(",")?;
    }
}

/// `: T* -> R*` of a `loop`, as far as it carries values and has results.
pub(super) fn carried_types<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if !draft.operands.is_empty() {
        cursor.expect(":")?;
        let operands = draft.operands.clone();
        part::operand_types(reader, &operands, cursor)?;
    }
    results(cursor, draft)
}

/// `-> (R*)`, optional.
pub(super) fn results<'i>(cursor: &mut Cursor<'i>, draft: &mut Draft<'i>) -> Result<(), IllFormed> {
    if cursor.eat("->") {
        draft.result_types = part::type_list(cursor)?.into_iter().map(|(ty, _)| ty).collect();
    }
    Ok(())
}

/// `: T*`, if there are operands.
pub(super) fn types_if_any<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if draft.operands.is_empty() {
        return Ok(());
    }
    cursor.expect(":")?;
    let operands = draft.operands.clone();
    part::operand_types(reader, &operands, cursor)
}

/// `%a, %b : T, T`, or nothing. A value that the next operation defines is none of ours.
pub(super) fn values<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    while cursor.at(Rule::value) {
        draft.operands.push(part::operand(reader, cursor)?);
        if !cursor.eat(",") {
            break;
        }
    }
    types_if_any(reader, cursor, draft)
}

/// A region of `if`, `for` or `loop`.
pub(super) fn region<'i>(
    reader: &mut Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    let region = cursor.need(Rule::region, "a region in braces")?;
    settle::settle(reader, draft)?;
    let induction = draft.operands.first().map(|lower| reader.scope.ty(*lower).clone());
    let params = std::mem::take(&mut draft.params);
    let params = params.into_iter().map(|(pair, ty)| (pair, ty.or_else(|| induction.clone())));
    let params: Vec<(Pair<'i, Rule>, Type)> =
        params.map(|(pair, ty)| (pair, ty.unwrap_or(Type::Token))).collect();
    let elided = if draft.op == Op::For || draft.op == Op::Loop { Op::Continue } else { Op::Yield };
    draft.regions.push(reader.block(region, params, elided)?);
    Ok(())
}

/// `else` and a region, optional.
pub(super) fn otherwise<'i>(
    reader: &mut Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if cursor.eat("else") { region(reader, cursor, draft) } else { Ok(()) }
}

/// `(%lhs: tile<f32>, %rhs: tile<f32>) {…}` of `reduce` and `scan`.
pub(super) fn combiner<'i>(
    reader: &mut Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    cursor.expect("(")?;
    while !cursor.eat(")") {
        if !draft.params.is_empty() {
            cursor.expect(",")?;
        }
        let name = cursor.need(Rule::value, "a parameter")?;
        cursor.expect(":")?;
        let (ty, _) = part::a_type(cursor)?;
        draft.params.push((name, Some(ty)));
    }
    if draft.params.is_empty() {
        let message = "a combiner has two parameters for each operand";
        return cursor.peek().map_or(Ok(()), |at| Err(wrong(at, message)));
    }
    region(reader, cursor, draft)
}
