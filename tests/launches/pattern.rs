//! The bits of a value of some width.

use spec::syntax::types::Scalar;

/// The bits of an integer of a type.
pub(super) fn bits(value: i128, scalar: Scalar) -> u64 {
    (value as u64) & mask(scalar)
}

pub(super) fn mask(scalar: Scalar) -> u64 {
    u64::MAX >> (64 - scalar.bits())
}
