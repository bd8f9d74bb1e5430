//! What values of a kernel are at run time.
//!
//! 1. `element`: the number, float or truth value that operations are defined over.
//! 2. `lanes`, `marks`, `pointers` (with `offsets`), `elements`: the parts of a tile.
//! 3. `tile`, `value`: tiles, and whatever else a name can stand for.
//! 4. `host_width`: conversions of the host's integers.
//! 5. `access_cache`: what was last worked out of a tile of numbers.

pub(crate) mod access_cache;
pub(crate) mod element;
pub(crate) mod elements;
pub(crate) mod host_width;
pub(crate) mod lanes;
pub(crate) mod marks;
pub(crate) mod offsets;
pub(crate) mod pointers;
pub(crate) mod tile;
pub(crate) mod value;
