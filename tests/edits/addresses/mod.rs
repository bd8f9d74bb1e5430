//! What an access reaches: another index, axis, mask, stride, extent or tile.

pub(super) mod axes;
pub(super) mod far;
pub(super) mod geometry;
pub(super) mod indices;
pub(super) mod masks;
pub(super) mod paddings;
pub(super) mod rows;
pub(super) mod tiles;
