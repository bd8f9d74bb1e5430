//! Element-wise operations, a file a chapter of `spec/ops`.

pub(crate) mod bitwise;
pub(crate) mod convert;
pub(crate) mod dispatch;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod math;
mod usual;
