//! What is known of a kernel before its code is made.
//!
//! Where arrays may meet, what numbers are multiples of and where values are defined is open to whoever tells another compiler.

pub mod alias;
pub(crate) mod contiguity;
pub mod definitions;
pub mod divisibility;
pub(crate) mod effects;
pub(crate) mod facts;
pub(crate) mod narrow_loads;
pub mod parameters;
pub(crate) mod private_bins;
pub(crate) mod producer_slice;
pub(crate) mod schedule;
pub(crate) mod tile_order;
pub(crate) mod truth_values;
pub(crate) mod unroll;
