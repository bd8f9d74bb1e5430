//! Expressions of contracts: small ones made of others.

use spec::syntax::contract::{Binary, Expr};

pub(super) use spec::syntax::contract::binary;

/// Whether an expression names an extent of the grid.
pub(super) fn is_about_grid(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) => false,
        Expr::Name(name) => name.starts_with("grid."),
        Expr::Unary(_, operand) | Expr::Element(_, operand) => is_about_grid(operand),
        Expr::Binary(_, lhs, rhs) => is_about_grid(lhs) || is_about_grid(rhs),
    }
}

/// `lhs op rhs`, without neutral numbers.
pub(super) fn sum(lhs: Option<Expr>, number: i128) -> Expr {
    match (lhs, number) {
        (None, number) => Expr::Number(number),
        (Some(lhs), 0) => lhs,
        (Some(lhs), number) if number < 0 => binary(Binary::Sub, lhs, Expr::Number(-number)),
        (Some(lhs), number) => binary(Binary::Add, lhs, Expr::Number(number)),
    }
}

/// `factor * expr`
pub(super) fn times(factor: i128, expr: Expr) -> Expr {
    if factor == 1 { expr } else { binary(Binary::Mul, Expr::Number(factor), expr) }
}

/// Whether an operator stands in an expression.
pub(super) fn mentions(expr: &Expr, wanted: Binary) -> bool {
    match expr {
        Expr::Number(_) | Expr::Name(_) => false,
        Expr::Unary(_, operand) | Expr::Element(_, operand) => mentions(operand, wanted),
        Expr::Binary(op, lhs, rhs) => *op == wanted || mentions(lhs, wanted) || mentions(rhs, wanted),
    }
}
