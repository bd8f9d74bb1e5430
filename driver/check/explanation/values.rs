//! The values behind a counterexample.

use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::syntax::types::Scalar;

/// The values behind a violation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explanation {
    /// The operands' numbers.
    pub numbers: Option<Numbers>,
    /// The source of the undetermined value.
    pub origin: Option<Origin>,
}

/// The integers that an operation took in the lane to blame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    /// The operation.
    pub op: Op,
    /// The operands. Of a view: an extent with its stride, or with the step of its tiles.
    pub values: Vec<i128>,
    /// The axis of a view, whose numbers the values are.
    pub axis: Option<usize>,
    /// The type of the first operand.
    pub operand: Scalar,
    /// The type of the result.
    pub result: Scalar,
    /// Whether the numbers are natural.
    pub unsigned: bool,
}

/// The load behind an undetermined value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The load.
    pub at: Place,
    /// The array, as a parameter.
    pub parameter: Option<usize>,
    /// The reason for the missing value.
    pub cause: Cause,
}

/// The reason why a load gives no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// Lanes of a tile lie outside of the tensor.
    Outside(Lanes),
    /// Lanes are masked off.
    Masked(Lanes),
    /// The element, by its number, is unwritten.
    Unwritten(i64),
}

/// Lanes of a tile, in row-major order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lanes {
    /// The index of the first.
    pub first: Vec<u32>,
    /// The index of the last.
    pub last: Vec<u32>,
    /// Whether all lanes between these two are included.
    pub is_run: bool,
}
