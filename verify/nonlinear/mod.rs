//! Products of unknowns and numbers that wrap: lemmas about them, and questions in which they are variables of their own.

pub(crate) mod coarse;
pub mod lemmas;
pub(crate) mod linearize;
