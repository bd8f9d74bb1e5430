//! Fractions in clauses, such as `m >= (13 * n + 7) / 10`: sums of unrelated inequalities have them, and sizes of kernels do not.

use spec::syntax::contract::{Binary, Expr};

use super::Clause;

/// Whether a clause multiplies a number by a fraction.
pub(in crate::infer) fn multiplies_by_fraction(clause: &Clause) -> bool {
    match clause {
        Clause::Requires(expr) | Clause::Contents { holds: expr, .. } => has_fraction(expr),
        Clause::Buffer { len, .. } => has_fraction(len),
        Clause::Align { .. } | Clause::Related { .. } => false,
    }
}

/// Whether a product with a number is divided by a number, and neither is a multiple of the other.
fn has_fraction(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) | Expr::Name(_) | Expr::Element(..) => false,
        Expr::Unary(_, of) => has_fraction(of),
        Expr::Binary(Binary::Div | Binary::Cdiv, of, by) => {
            let divides = |factor: i128, by: i128| factor % by == 0 || by % factor == 0;
            let is_fraction = |by: i128| {
                factors(of).into_iter().any(|factor| factor != 0 && by != 0 && !divides(factor, by))
            };
            matches!(**by, Expr::Number(by) if is_fraction(by)) || has_fraction(of)
        }
        Expr::Binary(_, lhs, rhs) => has_fraction(lhs) || has_fraction(rhs),
    }
}

/// The constant factors of the terms of a sum.
fn factors(sum: &Expr) -> Vec<i128> {
    match sum {
        Expr::Binary(Binary::Add | Binary::Sub, lhs, rhs) => [factors(lhs), factors(rhs)].concat(),
        Expr::Binary(Binary::Mul, lhs, rhs) => [lhs, rhs]
            .into_iter()
            .filter_map(|side| match **side {
                Expr::Number(factor) => Some(factor),
                Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
            })
            .collect(),
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use spec::syntax::contract::{Binary, Expr};

    use super::{Clause, multiplies_by_fraction};
    use crate::infer::expressions::binary;

    fn has_slope(factor: i128, divisor: i128, op: Binary) -> bool {
        let product = binary(Binary::Mul, Expr::Number(factor), Expr::Name("n".to_owned()));
        let sum = binary(Binary::Add, product, Expr::Number(7));
        let most = binary(Binary::Add, binary(op, sum, Expr::Number(divisor)), Expr::Number(24));
        let holds = binary(Binary::Ge, Expr::Name("m".to_owned()), most);
        multiplies_by_fraction(&Clause::Requires(holds))
    }

    #[test]
    fn only_slopes_that_are_no_whole_number_and_no_part_are_fractions() {
        assert!(has_slope(13, 10, Binary::Div) && has_slope(1024, 9, Binary::Cdiv));
        assert!(
            !has_slope(1, 128, Binary::Cdiv)
                && !has_slope(128, 2, Binary::Div)
                && !has_slope(2, 128, Binary::Div)
        );
    }
}
