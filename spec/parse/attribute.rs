//! Attributes of operations: words, flags, numbers and strings.

use super::cursor::Cursor;
use super::grammar::{Rule, wrong};
use super::types;
use crate::problem::IllFormed;
use crate::syntax::attributes::{Overflow, Rmw, Rounding};

/// A word out of a list of names.
pub(super) fn named<T: Copy>(cursor: &mut Cursor<'_>, names: &[(T, &str)]) -> Result<T, IllFormed> {
    let found = names.iter().find(|(_, name)| cursor.at_text(name));
    let Some((value, name)) = found else {
        let names: Vec<&str> = names.iter().map(|(_, name)| *name).collect();
        return Err(cursor.expected(&format!("one of {}", names.join(", "))));
    };
    cursor.expect(name).map(|()| *value)
}

/// `overflow<no_signed_wrap>`; `no_wrap` is both promises.
pub(super) fn overflow(cursor: &mut Cursor<'_>) -> Result<Overflow, IllFormed> {
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
pub(super) fn rounding(cursor: &mut Cursor<'_>) -> Result<Option<Rounding>, IllFormed> {
    if !cursor.eat("rounding") {
        return Ok(None);
    }
    cursor.expect("<")?;
    let rounding = named(cursor, Rounding::NAMES)?;
    cursor.expect(">").map(|()| Some(rounding))
}

/// `attributes {reduction = #cuda_tile.multimem_reduction_kind<min>}`; without it, the sum.
pub(super) fn reduction(cursor: &mut Cursor<'_>) -> Result<Rmw, IllFormed> {
    if !cursor.eat("attributes") {
        return Ok(Rmw::Add);
    }
    let mut inner = Cursor::new(cursor.need(Rule::region, "attributes in braces")?);
    inner.context = "these attributes";
    for part in ["reduction", "=", "multimem_reduction_kind", "<"] {
        inner.expect(part)?;
    }
    let kinds = Rmw::NAMES.iter().copied().filter(|(kind, _)| Rmw::REDUCTIONS.contains(kind));
    let kind = named(&mut inner, &kinds.collect::<Vec<_>>())?;
    inner.expect(">")?;
    if inner.peek().is_none() { Ok(kind) } else { Err(inner.expected("the closing brace")) }
}

/// `inbounds = [true, false]`
pub(super) fn inbounds(cursor: &mut Cursor<'_>) -> Result<Vec<bool>, IllFormed> {
    list(cursor, "inbounds", |cursor| named(cursor, BOOLEANS))
}

/// `layouts = [0, ?]`
pub(super) fn layouts(cursor: &mut Cursor<'_>) -> Result<Vec<Option<u32>>, IllFormed> {
    list(cursor, "layouts", |cursor| if cursor.eat("?") { Ok(None) } else { number(cursor).map(Some) })
}

/// A list in brackets behind a label; empty without the label.
fn list<'i, T>(
    cursor: &mut Cursor<'i>,
    label: &str,
    item: impl Fn(&mut Cursor<'i>) -> Result<T, IllFormed>,
) -> Result<Vec<T>, IllFormed> {
    let mut list = Vec::new();
    if !cursor.eat(label) {
        return Ok(list);
    }
    cursor.expect("=")?;
    cursor.expect("[")?;
    while !cursor.eat("]") {
        if !list.is_empty() {
            cursor.expect(",")?;
        }
        list.push(item(cursor)?);
    }
    Ok(list)
}

/// The truth values.
const BOOLEANS: &[(bool, &str)] = &[(true, "true"), (false, "false")];

/// `reverse=false`
pub(super) fn reverse(cursor: &mut Cursor<'_>) -> Result<bool, IllFormed> {
    cursor.expect("reverse")?;
    cursor.expect("=")?;
    named(cursor, BOOLEANS)
}

/// `dim=1`
pub(super) fn labelled(cursor: &mut Cursor<'_>, label: &str) -> Result<u32, IllFormed> {
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

/// A string without its quotes; `\0A` is a byte, and `\n`, `\t`, `\\` and `\"` are as in C.
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

/// The byte after a backslash, and the remaining text.
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
