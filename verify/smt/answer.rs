//! What the solver says of a formula.

/// What the solver says of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The formula is unsatisfiable.
    Impossible,
    /// Some do.
    Possible,
    /// The solver gave up.
    Unknown,
}
