//! What a kernel is: types, operations, attributes, contracts, launches; no meaning yet.

pub mod array;
pub mod attributes;
pub mod contract;
pub mod count;
pub mod form;
pub mod format;
pub mod kernel;
pub mod launch;
pub mod literal;
pub mod op;
pub mod pointer_origins;
pub mod printf;
pub mod span;
pub mod types;
