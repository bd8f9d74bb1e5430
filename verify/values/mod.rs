//! The values of symbolic execution: elements, tiles as functions from a lane, floats by their bounds, views.

pub(crate) mod apply;
pub(crate) mod domain;
pub(crate) mod float;
pub(crate) mod tile;
pub(crate) mod view_access;
