//! Which thread holds which elements of a tile, and how tiles get from one layout to another.

pub(crate) mod conversion;
pub(crate) mod linear;
pub(crate) mod shared_tile;
pub(crate) mod swizzle;
pub(crate) mod swizzled_lines;
