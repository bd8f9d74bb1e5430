//! Operands and their types, which most forms have.

use pest::iterators::Pair;

use super::draft::Draft;
use super::reader::Reader;
use crate::parse::cursor::Cursor;
use crate::parse::grammar::{Rule, wrong};
use crate::parse::types;
use crate::problem::IllFormed;
use crate::syntax::form::Slot;
use crate::syntax::kernel::ValueId;
use crate::syntax::types::Type;

/// An operand: a value that can be seen.
pub(in crate::parse) fn operand(
    reader: &Reader<'_, '_>,
    cursor: &mut Cursor<'_>,
) -> Result<ValueId, IllFormed> {
    let pair = cursor.need(Rule::value, "an operand")?;
    reader.scope.find(&pair)
}

pub(in crate::parse) fn one_operand<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    draft.operands.push(operand(reader, cursor)?);
    Ok(())
}

pub(in crate::parse) fn more_operands<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    while cursor.eat(",") {
        one_operand(reader, cursor, draft)?;
    }
    Ok(())
}

/// `[%i, %j]`
pub(in crate::parse) fn indices<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    cursor.expect("[")?;
    let start = draft.operands.len();
    if !cursor.at_text("]") {
        one_operand(reader, cursor, draft)?;
        more_operands(reader, cursor, draft)?;
    }
    draft.indices = start..draft.operands.len();
    cursor.expect("]")
}

/// A type.
pub(in crate::parse) fn a_type<'i>(cursor: &mut Cursor<'i>) -> Result<(Type, Pair<'i, Rule>), IllFormed> {
    let pair = cursor.need(Rule::ty, "a type")?;
    types::ty(pair.clone()).map(|ty| (ty, pair))
}

/// Types with commas between them, perhaps in parentheses.
pub(in crate::parse) fn type_list<'i>(
    cursor: &mut Cursor<'i>,
) -> Result<Vec<(Type, Pair<'i, Rule>)>, IllFormed> {
    let parenthesised = cursor.eat("(");
    let mut list = vec![a_type(cursor)?];
    while cursor.eat(",") {
        list.push(a_type(cursor)?);
    }
    if parenthesised {
        cursor.expect(")")?;
    }
    Ok(list)
}

/// A single type, checked against or assigned to all given values.
pub(in crate::parse) fn one_type<'i>(
    reader: &Reader<'_, 'i>,
    slots: &[Slot],
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    let (ty, at) = a_type(cursor)?;
    for slot in slots {
        let operand = match slot {
            Slot::Operand(position) => draft.operands.get(*position),
            Slot::LastOperand => draft.operands.last(),
            Slot::Result(position) => {
                // Results are printed in order, so each type goes to the next one.
                if draft.result_types.len() == *position {
                    draft.result_types.push(ty.clone());
                }
                continue;
            }
        };
        if let Some(operand) = operand {
            check(reader, *operand, &ty, &at)?;
        }
    }
    Ok(())
}

/// A type per operand.
pub(in crate::parse) fn operand_types<'i>(
    reader: &Reader<'_, 'i>,
    operands: &[ValueId],
    cursor: &mut Cursor<'i>,
) -> Result<(), IllFormed> {
    let list = type_list(cursor)?;
    if let (Some((_, at)), true) = (list.last(), list.len() != operands.len()) {
        let message =
            format!("{} has {} operands and {} types for them", cursor.context, operands.len(), list.len());
        return Err(wrong(at, message));
    }
    operands.iter().zip(&list).try_for_each(|(operand, (ty, at))| check(reader, *operand, ty, at))
}

/// One type an operand from a position on, each after a comma.
pub(in crate::parse) fn more_operand_types<'i>(
    reader: &Reader<'_, 'i>,
    first: usize,
    cursor: &mut Cursor<'i>,
    draft: &Draft<'i>,
) -> Result<(), IllFormed> {
    for operand in draft.operands.iter().skip(first) {
        cursor.expect(",")?;
        let (ty, at) = a_type(cursor)?;
        check(reader, *operand, &ty, &at)?;
    }
    Ok(())
}

/// The types of an access's indices: one for all, or one each if a tile indexes the view.
pub(in crate::parse) fn index_types<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    let operands = draft.operands[draft.indices.clone()].to_vec();
    let view = draft.operands.get(draft.indices.start.saturating_sub(1)).map(|view| reader.scope.ty(*view));
    if let Some(Type::GatherScatterView(_)) = view {
        // The type of a token may follow, so there are as many types as indices.
        return operands.iter().enumerate().try_for_each(|(position, operand)| {
            if position > 0 {
                cursor.expect(",")?;
            }
            let (ty, at) = a_type(cursor)?;
            check(reader, *operand, &ty, &at)
        });
    }
    let (ty, at) = a_type(cursor)?;
    operands.iter().try_for_each(|operand| check(reader, *operand, &ty, &at))
}

/// A printed type must be the type of the definition.
pub(in crate::parse) fn check(
    reader: &Reader<'_, '_>,
    operand: ValueId,
    ty: &Type,
    at: &Pair<'_, Rule>,
) -> Result<(), IllFormed> {
    let defined = reader.scope.ty(operand);
    if defined == ty {
        return Ok(());
    }
    let (name, defined) = (reader.scope.name(operand), defined.to_string());
    Err(wrong(at, format!("{name} is defined as {defined}, not as {}", ty)))
}
