//! Products of unknowns: lemmas about them, and queries with them as variables.

pub mod lemmas;
pub(crate) mod linearize;
