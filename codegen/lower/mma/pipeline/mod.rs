//! Loops of matrix products as software pipelines.

mod block_merge;
mod computed_factors;
pub(crate) mod iterations;
pub(crate) mod main_loop;
pub(crate) mod plan;
pub(crate) mod ring;
pub(crate) mod ring_loop;
pub(crate) mod roles;
pub(crate) mod software_pipeline;
pub(crate) mod specialized;
pub(crate) mod staged_loop;
pub(crate) mod staged_product;
pub(crate) mod tensor;
pub(crate) mod tile_copy;
pub(crate) mod warpgroup;
