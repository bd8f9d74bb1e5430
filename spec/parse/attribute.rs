//! Attributes of operations, and the parts of a form that have their own way of being written.

use super::cursor::Cursor;
use super::draft::Draft;
use super::grammar::{Rule, wrong};
use super::operation::Reader;
use super::{control, predicate, types};
use crate::problem::IllFormed;
use crate::syntax::attributes::{
    Comparison, MemoryOrder, Ordering, Overflow, Rmw, Rounding, Scope, Signedness,
};
use crate::syntax::form::Field;

/// Reads one attribute of a form.
pub(super) fn read<'i>(
    reader: &mut Reader<'_, 'i>,
    field: Field,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    let to = &mut draft.attributes;
    match field {
        Field::Signedness => to.signedness = Some(named(cursor, Signedness::NAMES)?),
        Field::SecondSignedness => to.second_signedness = Some(named(cursor, Signedness::NAMES)?),
        Field::Overflow => to.overflow = overflow(cursor)?,
        Field::Rounding => to.rounding = rounding(cursor)?,
        Field::FlushToZero => to.flush_to_zero = cursor.eat("flush_to_zero"),
        Field::PropagateNan => to.propagate_nan = cursor.eat("propagate_nan"),
        Field::Saturating => to.saturating = cursor.eat("saturating"),
        Field::FastAcc => to.fast_acc = cursor.eat("fast_acc"),
        Field::Global => to.global = cursor.eat("global"),
        Field::UnsignedCompare => to.unsigned_compare = cursor.eat("unsigned"),
        Field::Comparison => to.comparison = Some(named(cursor, Comparison::NAMES)?),
        Field::Ordering => to.ordering = Some(named(cursor, Ordering::NAMES)?),
        Field::Rmw => to.rmw = Some(named(cursor, Rmw::NAMES)?),
        Field::Order => {
            to.memory_order = Some(named(cursor, MemoryOrder::NAMES)?);
            to.scope = named(cursor, Scope::NAMES).ok();
        }
        Field::Assumption => to.assumption = Some(predicate::assumption(cursor)?),
        Field::Constant => draft.constant = Some(cursor.need(Rule::dense, "`<type: value>`")?),
        Field::Hints => {
            to.hints = cursor.take(Rule::hints).map(types::hints).transpose()?.unwrap_or_default()
        }
        Field::Inbounds => to.inbounds = inbounds(cursor)?,
        Field::Dim => to.dim = Some(labelled(cursor, "dim")?),
        Field::Axis => to.dim = Some(number(cursor)?),
        Field::Reverse => to.reverse = Some(reverse(cursor)?),
        Field::Permutation => to.permutation = predicate::numbers(cursor)?,
        Field::Elements => to.elements = Some(number(cursor)?),
        Field::Alignment => to.alignment = Some(number(cursor)?),
        Field::Text => to.text = Some(unescape(cursor.need(Rule::string, "a string")?.as_str())),
        Field::Symbol => to.text = Some(symbol(&cursor.need(Rule::symbol, "a name after `@`")?)),
        Field::Identities => control::identities(cursor, draft)?,
        Field::Token | Field::TightToken => control::token(reader, cursor, draft)?,
        Field::Extents => control::extents(reader, cursor, draft)?,
        Field::ExtentTypes => control::extent_types(reader, cursor, draft)?,
        Field::Induction => draft.params.push((cursor.need(Rule::value, "the induction variable")?, None)),
        Field::Carried => control::carried(reader, cursor, draft)?,
        Field::CarriedTypes => control::carried_types(reader, cursor, draft)?,
        Field::Results => control::results(cursor, draft)?,
        Field::TypesIfAny => control::types_if_any(reader, cursor, draft)?,
        Field::Values => control::values(reader, cursor, draft)?,
        Field::Region => control::region(reader, cursor, draft)?,
        Field::Else => control::otherwise(reader, cursor, draft)?,
        Field::Combiner => control::combiner(reader, cursor, draft)?,
    }
    Ok(())
}

/// A word out of a list of names.
fn named<T: Copy>(cursor: &mut Cursor<'_>, names: &[(T, &str)]) -> Result<T, IllFormed> {
    let found = names.iter().find(|(_, name)| cursor.at_text(name));
    let Some((value, name)) = found else {
        let names: Vec<&str> = names.iter().map(|(_, name)| *name).collect();
        return Err(cursor.expected(&format!("one of {}", names.join(", "))));
    };
    cursor.expect(name).map(|()| *value)
}

/// `overflow<no_signed_wrap>`; `no_wrap` is both promises.
fn overflow(cursor: &mut Cursor<'_>) -> Result<Overflow, IllFormed> {
    if !cursor.eat("overflow") {
        return Ok(Overflow::default());
    }
    cursor.expect("<")?;
    let found = Overflow::NAMES.iter().find(|(_, name)| cursor.eat(name));
    let overflow = found.map(|(overflow, _)| *overflow);
    let overflow =
        overflow.ok_or_else(|| cursor.expected("no_signed_wrap, no_unsigned_wrap, no_wrap or none"))?;
    cursor.expect(">").map(|()| overflow)
}

/// `rounding<zero>`
fn rounding(cursor: &mut Cursor<'_>) -> Result<Option<Rounding>, IllFormed> {
    if !cursor.eat("rounding") {
        return Ok(None);
    }
    cursor.expect("<")?;
    let rounding = named(cursor, Rounding::NAMES)?;
    cursor.expect(">").map(|()| Some(rounding))
}

/// `inbounds = [true, false]`
fn inbounds(cursor: &mut Cursor<'_>) -> Result<Vec<bool>, IllFormed> {
    if !cursor.eat("inbounds") {
        return Ok(Vec::new());
    }
    cursor.expect("=")?;
    cursor.expect("[")?;
    let mut list = Vec::new();
    while !cursor.eat("]") {
        if !list.is_empty() {
            cursor.expect(",")?;
        }
        list.push(named(cursor, BOOLEANS)?);
    }
    Ok(list)
}

/// The truth values.
const BOOLEANS: &[(bool, &str)] = &[(true, "true"), (false, "false")];

/// `reverse=false`
fn reverse(cursor: &mut Cursor<'_>) -> Result<bool, IllFormed> {
    cursor.expect("reverse")?;
    cursor.expect("=")?;
    named(cursor, BOOLEANS)
}

/// `dim=1`
fn labelled(cursor: &mut Cursor<'_>, label: &str) -> Result<u32, IllFormed> {
    cursor.expect(label)?;
    cursor.expect("=")?;
    number(cursor)
}

/// A natural number.
pub(super) fn number<T: std::str::FromStr>(cursor: &mut Cursor<'_>) -> Result<T, IllFormed> {
    let pair = cursor.need(Rule::number, "a number")?;
    types::index(&pair).map_err(|_| wrong(&pair, format!("`{}` is no number that fits here", pair.as_str())))
}

/// The name in `@name` or `@"name"`.
pub(super) fn symbol(pair: &pest::iterators::Pair<'_, Rule>) -> String {
    let name = pair.as_str().trim_start_matches('@');
    if name.starts_with('"') { unescape(name) } else { name.to_owned() }
}

/// A string without its quotes; `\0A` is a byte, `\n`, `\t`, `\\` and `\"` are what they are in C.
pub(super) fn unescape(quoted: &str) -> String {
    let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(quoted);
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let (byte, after) = if *first == b'\\' { escape(rest) } else { (*first, rest) };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What stands after a backslash, and what is left.
fn escape(rest: &[u8]) -> (u8, &[u8]) {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    match rest {
        [high, low, after @ ..] if digit(*high).is_some() && digit(*low).is_some() => {
            (digit(*high).unwrap_or(0) * 16 + digit(*low).unwrap_or(0), after)
        }
        [b'n', after @ ..] => (b'\n', after),
        [b't', after @ ..] => (b'\t', after),
        [other, after @ ..] => (*other, after),
        [] => (b'\\', rest),
    }
}
