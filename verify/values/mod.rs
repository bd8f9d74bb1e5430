//! The values of symbolic execution: elements, tiles as functions from a lane, floats by their bounds, views.

pub(crate) mod access;
pub(crate) mod apply;
pub(crate) mod arithmetic;
pub(crate) mod domain;
pub(crate) mod element;
pub(crate) mod float;
pub(crate) mod lanes;
pub(crate) mod literals;
pub(crate) mod tile;
pub(crate) mod view;
