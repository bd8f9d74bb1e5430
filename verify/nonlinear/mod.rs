//! Products of unknowns: lemmas about them, and questions in which they are variables of their own.

pub mod lemmas;
pub(crate) mod linearize;
