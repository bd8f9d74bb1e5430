//! What an operation computes: another operation, operand, number, or promise.

pub(super) mod assumptions;
pub(super) mod comparisons;
pub(super) mod constants;
pub(super) mod operands;
pub(super) mod operators;
pub(super) mod promises;
