//! Reductions and scans along an axis.
//!
//! `axis` has how lanes lie along one, `combine` the combiner over whole tiles, `reduction` and `scan` the order of
//! combinations, and `fold` the quick way of most reductions.

pub(crate) mod axis;
pub(crate) mod combine;
pub(crate) mod fold;
pub(crate) mod reduction;
pub(crate) mod scan;
