//! The corpus: its lines, launches and cases.

pub(crate) mod collect;
pub mod directive;
pub mod prepare;
