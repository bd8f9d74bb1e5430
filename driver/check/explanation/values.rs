//! The values behind a counterexample.

use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::syntax::types::Scalar;

/// The values behind a violation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explanation {
    /// The numbers that the operation took.
    pub numbers: Option<Numbers>,
    /// The source of the undetermined value.
    pub origin: Option<Origin>,
}

/// The integers that an operation took in the lane to blame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    /// The operation.
    pub op: Op,
    /// Its operands.
    pub values: Vec<i128>,
    /// The type of the first operand.
    pub operand: Scalar,
    /// The type of the result.
    pub result: Scalar,
    /// Whether they are read as natural numbers.
    pub unsigned: bool,
}

/// The load from which an undetermined value comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The load.
    pub at: Place,
    /// The array that it reads, as a parameter.
    pub parameter: Option<usize>,
    /// The reason why it gives no value.
    pub cause: Cause,
}

/// The reason why a load gives no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// Lanes of a tile lie outside of the tensor.
    Outside(Lanes),
    /// Lanes are masked off.
    Masked(Lanes),
    /// Nobody has written the element, by its number.
    Unwritten(i64),
}

/// Lanes of a tile, in row-major order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lanes {
    /// The index of the first.
    pub first: Vec<u32>,
    /// The index of the last.
    pub last: Vec<u32>,
    /// Whether all lanes between these two belong to them.
    pub is_run: bool,
}
