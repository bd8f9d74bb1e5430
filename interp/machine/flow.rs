//! The control flow after an operation.

use crate::values::value::Value;

/// The control flow after an operation.
#[derive(Debug)]
pub(crate) enum Flow {
    /// The next operation.
    Next,
    /// Ends the region with these results.
    Yield(Vec<Value>),
    /// Starts the next iteration with these values.
    Continue(Vec<Value>),
    /// Ends the loop with these results.
    Break(Vec<Value>),
    /// The run of the block ends.
    Return,
}
