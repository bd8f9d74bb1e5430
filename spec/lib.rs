//! The language: what every tile operation means, and when it is undefined. In reading order:
//! [`syntax`] says what a kernel is, [`parse`] and [`print`] how one is written, [`valid`] when it is well-formed,
//! [`rules`] what must hold, [`domain`] in which words meaning is written, [`ops`] what every operation means,
//! [`contract`] what a launch promises; [`fold`] takes out of a kernel what is known before it runs.

pub mod contract;
pub mod domain;
pub mod fold;
pub mod ops;
pub mod parse;
pub mod print;
pub mod problem;
pub mod rules;
pub mod syntax;
pub mod valid;
