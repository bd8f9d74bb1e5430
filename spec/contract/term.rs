//! Values of contract expressions, and operators over them.

use crate::domain::{Bool as _, Number};
use crate::syntax::contract::Binary;

/// The value of an expression.
#[derive(Debug, Clone)]
pub enum Term<N: Number> {
    /// A number.
    Number(N),
    /// A truth value.
    Truth(N::Bool),
}

impl<N: Number> Term<N> {
    /// The number that an expression is checked to give.
    pub(super) fn number(self) -> N {
        match self {
            Term::Number(number) => number,
            Term::Truth(_) => unreachable!("it is checked to be a number"),
        }
    }

    /// The truth value that an expression is checked to give.
    pub(super) fn truth(self) -> N::Bool {
        match self {
            Term::Truth(truth) => truth,
            Term::Number(_) => unreachable!("it is checked to be a truth value"),
        }
    }
}

impl Binary {
    /// Whether the operator compares two numbers.
    pub const fn compares(self) -> bool {
        matches!(self, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
    }
}

/// An operator over numbers. Division is by the floor.
pub(super) fn apply<N: Number>(op: Binary, lhs: &N, rhs: &N) -> Term<N> {
    let zero = N::constant(0);
    match op {
        Binary::Add => Term::Number(lhs.add(rhs)),
        Binary::Sub => Term::Number(lhs.sub(rhs)),
        Binary::Mul => Term::Number(lhs.mul(rhs)),
        Binary::Div => Term::Number(lhs.div_floor(rhs)),
        Binary::Rem => Term::Number(lhs.rem_floor(rhs)),
        Binary::Cdiv => Term::Number(zero.sub(&zero.sub(lhs).div_floor(rhs))),
        Binary::Min => Term::Number(N::choose(&lhs.less(rhs), lhs, rhs)),
        Binary::Max => Term::Number(N::choose(&lhs.less(rhs), rhs, lhs)),
        Binary::Eq => Term::Truth(lhs.equals(rhs)),
        Binary::Ne => Term::Truth(lhs.equals(rhs).not()),
        Binary::Lt => Term::Truth(lhs.less(rhs)),
        Binary::Le => Term::Truth(lhs.at_most(rhs)),
        Binary::Gt => Term::Truth(rhs.less(lhs)),
        Binary::Ge => Term::Truth(rhs.at_most(lhs)),
        Binary::And | Binary::Or => unreachable!("connectives take truth values"),
    }
}
