//! What is known of a kernel before its code is made.

pub(crate) mod alias;
pub(crate) mod contiguity;
pub(crate) mod definitions;
pub(crate) mod divisibility;
pub(crate) mod effects;
pub(crate) mod facts;
pub(crate) mod parameters;
pub(crate) mod producer_slice;
pub(crate) mod schedule;
pub(crate) mod unroll;
