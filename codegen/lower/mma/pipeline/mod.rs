//! Loops of matrix products as software pipelines.

mod block_merge;
mod computed_factors;
pub(crate) mod plan;
pub(crate) mod ring;
pub(crate) mod ring_loop;
pub(crate) mod roles;
pub(crate) mod specialized;
mod stage;
pub(crate) mod staged_loop;
pub(crate) mod staged_product;
pub(crate) mod tensor;
mod trip_count;
pub(crate) mod warpgroup;
