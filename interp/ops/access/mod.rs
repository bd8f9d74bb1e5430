//! Operations on memory.
//!
//! `plan` has which elements an operation accesses and what each requires; `pointers` and `views` make plans, `transfer`
//! and `atomic` carry them out, and `arrays` makes memory that is no parameter.

pub(crate) mod arrays;
pub(crate) mod atomic;
pub(crate) mod plan;
pub(crate) mod pointers;
pub(crate) mod transfer;
pub(crate) mod views;
