//! Memory: the bytes of arrays, and the recorded accesses. [`spec::memory::address_space`] places the arrays.
//!
//! 1. `allocation`, `page`, `bitmap`: sparse bytes with an undetermined bit each.
//! 2. `strided_run`: elements at equal distances, touched by one access.
//! 3. `shadow`: race detection.

pub(crate) mod allocation;
pub(crate) mod bitmap;
pub(crate) mod page;
pub(crate) mod shadow;
pub(crate) mod strided_run;

/// The most bytes of an allocation.
pub(crate) const MOST_BYTES: u64 = 1 << 48;
