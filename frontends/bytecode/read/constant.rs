//! Literals: the bytes of constants, and single ones.

use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::literal;
use spec::syntax::types::{Scalar, TileType};

use super::budget::Budget;
use super::cursor::Cursor;
use super::problem::{Read, wrong};
use super::table::Table;

/// The bytes of a constant, by the number that stands next: a length, and so many bytes.
pub(super) fn bytes<'b>(constants: &Table<'b, 8>, cursor: &mut Cursor<'_>) -> Read<Cursor<'b>> {
    let at = cursor.at();
    let mut item = constants.item(cursor.number()?, at)?;
    let len = item.count(1, "bytes")?;
    item.split(len, "the constant")
}

/// The elements of a tile of that type: one for all, or one each in row-major order.
pub(super) fn dense(
    mut bytes: Cursor<'_>,
    tile: &TileType,
    scalar: Scalar,
    budget: &Budget,
) -> Read<Constant> {
    if scalar == Scalar::I1 {
        return booleans(bytes, tile, budget);
    }
    let (at, width, len) = (bytes.at(), literal::width(scalar), bytes.left());
    let one_each = tile.len().checked_mul(width);
    if len != width && Some(len) != one_each {
        let elements = tile.len();
        return Err(wrong(
            at,
            len,
            format!("a constant has {len} bytes, where {tile} has {elements} elements of {width}"),
        ));
    }
    let count = len / width;
    let mut first = bytes;
    let first = first.take(width)?;
    let mut rest = bytes;
    let repeated = rest.take(len)?.chunks_exact(width).all(|element| element == first);
    if repeated {
        return Ok(Constant::Splat(element(&mut bytes, scalar)?));
    }
    budget.spend(size_of::<Literal>() * count, at)?;
    (0..count).map(|_| element(&mut bytes, scalar)).collect::<Read<_>>().map(Constant::Dense)
}

/// Booleans: a bit each, the lowest of a byte first; of all alike also one byte with all bits alike.
fn booleans(mut bytes: Cursor<'_>, tile: &TileType, budget: &Budget) -> Read<Constant> {
    let (at, len, elements) = (bytes.at(), bytes.left(), tile.len());
    let raw = bytes.take(len)?;
    if let [all @ (0 | 0xff)] = raw {
        return Ok(Constant::Splat(Literal(u64::from(*all != 0))));
    }
    if len != elements.div_ceil(8) || elements == 0 {
        return Err(wrong(at, len, format!("a constant has {len} bytes, where {tile} has {elements} bits")));
    }
    let bit = |position: usize| Literal(u64::from(raw[position / 8] >> (position % 8) & 1));
    if (1..elements).all(|position| bit(position) == bit(0)) {
        return Ok(Constant::Splat(bit(0)));
    }
    budget.spend(size_of::<Literal>() * elements, at)?;
    Ok(Constant::Dense((0..elements).map(bit).collect()))
}

/// One element.
fn element(bytes: &mut Cursor<'_>, scalar: Scalar) -> Read<Literal> {
    let at = bytes.at();
    let raw = bytes.take(literal::width(scalar))?;
    let bits = raw.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    pattern(bits, scalar, at)
}

/// A bit pattern of that type.
pub(super) fn pattern(bits: u64, scalar: Scalar, at: usize) -> Read<Literal> {
    literal::of_pattern(bits, scalar)
        .ok_or_else(|| wrong(at, 1, format!("{bits:#x} has more bits than {scalar}")))
}
