//! The corpus: its lines, and the launches and cases that they describe.

pub(crate) mod collect;
pub mod directive;
pub mod outcome;
pub mod prepare;
