//! The opposite of a condition, without a negation in it.

use spec::syntax::contract::{Binary, Expr, Unary};

/// The negation of an expression. What is not exact is neither less nor not less: nothing is negated as a whole.
pub(super) fn negated(expr: &Expr) -> Expr {
    let Expr::Binary(op, lhs, rhs) = expr else {
        return match expr {
            Expr::Unary(Unary::Not, operand) => Expr::clone(operand),
            Expr::Number(_)
            | Expr::Name(_)
            | Expr::Unary(Unary::Neg, _)
            | Expr::Binary(..)
            | Expr::Element(..) => {
                unreachable!("a bound contract negates truth values only")
            }
        };
    };
    let opposite = match op {
        Binary::And => return Expr::Binary(Binary::Or, negated(lhs).into(), negated(rhs).into()),
        Binary::Or => return Expr::Binary(Binary::And, negated(lhs).into(), negated(rhs).into()),
        Binary::Eq => Binary::Ne,
        Binary::Ne => Binary::Eq,
        Binary::Lt => Binary::Ge,
        Binary::Le => Binary::Gt,
        Binary::Gt => Binary::Le,
        Binary::Ge => Binary::Lt,
        Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::Div
        | Binary::Rem
        | Binary::Cdiv
        | Binary::Min
        | Binary::Max => unreachable!("a bound contract negates truth values only"),
    };
    Expr::Binary(opposite, lhs.clone(), rhs.clone())
}
