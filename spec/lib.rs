//! The language: the meaning of every tile operation, and its undefined cases.
//!
//! In reading order:
//!
//! 1. [`syntax`] defines kernels, [`parse`] and [`mod@print`] their text, [`valid`] well-formedness, and `packing` views of elements that
//!    share bytes;
//! 2. [`rules`] lists the rules, [`domain`] is the vocabulary of definitions;
//! 3. [`ops`] defines the operations: `integer`, `bitwise`, `convert`, `float` and `math` on elements, `shape`, `reduce` and `mma` on
//!    tiles, `assume` and `control`, and `view`, `memory` and `atomic` for accesses. `accuracy` bounds errors;
//! 4. [`memory`] is the memory model;
//! 5. [`contract`] defines the promises of a launch; [`fold`] folds constants;
//! 6. [`prose`] reads all definitions as formulas, and [`chapters`] has the text;
//! 7. [`proof`] lists the obligations of a kernel, and makes proved kernels.
//!
//! A chapter is two files. `x.rs` has the definitions. `x.md` has the reasons, statements of documents, and observations of
//! compilers and hardware. It has two kernels per rule: a kernel that breaks the rule, and a kernel that just keeps the rule.

#![warn(clippy::as_conversions)]

pub mod admit;
pub mod chapters;
pub mod contract;
pub mod domain;
pub mod fold;
pub mod memory;
pub mod ops;
mod packing;
pub mod parse;
pub mod print;
pub mod problem;
pub mod proof;
pub mod prose;
pub mod rules;
pub mod syntax;
pub mod valid;

pub use syntax::pointer_origins as origins;
