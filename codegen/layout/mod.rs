//! Layouts of tiles over threads, and conversions between layouts.

pub(crate) mod conversion;
pub(crate) mod linear;
pub(crate) mod shared_tile;
pub(crate) mod swizzle;
pub(crate) mod swizzled_lines;
