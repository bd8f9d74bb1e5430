//! The language: what every tile operation means, and when it is undefined.
//!
//! In reading order:
//!
//! 1. [`syntax`] says what a kernel is, [`parse`] and [`mod@print`] how one is written, [`valid`] when it is well-formed, and
//!    `packing` what views of elements that share bytes stand for;
//! 2. [`rules`] says what must hold, [`domain`] in which words meaning is written;
//! 3. [`ops`] says what every operation means: `integer`, `bitwise`, `convert`, `float` and `math` of one element, `shape`,
//!    `reduce` and `mma` of whole tiles, `accuracy` of how near results are, `assume` and `control` of what is promised and what
//!    runs, `view`, `memory` and `atomic` of what is touched; [`memory`] says which accesses need an order, and what
//!    they can read;
//! 4. [`contract`] says what a launch promises; [`fold`] takes out of a kernel what is known before it runs;
//! 5. [`prose`] reads all of it as formulas, and [`chapters`] has it as text;
//! 6. [`proof`] lists what must be shown of a kernel, and makes a proved one of what was.
//!
//! A chapter is two files, `x.rs` and `x.md`: the definitions, and beside them why they are so, what documents,
//! compilers and hardware say of it, and for every rule a kernel that breaks it and one that only just keeps it.

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
