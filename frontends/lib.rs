//! Front ends: from what compilers write to [`spec::syntax`], with the author's own places; no meaning of their own.

#![warn(clippy::as_conversions)]

pub mod bytecode;
pub mod triton;
