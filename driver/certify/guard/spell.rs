//! Conditions in the words of a host language. Every number is inside `N(…)`: C++ tracks exactness there.

use spec::syntax::contract::{Binary, Expr, Unary};

/// The connectives of a language, and whether its literals have any size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words {
    pub(crate) and: &'static str,
    pub(crate) or: &'static str,
    pub(crate) large_literals: bool,
}

impl Words {
    /// An expression, every part of it in parentheses.
    pub(crate) fn spell(self, expr: &Expr) -> String {
        match expr {
            // A literal of C++ has at most 64 bits.
            Expr::Number(number)
                if self.large_literals || i64::try_from(*number).is_ok_and(|n| n > i64::MIN) =>
            {
                format!("N({number})")
            }
            Expr::Number(number) => {
                let (high, low) = (number.div_euclid(1 << 62), number.rem_euclid(1 << 62));
                format!("({} * N(1ll << 62) + N({low}))", self.spell(&Expr::Number(high)))
            }
            Expr::Name(name) => format!("N({name})"),
            Expr::Unary(Unary::Neg, operand) => format!("(N(0) - {})", self.spell(operand)),
            Expr::Unary(Unary::Not, _) | Expr::Element(..) => {
                unreachable!("conditions of a launch have neither negations nor elements")
            }
            Expr::Binary(op, lhs, rhs) => self.binary(*op, &self.spell(lhs), &self.spell(rhs)),
        }
    }

    fn binary(self, op: Binary, lhs: &str, rhs: &str) -> String {
        match op {
            Binary::Div => format!("div({lhs}, {rhs})"),
            Binary::Rem => format!("mod({lhs}, {rhs})"),
            Binary::Cdiv => format!("cdiv({lhs}, {rhs})"),
            Binary::Min => format!("least({lhs}, {rhs})"),
            Binary::Max => format!("greatest({lhs}, {rhs})"),
            Binary::And => format!("({lhs} {} {rhs})", self.and),
            Binary::Or => format!("({lhs} {} {rhs})", self.or),
            // At the outermost place the guard's own parentheses stand around a comparison.
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                format!("({lhs} {} {rhs})", op.symbol())
            }
            Binary::Add | Binary::Sub | Binary::Mul => format!("({lhs} {} {rhs})", op.symbol()),
        }
    }
}
