//! Tensor maps that the code makes in global memory (PTX ISA, `tensormap.replace`), and fences between the writer of a map and the
//! accelerator, with its own proxy (`fence.proxy.tensormap`).

use std::fmt::{self, Display};

use super::{Operand, Reg};

/// Bytes of a map.
pub(crate) const MAP_BYTES: i64 = 128;

/// A field of a tensor map. Axes are counted from that of neighbours on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MapField {
    /// The address of the first element.
    Address,
    /// The rank minus one.
    Rank,
    /// Elements of a box along an axis.
    BoxExtent(usize),
    /// Elements along an axis.
    Extent(usize),
    /// Bytes between neighbors along the following axis.
    Stride(usize),
    /// Of how many elements along an axis one is copied.
    ElementStride(usize),
    /// The type of elements, as a number.
    ElementType,
    /// How axes are interleaved, as a number.
    Interleave,
    /// How lines are swizzled, as a number.
    Swizzle,
    /// What stands for elements outside, as a number.
    Fill,
}

/// What is done to a map at a generic address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MapEdit {
    /// Replaces a field.
    Replace { map: Reg, field: MapField, value: Operand },
    /// Publishes writes to maps for later acquires.
    Release,
    /// Makes writes to the map visible to later bulk copies.
    Acquire { map: Reg },
}

impl Display for MapEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapEdit::Replace { map, field, value } => {
                let (name, axis) = field.parts();
                let bits = if field.is_long() { "b64" } else { "b32" };
                write!(f, "tensormap.replace.tile.{name}.b1024.{bits} [{map}], ")?;
                if let Some(axis) = axis {
                    write!(f, "{axis}, ")?;
                }
                write!(f, "{value}")
            }
            MapEdit::Release => f.write_str("fence.proxy.tensormap::generic.release.gpu"),
            MapEdit::Acquire { map } => {
                write!(f, "fence.proxy.tensormap::generic.acquire.gpu [{map}], {MAP_BYTES}")
            }
        }
    }
}

impl MapField {
    /// The name in PTX, and the axis.
    fn parts(self) -> (&'static str, Option<usize>) {
        match self {
            MapField::Address => ("global_address", None),
            MapField::Rank => ("rank", None),
            MapField::BoxExtent(axis) => ("box_dim", Some(axis)),
            MapField::Extent(axis) => ("global_dim", Some(axis)),
            MapField::Stride(axis) => ("global_stride", Some(axis)),
            MapField::ElementStride(axis) => ("element_stride", Some(axis)),
            MapField::ElementType => ("elemtype", None),
            MapField::Interleave => ("interleave_layout", None),
            MapField::Swizzle => ("swizzle_mode", None),
            MapField::Fill => ("fill_mode", None),
        }
    }

    /// Whether the field has 64 bits.
    fn is_long(self) -> bool {
        match self {
            MapField::Address | MapField::Stride(_) => true,
            MapField::Rank
            | MapField::BoxExtent(_)
            | MapField::Extent(_)
            | MapField::ElementStride(_)
            | MapField::ElementType
            | MapField::Interleave
            | MapField::Swizzle
            | MapField::Fill => false,
        }
    }
}
