//! Matrix products: `mma` has the operations, `product` the loop over numbers, `payload`
//! the same of elements of a field.

pub(crate) mod mma;
pub(crate) mod payload;
pub(crate) mod product;
