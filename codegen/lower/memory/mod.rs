//! Loads, stores and atomic updates, through pointers and through views.

pub(crate) mod arrays;
pub(crate) mod atomic;
pub(crate) mod coalescing;
pub(crate) mod copied_ahead;
pub(crate) mod kept_tiles;
pub(crate) mod ordering;
pub(crate) mod pieces;
pub(crate) mod pointers;
pub(crate) mod private_bins;
pub(crate) mod sparse_rows;
pub(crate) mod view_access;
pub(crate) mod view_axis;
pub(crate) mod views;
