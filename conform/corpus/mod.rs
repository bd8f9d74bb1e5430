//! The corpus: its lines, launches and cases.

pub(crate) mod collect;
mod compiled;
pub mod directive;
pub mod prepare;
