//! Analyses of a kernel before code generation.
//!
//! The analyses of aliases, divisors and definitions are public for writers of source for another compiler.

pub mod alias;
pub(crate) mod contiguity;
pub(crate) mod copied_ahead;
pub mod definitions;
pub mod divisibility;
pub(crate) mod effects;
pub(crate) mod enlarge;
pub(crate) mod facts;
pub(crate) mod kept_tiles;
pub(crate) mod layout_order;
pub(crate) mod narrow_loads;
pub mod parameters;
pub(crate) mod pointer_views;
pub(crate) mod private_bins;
pub(crate) mod producer_slice;
pub(crate) mod schedule;
pub(crate) mod tile_order;
pub(crate) mod truth_values;
pub(crate) mod unroll;
