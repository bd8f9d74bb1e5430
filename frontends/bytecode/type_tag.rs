//! Tags of types in the type section, and the numbers that stand in types.

use spec::syntax::types::{Padding, Scalar};

/// What an extent or a stride that is known at run time only has for a number.
pub(crate) const DYNAMIC: i64 = i64::MIN;

/// The tags of element types, with the minor version that introduced each.
pub(crate) const SCALARS: &[(u64, u8, Scalar)] = &[
    (0, 1, Scalar::I1),
    (1, 1, Scalar::I8),
    (2, 1, Scalar::I16),
    (3, 1, Scalar::I32),
    (4, 1, Scalar::I64),
    (5, 1, Scalar::F16),
    (6, 1, Scalar::Bf16),
    (7, 1, Scalar::F32),
    (8, 1, Scalar::Tf32),
    (9, 1, Scalar::F64),
    (10, 1, Scalar::F8E4m3fn),
    (11, 1, Scalar::F8E5m2),
    (18, 2, Scalar::F8E8m0fnu),
    (19, 3, Scalar::F4E2m1fn),
    (22, 3, Scalar::I4),
];

pub(crate) const POINTER: u64 = 12;
pub(crate) const TILE: u64 = 13;
pub(crate) const TENSOR_VIEW: u64 = 14;
pub(crate) const PARTITION_VIEW: u64 = 15;
pub(crate) const FUNCTION: u64 = 16;
pub(crate) const TOKEN: u64 = 17;
pub(crate) const GATHER_SCATTER_VIEW: u64 = 20;
pub(crate) const STRIDED_VIEW: u64 = 21;

/// Paddings, in the order of their numbers.
pub(crate) const PADDINGS: [Padding; 5] =
    [Padding::Zero, Padding::NegZero, Padding::Nan, Padding::PosInf, Padding::NegInf];
