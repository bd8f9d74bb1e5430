//! Literals: the bytes of constants, and single ones.

use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::literal;
use spec::syntax::types::{Scalar, TileType};

use crate::bytecode::error::{Read, wrong};
use crate::bytecode::read::budget::Budget;
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::read::offset_table::OffsetTable;

/// The bytes of a constant, by the number that stands next: a length, and so many bytes.
pub(super) fn read_data<'b>(
    constants: &OffsetTable<'b, 8>,
    cursor: &mut EncodingReader<'_>,
) -> Read<EncodingReader<'b>> {
    let at = cursor.offset();
    let mut item = constants.item(cursor.read_varint()?, at)?;
    let len = item.read_count(1, "bytes")?;
    item.sub_reader(len, "the constant")
}

/// The elements of a tile of the given type: one for all, or each in row-major order.
pub(super) fn decode(
    mut bytes: EncodingReader<'_>,
    tile: &TileType,
    scalar: Scalar,
    budget: &Budget,
) -> Read<Constant> {
    if scalar == Scalar::I1 {
        return decode_booleans(bytes, tile, budget);
    }
    let (at, width, len) = (bytes.offset(), literal::width(scalar), bytes.remaining());
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
    // A tile of one value alone is kept as a splat, whichever of the two forms the writer chose.
    let mut first = bytes;
    let first = first.read_bytes(width)?;
    let mut rest = bytes;
    let repeated = rest.read_bytes(len)?.chunks_exact(width).all(|element| element == first);
    if repeated {
        return Ok(Constant::Splat(decode_element(&mut bytes, scalar)?));
    }
    budget.spend(size_of::<Literal>() * count, at)?;
    (0..count).map(|_| decode_element(&mut bytes, scalar)).collect::<Read<_>>().map(Constant::Dense)
}

/// Booleans: a bit each, the lowest of a byte first; of all alike also one byte with all bits alike.
fn decode_booleans(mut bytes: EncodingReader<'_>, tile: &TileType, budget: &Budget) -> Read<Constant> {
    let (at, len, elements) = (bytes.offset(), bytes.remaining(), tile.len());
    let raw = bytes.read_bytes(len)?;
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

/// An element.
fn decode_element(bytes: &mut EncodingReader<'_>, scalar: Scalar) -> Read<Literal> {
    let at = bytes.offset();
    let raw = bytes.read_bytes(literal::width(scalar))?;
    let bits = raw.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    decode_pattern(bits, scalar, at)
}

/// A bit pattern of the given type.
pub(super) fn decode_pattern(bits: u64, scalar: Scalar, at: usize) -> Read<Literal> {
    literal::of_pattern(bits, scalar)
        .ok_or_else(|| wrong(at, 1, format!("{bits:#x} has more bits than {scalar}")))
}
