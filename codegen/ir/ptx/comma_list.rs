//! PTX operand lists.

use std::fmt::Display;

/// Joins the items with commas.
pub(super) fn join_commas<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
