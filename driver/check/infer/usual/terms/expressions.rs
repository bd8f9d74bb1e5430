//! Expressions of clauses made of others, in the shortest words.

use spec::syntax::contract::{Binary, Expr, binary};

/// `lhs op rhs`, where both are numbers the number that it is; nothing is left that changes nothing, and a number that is added stands
/// at the end.
pub(in crate::check::infer::usual) fn fold(op: Binary, lhs: Expr, rhs: Expr) -> Expr {
    if let Some(of) = is_rounded_up(op, &lhs, &rhs) {
        return binary(Binary::Cdiv, of, rhs);
    }
    match (op, &lhs, &rhs) {
        (Binary::Mul, Expr::Number(a), Expr::Number(b)) => Expr::Number(a * b),
        (Binary::Div, Expr::Number(a), Expr::Number(b)) if *b > 0 => Expr::Number(a.div_euclid(*b)),
        (Binary::Cdiv, Expr::Number(a), Expr::Number(b)) if *b > 0 => Expr::Number(-(-a).div_euclid(*b)),
        (Binary::Mul | Binary::Div | Binary::Cdiv, _, Expr::Number(1)) => lhs,
        (Binary::Mul, Expr::Number(1), _) => rhs,
        (Binary::Mul, _, Expr::Number(_)) => fold(op, rhs, lhs),
        (Binary::Mul, Expr::Number(factor), _) => {
            let (part, number) = split(&rhs);
            let part = part.map_or(Expr::Number(0), |part| binary(op, lhs.clone(), part));
            shift(&part, factor * number)
        }
        (Binary::Add | Binary::Sub, ..) => add(op, &lhs, &rhs),
        _ => binary(op, lhs, rhs),
    }
}

/// A sum or a difference, with the numbers of both at its end.
fn add(op: Binary, lhs: &Expr, rhs: &Expr) -> Expr {
    let ((a, m), (b, n)) = (split(lhs), split(rhs));
    let (sum, number) = match (a, b) {
        (a, None) => (a, if op == Binary::Sub { m - n } else { m + n }),
        (None, Some(b)) if op == Binary::Add => (Some(b), m + n),
        (None, Some(_)) => return binary(op, lhs.clone(), rhs.clone()),
        (Some(a), Some(b)) => {
            let sum = match &a {
                // `(a - 1) * b + b`
                Expr::Binary(Binary::Mul, x, y) if op == Binary::Add && **y == b => match split(x) {
                    (Some(x), -1) => binary(Binary::Mul, x, b),
                    _ => binary(op, a, b),
                },
                Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
                    binary(op, a, b)
                }
            };
            (Some(sum), if op == Binary::Sub { m - n } else { m + n })
        }
    };
    match (sum, number) {
        (None, number) => Expr::Number(number),
        (Some(sum), 0) => sum,
        (Some(sum), number) if number < 0 => binary(Binary::Sub, sum, Expr::Number(-number)),
        (Some(sum), number) => binary(Binary::Add, sum, Expr::Number(number)),
    }
}

/// An expression without the number at its end, and that number.
fn split(expr: &Expr) -> (Option<Expr>, i128) {
    match expr {
        Expr::Number(number) => (None, *number),
        Expr::Binary(op @ (Binary::Add | Binary::Sub), of, number) => match &**number {
            Expr::Number(number) => {
                (Some((**of).clone()), if *op == Binary::Sub { -number } else { *number })
            }
            Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => (Some(expr.clone()), 0),
        },
        Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => (Some(expr.clone()), 0),
    }
}

/// What is divided in `(a + (m - 1)) / m`, as it is written where a quotient is to be rounded up.
fn is_rounded_up(op: Binary, lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    let (Binary::Div, Expr::Binary(Binary::Add, of, more), Expr::Number(by)) = (op, lhs, rhs) else {
        return None;
    };
    (**more == Expr::Number(by - 1) && *by > 1).then(|| (**of).clone())
}

/// An expression and a number.
pub(in crate::check::infer::usual) fn shift(expr: &Expr, by: i128) -> Expr {
    add(Binary::Add, expr, &Expr::Number(by))
}

/// What is multiplied.
pub(in crate::check::infer::usual) fn factors(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::Binary(Binary::Mul, a, b) => [factors(a), factors(b)].concat(),
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
            vec![expr.clone()]
        }
    }
}

/// The product.
pub(in crate::check::infer::usual) fn product(factors: Vec<Expr>) -> Expr {
    factors.into_iter().fold(Expr::Number(1), |product, one| fold(Binary::Mul, product, one))
}
