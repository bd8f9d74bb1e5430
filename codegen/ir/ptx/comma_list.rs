//! Operands as PTX lists them.

use std::fmt::Display;

/// The items with commas between them.
pub(super) fn join_commas<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
