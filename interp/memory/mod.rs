//! Memory: where arrays lie, what their bytes hold, and who accessed them.
//!
//! 1. `address_space`: where arrays lie.
//! 2. `allocation`, `page`, `bitmap`: sparse bytes with an undetermined bit each.
//! 3. `strided_run`: elements at equal distances, which one access touches.
//! 4. `shadow`: race detection.

pub(crate) mod address_space;
pub(crate) mod allocation;
pub(crate) mod bitmap;
pub(crate) mod page;
pub(crate) mod shadow;
pub(crate) mod strided_run;
