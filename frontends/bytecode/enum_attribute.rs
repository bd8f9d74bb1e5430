//! Enumerations of the dialect: one-byte attribute values, each in numeric order, and the tags of self-describing attributes.

use spec::syntax::attributes::{Comparison, MemoryOrder, Ordering, Rmw, Rounding, Scope, Signedness};

pub(crate) const SIGNEDNESSES: &[Signedness] = Signedness::NUMBERED;
pub(crate) const OVERFLOWS: &[(bool, bool)] = &[(false, false), (true, false), (false, true), (true, true)];
pub(crate) const ROUNDINGS: &[Rounding] = &[
    Rounding::NearestEven,
    Rounding::Zero,
    Rounding::NegativeInf,
    Rounding::PositiveInf,
    Rounding::Approx,
    Rounding::Full,
    Rounding::NearestIntToZero,
    Rounding::NearestAway,
];
pub(crate) const COMPARISONS: &[Comparison] = &[
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::LessThan,
    Comparison::LessThanOrEqual,
    Comparison::GreaterThan,
    Comparison::GreaterThanOrEqual,
];
pub(crate) const ORDERINGS: &[Ordering] = Ordering::NUMBERED;
pub(crate) const ORDERS: &[MemoryOrder] = &[
    MemoryOrder::Weak,
    MemoryOrder::Relaxed,
    MemoryOrder::Acquire,
    MemoryOrder::Release,
    MemoryOrder::AcqRel,
];
pub(crate) const SCOPES: &[Scope] = &[Scope::Block, Scope::Device, Scope::System];
pub(crate) const RMWS: &[Rmw] =
    &[Rmw::And, Rmw::Or, Rmw::Xor, Rmw::Add, Rmw::Addf, Rmw::Max, Rmw::Min, Rmw::Umax, Rmw::Umin, Rmw::Xchg];
pub(crate) const REDUCTIONS: &[Rmw] = Rmw::REDUCTIONS;
pub(crate) const BOOLEANS: &[bool] = &[false, true];

/// Tags of self-describing attributes.
pub(crate) mod tag {
    pub(crate) const INTEGER: u8 = 1;
    pub(crate) const FLOAT: u8 = 2;
    pub(crate) const BOOL: u8 = 3;
    pub(crate) const STRING: u8 = 5;
    pub(crate) const ARRAY: u8 = 6;
    pub(crate) const DIV_BY: u8 = 8;
    pub(crate) const SAME_ELEMENTS: u8 = 9;
    pub(crate) const DICTIONARY: u8 = 10;
    pub(crate) const HINTS: u8 = 11;
    pub(crate) const BOUNDED: u8 = 12;
    /// A number among the arguments of a call.
    pub(crate) const CALL_NUMBER: u64 = 209;
    /// An element type among the arguments of a call.
    pub(crate) const CALL_TYPE: u64 = 219;
}
