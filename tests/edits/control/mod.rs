//! What runs, and in which order.

pub(super) mod loops;
pub(super) mod tokens;
