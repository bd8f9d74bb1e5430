//! The generic form of an operation: `"cuda_tile.NAME"(operands) <{properties}> {attributes} : (types) -> (types)`. Operations with
//! regions are read in the dialect's own form only.

use std::collections::HashMap;

use pest::iterators::Pair;

use super::draft::Draft;
use super::operands::{a_type, check, one_operand};
use super::reader::Reader;
use crate::parse::attribute;
use crate::parse::cursor::Cursor;
use crate::parse::grammar::{Rule, wrong};
use crate::problem::IllFormed;
use crate::syntax::attributes::{
    Attributes, Comparison, MemoryOrder, Ordering, Overflow, Rounding, Scope, Signedness,
};
use crate::syntax::form::{Field, FormPart, form};
use crate::syntax::types::Type;

/// Reads the value of one attribute.
type Setter = fn(&mut Cursor<'_>, &mut Attributes) -> Result<(), IllFormed>;

/// The attributes that the generic form may have: the field of the dialect's own form, the name, and the reader of the value.
const ROWS: &[(Field, &str, Setter)] = &[
    (Field::Comparison, "comparison_predicate", |value, to| {
        to.comparison = Some(named(value, Comparison::NAMES)?);
        Ok(())
    }),
    (Field::Ordering, "comparison_ordering", |value, to| {
        to.ordering = Some(numbered(value, Ordering::NAMES, Ordering::NUMBERED)?);
        Ok(())
    }),
    (Field::Signedness, "signedness", |value, to| {
        to.signedness = Some(numbered(value, Signedness::NAMES, Signedness::NUMBERED)?);
        Ok(())
    }),
    (Field::Overflow, "overflow", |value, to| {
        to.overflow = named(value, Overflow::NAMES)?;
        Ok(())
    }),
    (Field::Rounding, "rounding_mode", |value, to| {
        to.rounding = Some(named(value, Rounding::NAMES)?);
        Ok(())
    }),
    (Field::FlushToZero, "flush_to_zero", |_, to| {
        to.flush_to_zero = true;
        Ok(())
    }),
    (Field::PropagateNan, "propagate_nan", |_, to| {
        to.propagate_nan = true;
        Ok(())
    }),
    (Field::Order, "memory_ordering_semantics", |value, to| {
        to.memory_order = Some(named(value, MemoryOrder::NAMES)?);
        Ok(())
    }),
    (Field::Order, "memory_scope", |value, to| {
        to.scope = Some(named(value, Scope::NAMES)?);
        Ok(())
    }),
];
/// The attribute that says how many operands belong to each group.
const SEGMENTS: &str = "operandSegmentSizes";
/// Fields without an attribute: operands and types represent them, or they are optional.
const WITHOUT_ATTRIBUTE: &[Field] = &[
    Field::Token,
    Field::TightToken,
    Field::Extents,
    Field::ExtentTypes,
    Field::InOrder,
    Field::Layouts,
    Field::Hints,
    Field::Inbounds,
    Field::TypesIfAny,
    Field::Values,
];

/// Attributes by name, each with the items of its value. A flag has none.
type Dictionary<'i> = HashMap<&'i str, Vec<Pair<'i, Rule>>>;

/// Reads an operation in generic form, behind its name.
pub(super) fn read_generic<'i>(
    reader: &Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    cursor.expect("(")?;
    while !cursor.eat(")") {
        if !draft.operands.is_empty() {
            cursor.expect(",")?;
        }
        one_operand(reader, cursor, draft)?;
    }
    let mut dictionary = Dictionary::new();
    if cursor.eat("<") {
        read_dictionary(cursor.need(Rule::region, "properties in braces")?, &mut dictionary)?;
        cursor.expect(">")?;
    }
    if cursor.at_text("(") {
        return Err(cursor.expected("the dialect's own form, since this operation has regions,"));
    }
    if let Some(region) = cursor.take(Rule::region) {
        read_dictionary(region, &mut dictionary)?;
    }
    cursor.expect(":")?;
    let types = parenthesized_types(cursor)?;
    cursor.expect("->")?;
    let results = if cursor.at_text("(") { parenthesized_types(cursor)? } else { vec![a_type(cursor)?] };
    if types.len() != draft.operands.len() {
        let message =
            format!("there are {} operands and {} types for them", draft.operands.len(), types.len());
        return Err(wrong(&draft.at, message));
    }
    for (operand, (ty, at)) in draft.operands.iter().zip(&types) {
        check(reader, *operand, ty, at)?;
    }
    draft.result_types = results.into_iter().map(|(ty, _)| ty).collect();
    split_operands(&mut dictionary, draft)?;
    read_attributes(dictionary, draft)
}

/// `(T, T)`, possibly empty.
pub(super) fn parenthesized_types<'i>(
    cursor: &mut Cursor<'i>,
) -> Result<Vec<(Type, Pair<'i, Rule>)>, IllFormed> {
    cursor.expect("(")?;
    let mut types = Vec::new();
    while !cursor.eat(")") {
        if !types.is_empty() {
            cursor.expect(",")?;
        }
        types.push(a_type(cursor)?);
    }
    Ok(types)
}

/// `{name = value, flag}`: values end at a comma outside of angle brackets.
fn read_dictionary<'i>(region: Pair<'i, Rule>, to: &mut Dictionary<'i>) -> Result<(), IllFormed> {
    let mut cursor = Cursor::new(region);
    cursor.context = "these attributes";
    while cursor.peek().is_some() {
        let name = cursor.need(Rule::word, "the name of an attribute")?;
        let mut value = Vec::new();
        let mut depth = 0u32;
        if cursor.eat("=") {
            while let Some(item) = cursor.peek().filter(|item| depth > 0 || item.as_str() != ",").cloned() {
                depth = match item.as_str() {
                    "<" => depth.saturating_add(1),
                    ">" => depth.saturating_sub(1),
                    _ => depth,
                };
                cursor.skip();
                value.push(item);
            }
        }
        cursor.eat(",");
        if to.insert(name.as_str(), value).is_some() {
            return Err(wrong(&name, "the attribute is given twice"));
        }
    }
    Ok(())
}

/// Takes the token off the operands, and the extents of a view from its type, by the sizes of the groups of operands.
fn split_operands<'i>(dictionary: &mut Dictionary<'i>, draft: &mut Draft<'i>) -> Result<(), IllFormed> {
    let sizes = dictionary.remove(SEGMENTS);
    let has = |field: Field| form(draft.op).contains(&FormPart::Field(field));
    let (has_token, has_extents) = (has(Field::Token) || has(Field::TightToken), has(Field::Extents));
    if !has_token && !has_extents {
        return Ok(());
    }
    let missing = || wrong(&draft.at, format!("{} needs `{SEGMENTS}`", draft.op.mnemonic()));
    let sizes: Vec<usize> = sizes
        .ok_or_else(missing)?
        .iter()
        .filter(|item| item.as_rule() == Rule::number)
        .map(crate::parse::types::index)
        .collect::<Result<_, _>>()?;
    let total = sizes.iter().fold(0usize, |sum, size| sum.saturating_add(*size));
    if total != draft.operands.len() {
        return Err(wrong(&draft.at, format!("`{SEGMENTS}` speaks of {total} operands")));
    }
    if has_token && sizes.last() == Some(&1) {
        draft.token = draft.operands.pop();
    }
    if let (true, Some(Type::TensorView(view))) = (has_extents, draft.result_types.first()) {
        let dynamic = |all: &[Option<i64>]| all.iter().filter(|extent| extent.is_none()).count();
        if sizes.get(1..) != Some(&[dynamic(&view.shape), dynamic(&view.strides)]) {
            return Err(wrong(&draft.at, "the dynamic extents and strides are not those of the view's type"));
        }
        (draft.extents, draft.strides) = (view.shape.clone(), view.strides.clone());
    }
    Ok(())
}

/// Sets the attributes of the dictionary, each of which the operation's own form must have.
fn read_attributes<'i>(dictionary: Dictionary<'i>, draft: &mut Draft<'i>) -> Result<(), IllFormed> {
    let fields = form(draft.op).iter().filter_map(|part| match part {
        FormPart::Field(field) => Some(field),
        FormPart::Text(_)
        | FormPart::Operand
        | FormPart::Operands
        | FormPart::MoreOperands
        | FormPart::Indices { .. }
        | FormPart::Type(_)
        | FormPart::OperandTypes
        | FormPart::MoreOperandTypes(_)
        | FormPart::IndexTypes
        | FormPart::ResultTypes
        | FormPart::EveryResult
        | FormPart::TokenResult => None,
    });
    for field in fields {
        if !WITHOUT_ATTRIBUTE.contains(field) && !ROWS.iter().any(|(known, _, _)| known == field) {
            let message = format!("the generic form of {} is not read", draft.op.mnemonic());
            let help = Some("write the operation in the dialect's own form".to_owned());
            return Err(IllFormed { help, ..wrong(&draft.at, message) });
        }
    }
    let mut attributes: Vec<_> = dictionary.into_iter().collect();
    attributes.sort_by_key(|(name, _)| *name);
    for (name, value) in attributes {
        let is_own = |field: &Field| form(draft.op).contains(&FormPart::Field(*field));
        let row = ROWS.iter().find(|(field, known, _)| *known == name && is_own(field));
        let unknown = || wrong(&draft.at, format!("{} has no attribute `{name}`", draft.op.mnemonic()));
        let (_, _, set) = row.ok_or_else(unknown)?;
        let mut cursor = Cursor::of_items(value, &draft.at);
        cursor.context = draft.op.mnemonic();
        set(&mut cursor, &mut draft.attributes)?;
        if let Some(rest) = cursor.peek() {
            return Err(wrong(rest, format!("the value of `{name}` ends before this")));
        }
    }
    Ok(())
}

/// `#cuda_tile.kind<word>`, or the number of the word in the dialect's enumeration, in whose order the names are.
fn named<T: Copy>(cursor: &mut Cursor<'_>, names: &[(T, &str)]) -> Result<T, IllFormed> {
    let all: Vec<T> = names.iter().map(|(value, _)| *value).collect();
    numbered(cursor, names, &all)
}

/// `#cuda_tile.kind<word>`, or the number of the word, with its type.
fn numbered<T: Copy>(cursor: &mut Cursor<'_>, names: &[(T, &str)], all: &[T]) -> Result<T, IllFormed> {
    if cursor.at(Rule::number) {
        let number: usize = attribute::number(cursor)?;
        let found = all.get(number).copied().ok_or_else(|| cursor.expected("a smaller number"))?;
        if cursor.eat(":") {
            cursor.need(Rule::word, "the type of the number")?;
        }
        return Ok(found);
    }
    cursor.need(Rule::word, "an attribute of the dialect")?;
    cursor.expect("<")?;
    let found = attribute::named(cursor, names)?;
    cursor.expect(">").map(|()| found)
}
