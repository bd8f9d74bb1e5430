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

/// The load or the computation behind an undetermined value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The operation.
    pub at: Place,
    /// The array, as a parameter.
    pub parameter: Option<usize>,
    /// The reason for the missing value.
    pub cause: Cause,
}

/// The reason why an operation gives no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// Lanes of a tile lie outside of the tensor.
    Outside(Lanes),
    /// Lanes are masked off.
    Masked(Lanes),
    /// The element, by its number, is unwritten.
    Unwritten(i64),
    /// The place declares a variable without a value, or ends a function without a result.
    Unset,
    /// The operands of a computation are outside of the range with results.
    Computed(Computation),
}

/// A computation without a result, such as the conversion of NaN to an integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Computation {
    /// The operation.
    pub op: Op,
    /// The operands, as numbers.
    pub operands: Vec<String>,
    /// The type of the result.
    pub result: Scalar,
    /// Whether the result is a natural number.
    pub unsigned: bool,
    /// The computation of a NaN among the operands, as in `0 / 0`.
    pub nan: Option<String>,
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
