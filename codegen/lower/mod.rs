//! The code of every operation, a chapter a file.

pub(crate) mod arith;
pub(crate) mod block_order;
pub(crate) mod block_size;
pub(crate) mod control;
pub(crate) mod element_type;
pub(crate) mod elementwise;
pub(crate) mod iota;
pub(crate) mod math;
pub(crate) mod memory;
pub(crate) mod mma;
pub(crate) mod operands;
pub(crate) mod operation;
pub(crate) mod printf_assert;
pub(crate) mod reduce;
pub(crate) mod rematerialize;
pub(crate) mod scan;
pub(crate) mod select;
pub(crate) mod shape;
pub(crate) mod tile;
pub(crate) mod warp_specialization;
