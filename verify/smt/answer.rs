//! What the solver says of a formula.

/// What the solver says of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// No values make it true.
    Impossible,
    /// Some do.
    Possible,
    /// It gave up.
    Unknown,
}
