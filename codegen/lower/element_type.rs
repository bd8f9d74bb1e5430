//! The types of elements, as operations on registers see them.

use spec::syntax::kernel::ValueId;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;

/// The element type of a value.
pub(crate) fn scalar_of(code: &Builder<'_>, value: ValueId) -> Scalar {
    match code.kernel().tile(value).element {
        Element::Scalar(scalar) => scalar,
        // A pointer is bits of that many.
        Element::Pointer(_) => Scalar::I64,
    }
}
