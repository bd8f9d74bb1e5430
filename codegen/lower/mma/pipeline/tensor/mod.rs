//! Tiles of tensors as bulk copies of boxes (PTX ISA, `cp.async.bulk.tensor`), from memory and to it.

pub(crate) mod load;
pub(crate) mod made;
pub(crate) mod mapped;
pub(crate) mod outer_factor;
pub(crate) mod store;
pub(crate) mod stored_sums;
