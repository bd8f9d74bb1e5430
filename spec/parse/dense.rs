//! Literals and constants, from the grammar's pairs.

use pest::iterators::Pair;

use super::grammar::{Rule, wrong};
use super::types::scalar;
use crate::problem::IllFormed;
use crate::syntax::attributes::{Constant, Literal};
use crate::syntax::literal;
use crate::syntax::types::Scalar;

/// A single literal of a type.
pub(super) fn one_literal(pair: &Pair<'_, Rule>, scalar: Scalar) -> Result<Literal, IllFormed> {
    literal::parse(pair.as_str(), scalar).map_err(|message| wrong(pair, message))
}

/// `<type: value>`: its element type and its literals, as a list nested like the shape or as bytes.
pub(super) fn dense(pair: Pair<'_, Rule>, shape: &[u32]) -> Result<(Scalar, Constant), IllFormed> {
    let at = pair.clone();
    let mut inner = pair.into_inner();
    let (Some(name), Some(value)) = (inner.next(), inner.next()) else {
        return Err(wrong(&at, "expected `<type: value>`"));
    };
    let scalar = scalar(&name)?;
    if value.as_rule() == Rule::literal {
        return Ok((scalar, Constant::Splat(one_literal(&value, scalar)?)));
    }
    if value.as_rule() == Rule::string {
        return raw(&value, shape, scalar).map(|constant| (scalar, constant));
    }
    let mut literals = Vec::new();
    nested(value, shape, scalar, &mut literals)?;
    Ok((scalar, Constant::Dense(literals)))
}

/// A list nested as deep as the shape has axes, and as long along each as the shape says.
fn nested(
    list: Pair<'_, Rule>,
    shape: &[u32],
    scalar: Scalar,
    to: &mut Vec<Literal>,
) -> Result<(), IllFormed> {
    let at = list.clone();
    let [extent, rest @ ..] = shape else {
        return Err(wrong(&at, "the list is nested deeper than the type has axes"));
    };
    let mut count = 0u32;
    for inner in list.into_inner() {
        count = count.saturating_add(1);
        if inner.as_rule() == Rule::list {
            nested(inner, rest, scalar, to)?;
        } else if rest.is_empty() {
            to.push(one_literal(&inner, scalar)?);
        } else {
            return Err(wrong(&inner, "the list is nested less deep than the type has axes"));
        }
    }
    if count == *extent {
        return Ok(());
    }
    Err(wrong(&at, format!("the list has {count} elements, the type {extent}")))
}

/// `"0x…"`: the bytes of the elements in row-major order, each element with its lowest byte first, or of one element that
/// all are. The disassembler prints long constants so.
fn raw(pair: &Pair<'_, Rule>, shape: &[u32], scalar: Scalar) -> Result<Constant, IllFormed> {
    let text = pair.as_str().trim_matches('"');
    let Some(bytes) = text.strip_prefix("0x").and_then(bytes_of) else {
        return Err(wrong(pair, "a constant in quotes is `0x` and two hexadecimal digits for each byte"));
    };
    let width = literal::width(scalar);
    let elements =
        shape.iter().try_fold(1usize, |all, extent| all.checked_mul(usize::try_from(*extent).ok()?));
    let one_each = elements.and_then(|elements| elements.checked_mul(width));
    if bytes.is_empty() || bytes.len() != width && Some(bytes.len()) != one_each {
        let count = bytes.len();
        let elements = elements.map_or_else(|| "too many".to_owned(), |elements| elements.to_string());
        let message = format!("{count} bytes, where {elements} elements of {scalar} have {width} each");
        return Err(wrong(pair, message));
    }
    let literal = |bytes: &[u8]| {
        let digits = || bytes.iter().rev().map(|byte| format!("{byte:02X}")).collect::<String>();
        literal::of_bytes(bytes, scalar)
            .ok_or_else(|| wrong(pair, format!("`0x{}` is no {scalar}", digits())))
    };
    if one_each != Some(bytes.len()) {
        return literal(&bytes).map(Constant::Splat);
    }
    bytes.chunks_exact(width).map(literal).collect::<Result<_, _>>().map(Constant::Dense)
}

/// The bytes that pairs of hexadecimal digits stand for.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        digits.chars().map(|digit| u8::try_from(digit.to_digit(16)?).ok()).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}
