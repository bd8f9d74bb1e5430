//! Control flow.

pub(super) mod loops;
pub(super) mod tokens;
