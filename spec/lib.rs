//! The language: what every tile operation means, and when it is undefined. In reading order:
//! [`syntax`] says what a kernel is, [`parse`] and [`print`] how one is written, [`valid`] when it is well-formed, [`rules`] what must hold, [`domain`] in which
//! words meaning is written, [`ops`] what every operation means, [`contract`] what a launch promises.

pub mod chapters;
pub mod contract;
pub mod domain;
pub mod ops;
pub mod parse;
pub mod print;
pub mod problem;
pub mod prose;
pub mod rules;
pub mod syntax;
pub mod valid;
