//! Which elements of the operands make an element of the result: index maps, reductions, matrix products, and elements
//! cut into bytes.

pub mod bits;
pub mod mma;
pub mod reduce;
pub mod shape;
