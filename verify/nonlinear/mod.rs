//! Products of unknowns, and wrapping numbers: lemmas about them, and queries with them as variables.

pub(crate) mod coarse;
pub mod lemmas;
pub(crate) mod linearize;
