//! What an operation leaves to do.

use crate::values::value::Value;

/// What an operation leaves to do.
#[derive(Debug)]
pub(crate) enum Flow {
    /// The next operation.
    Next,
    /// The region ends with these results.
    Yield(Vec<Value>),
    /// The next iteration begins with these values.
    Continue(Vec<Value>),
    /// The loop ends with these results.
    Break(Vec<Value>),
    /// The run of the block ends.
    Return,
}
