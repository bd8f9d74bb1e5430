//! Types of TTIR: tensors and scalars are tiles, block pointers and descriptors are several values each.

use spec::syntax::attributes::Signedness;
use spec::syntax::types::{Element, Scalar, TileType};

/// A type of TTIR.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TritonType {
    /// `i32`, `!tt.ptr<f32>`, `tensor<128x!tt.ptr<f32>>`
    Tile(TileType),
    /// `!tt.ptr<tensor<64x32xf16>>`: a block pointer; the tile that it gives.
    BlockPointer(TileType),
    /// `!tt.tensordesc<64x32xf16>`, before 3.6 `!tt.tensordesc<tensor<64x32xf16>>`: a tensor descriptor; the tile that it gives.
    Descriptor(TileType),
    /// A tile whose elements may stand in any order, as `tt.reshape … allow_reorder` gives it. No text has this type.
    Unordered(TileType),
}

impl TritonType {
    /// The tile, if it is one.
    pub(crate) fn tile(&self) -> Option<&TileType> {
        match self {
            TritonType::Tile(tile) => Some(tile),
            TritonType::BlockPointer(_) | TritonType::Descriptor(_) | TritonType::Unordered(_) => None,
        }
    }
}

/// Why a type is not read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TypeError {
    /// It is no type.
    Malformed,
    /// It has no meaning here, for this reason.
    Unsupported(String),
}

/// Element types of TTIR with another name than ours, or without a meaning.
const UNSUPPORTED: &[&str] = &["f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "index", "i128", "i2"];

/// Reads a type.
pub(crate) fn parse(text: &str) -> Result<TritonType, TypeError> {
    if let Some(inner) = inside(text, "!tt.ptr")
        && let Some(tensor) = pointee(inner).strip_prefix("tensor")
    {
        return Ok(TritonType::BlockPointer(shaped(in_angles(tensor).ok_or(TypeError::Malformed)?)?));
    }
    if let Some(inner) = described(text) {
        let (shape, _) = sign_of(without_encoding(inside(inner, "tensor").unwrap_or(inner)));
        return Ok(TritonType::Descriptor(shaped(&shape)?));
    }
    match inside(text, "tensor") {
        Some(inner) => Ok(TritonType::Tile(shaped(without_encoding(inner))?)),
        None => Ok(TritonType::Tile(TileType { shape: Vec::new(), element: element(text)? })),
    }
}

/// The block and element of `!tt.tensordesc<64x32xf16>`.
fn described(text: &str) -> Option<&str> {
    ["!tt.tensordesc", "!tt.tensor_desc"].iter().find_map(|name| inside(text, name))
}

/// Whether the elements of a descriptor are unsigned: since 3.6, its type says so.
pub(crate) fn is_unsigned_descriptor(text: &str) -> bool {
    described(text).is_some_and(|inner| sign_of(inner).1 == Some(Signedness::Unsigned))
}

/// A shape with an integer without a sign, and the sign: only a descriptor has one, as in `64xsi32`.
fn sign_of(text: &str) -> (String, Option<Signedness>) {
    let signs = [("xsi", Signedness::Signed), ("xui", Signedness::Unsigned)];
    let found = signs.into_iter().find(|(name, _)| text.contains(name));
    match found {
        Some((name, sign)) => (text.replace(name, "xi"), Some(sign)),
        None => (text.to_owned(), None),
    }
}

/// What stands in `name<…>`.
fn inside<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    in_angles(text.strip_prefix(name)?)
}

fn in_angles(text: &str) -> Option<&str> {
    text.strip_prefix('<')?.strip_suffix('>')
}

/// The pointee of `f32` or `f32, 1`; the number is an address space.
fn pointee(inner: &str) -> &str {
    if inner.starts_with("tensor") { inner } else { inner.split(',').next().unwrap_or(inner).trim() }
}

/// The shape and the element of `128x64xf32, #layout`.
fn without_encoding(inner: &str) -> &str {
    inner.find(", #").map_or(inner, |at| &inner[..at])
}

/// `128x64xf32`
fn shaped(text: &str) -> Result<TileType, TypeError> {
    let (mut shape, mut rest) = (Vec::new(), text);
    while let Some((extent, after)) = rest.split_once('x')
        && extent.bytes().all(|byte| byte.is_ascii_digit())
        && !extent.is_empty()
    {
        shape.push(extent.parse().map_err(|_| TypeError::Malformed)?);
        rest = after;
    }
    let tile = TileType { shape, element: element(rest)? };
    let count = tile.shape.iter().try_fold(1u64, |product, extent| product.checked_mul(u64::from(*extent)));
    if count.is_none_or(|count| count > TileType::MAX_ELEMENTS) {
        return Err(TypeError::Unsupported(format!(
            "a tensor of more than {} elements",
            TileType::MAX_ELEMENTS
        )));
    }
    Ok(tile)
}

/// `f32`, `!tt.ptr<f32>`
fn element(text: &str) -> Result<Element, TypeError> {
    if let Some(inner) = inside(text, "!tt.ptr") {
        let pointee = pointee(inner);
        if pointee.starts_with("!tt.ptr") {
            return Err(TypeError::Unsupported("a pointer to pointers".to_owned()));
        }
        return scalar(pointee).map(Element::Pointer);
    }
    scalar(text).map(Element::Scalar)
}

fn scalar(text: &str) -> Result<Scalar, TypeError> {
    match Scalar::from_name(text) {
        Some(scalar) => Ok(scalar),
        None if UNSUPPORTED.contains(&text) || text.starts_with('!') => {
            Err(TypeError::Unsupported(format!("the type `{text}`")))
        }
        None => Err(TypeError::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_of_integers_say_the_sign() {
        let plain = parse("!tt.tensordesc<64x8xi32>");
        for (text, unsigned) in [("64x8xsi32", false), ("64x8xui32", true), ("64x8xi32", false)] {
            let text = format!("!tt.tensordesc<{text}>");
            assert_eq!(parse(&text), plain, "{text}");
            assert_eq!(is_unsigned_descriptor(&text), unsigned, "{text}");
        }
        assert!(matches!(plain, Ok(TritonType::Descriptor(_))));
        assert_eq!(parse("tensor<64xsi32>"), Err(TypeError::Malformed));
    }
}
