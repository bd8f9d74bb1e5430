//! Matrix products.

pub(crate) mod extents;
pub(crate) mod fma;
pub(crate) mod instruction;
pub(crate) mod narrow;
pub(crate) mod pipeline;
pub(crate) mod product;
pub(crate) mod product_kind;
pub(crate) mod strategy;
pub(crate) mod warp;
