//! Matrix products: `mma` has the operations, `product` the loop over host numbers.

pub(crate) mod mma;
pub(crate) mod product;
