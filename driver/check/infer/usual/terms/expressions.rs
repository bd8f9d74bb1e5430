//! Expressions of clauses made of others, in the shortest words.

use spec::syntax::contract::{Binary, Expr, binary};

/// `lhs op rhs`, folded for two numbers; neutral numbers are dropped, and an added number stands at the end.
pub(in crate::check::infer::usual) fn fold(op: Binary, lhs: Expr, rhs: Expr) -> Expr {
    if let Some(of) = is_rounded_up(op, &lhs, &rhs) {
        return binary(Binary::Cdiv, of, rhs);
    }
    if let Some(of) = divided(op, &lhs, &rhs) {
        return of;
    }
    match (op, &lhs, &rhs) {
        (Binary::Mul, Expr::Number(a), Expr::Number(b)) => Expr::Number(a * b),
        (Binary::Mul, Expr::Number(0), _) => lhs,
        (Binary::Div, Expr::Number(a), Expr::Number(b)) if *b > 0 => Expr::Number(a.div_euclid(*b)),
        (Binary::Cdiv, Expr::Number(a), Expr::Number(b)) if *b > 0 => Expr::Number(-(-a).div_euclid(*b)),
        (Binary::Max, Expr::Number(a), Expr::Number(b)) => Expr::Number(*a.max(b)),
        (Binary::Min, Expr::Number(a), Expr::Number(b)) => Expr::Number(*a.min(b)),
        (Binary::Mul | Binary::Div | Binary::Cdiv, _, Expr::Number(1)) => lhs,
        (Binary::Mul, Expr::Number(1), _) => rhs,
        (Binary::Mul, _, Expr::Number(_)) => fold(op, rhs, lhs),
        (Binary::Mul, Expr::Number(factor), _) => {
            let (part, number) = split(&rhs);
            let part = part.map_or(Expr::Number(0), |part| {
                let (by, of) = coefficient(&part);
                binary(op, Expr::Number(factor * by), of.clone())
            });
            shift(&part, factor * number)
        }
        (Binary::Add | Binary::Sub, ..) => add(op, &lhs, &rhs),
        _ => binary(op, lhs, rhs),
    }
}

/// The number of a constant expression.
pub(in crate::check::infer::usual) fn number(expr: &Expr) -> Option<i128> {
    if let Expr::Number(number) = expr { Some(*number) } else { None }
}

/// The number that an expression is multiplied by, and the rest.
fn coefficient(expr: &Expr) -> (i128, &Expr) {
    if let Expr::Binary(Binary::Mul, by, of) = expr
        && let Expr::Number(by) = **by
    {
        (by, of)
    } else {
        (1, expr)
    }
}

/// What `(k * m * x + k * n) / k` is: both parts are divided, and nothing is left.
fn divided(op: Binary, lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    let (Binary::Div | Binary::Cdiv, Expr::Number(by @ 2..)) = (op, rhs) else { return None };
    let (part, number) = split(lhs);
    let part = part?;
    let (factor, of) = coefficient(&part);
    let divides = factor != 1 && factor % by == 0 && number % by == 0;
    divides.then(|| shift(&fold(Binary::Mul, Expr::Number(factor / by), of.clone()), number / by))
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
                // `b + b`
                _ if op == Binary::Add && coefficient(&a).1 == &b => {
                    binary(Binary::Mul, Expr::Number(coefficient(&a).0 + 1), b)
                }
                // `x + b + b`
                Expr::Binary(Binary::Add, x, y) if op == Binary::Add && coefficient(y).1 == &b => {
                    let twice = binary(Binary::Mul, Expr::Number(coefficient(y).0 + 1), b);
                    binary(op, (**x).clone(), twice)
                }
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

/// An expression without the number at its end, and the number.
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

/// The dividend of `(a + (m - 1)) / m`, the usual form of a rounded-up quotient.
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

/// Whether a sum equals another, or the other with further addends: arguments are taken as nonnegative.
pub(in crate::check::infer::usual) fn is_within(expr: &Expr, other: &Expr) -> bool {
    if let (Expr::Binary(Binary::Max, a, least), Expr::Binary(Binary::Max, b, other)) = (expr, other) {
        return least == other && is_within(a, b);
    }
    let (mut all, mut more) = (Vec::new(), Vec::new());
    add_up(expr, &mut all);
    add_up(other, &mut more);
    let has = |of: &Expr, by: i128| more.iter().any(|(one, times)| is_fewer(of, one) && *times >= by);
    // Nothing is taken of what is no argument: it may be less than nothing.
    let is_argument = |(of, by): &(&Expr, i128)| *by > 0 && matches!(of, Expr::Name(_));
    let is_same = |(of, by): &(&Expr, i128)| all.iter().any(|(one, times)| is_fewer(one, of) && times == by);
    all.iter().all(|(of, by)| has(of, *by)) && more.iter().all(|one| is_argument(one) || is_same(one))
}

/// Whether it equals another, or is a multiple of fewer: `(x - 1) * y` and `x * y`.
fn is_fewer(expr: &Expr, other: &Expr) -> bool {
    let (Expr::Binary(Binary::Mul, a, b), Expr::Binary(Binary::Mul, c, d)) = (expr, other) else {
        return expr == other;
    };
    let (part, number) = split(a);
    b == d && (a == c || number < 0 && part.as_ref() == Some(&**c))
}

/// The parts of a sum, each with how often it is added.
fn add_up<'e>(expr: &'e Expr, found: &mut Vec<(&'e Expr, i128)>) {
    match expr {
        Expr::Binary(Binary::Add, a, b) => {
            add_up(a, found);
            add_up(b, found);
        }
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
            let (by, of) = coefficient(expr);
            match found.iter_mut().find(|(one, _)| *one == of) {
                Some((_, times)) => *times += by,
                None => found.push((of, by)),
            }
        }
    }
}

/// By how much another expression is greater, if only numbers at their ends differ.
pub(in crate::check::infer::usual) fn excess(expr: &Expr, other: &Expr) -> Option<i128> {
    if let (Expr::Binary(Binary::Max, a, least), Expr::Binary(Binary::Max, b, same)) = (expr, other) {
        return if least == same { excess(a, b) } else { None };
    }
    let ((part, number), (same, more)) = (split(expr), split(other));
    (part == same).then_some(more - number)
}

/// The factors.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> Expr {
        Expr::Name(name.to_owned())
    }

    /// `factor * of + more`
    fn linear(factor: i128, of: &Expr, more: i128) -> Expr {
        shift(&fold(Binary::Mul, Expr::Number(factor), of.clone()), more)
    }

    #[test]
    fn nothing_is_left_that_changes_nothing() {
        let x = name("x");
        assert_eq!(linear(0, &x, 0), Expr::Number(0));
        assert_eq!(linear(1, &x, 0), x);
        assert_eq!(linear(8, &linear(16, &x, -1), 0), linear(128, &x, -8));
    }

    #[test]
    fn what_is_added_twice_is_said_once() {
        let (x, y) = (name("x"), name("y"));
        let sum = |a: &Expr, b: &Expr| fold(Binary::Add, a.clone(), b.clone());
        assert_eq!(sum(&x, &x), linear(2, &x, 0));
        assert_eq!(sum(&sum(&sum(&y, &x), &x), &x), sum(&y, &linear(3, &x, 0)));
        assert_eq!(sum(&sum(&x, &y), &x), binary(Binary::Add, sum(&x, &y), x));
    }

    #[test]
    fn a_sum_is_within_one_with_more() {
        let (x, y) = (name("x"), name("y"));
        let sum = |a: &Expr, b: &Expr| fold(Binary::Add, a.clone(), b.clone());
        assert!(is_within(&sum(&y, &x), &sum(&y, &linear(2, &x, 0))));
        assert!(is_within(&x, &sum(&y, &x)));
        let product = |a: Expr| binary(Binary::Mul, a, y.clone());
        assert!(is_within(&product(shift(&x, -1)), &product(x.clone())));
        assert!(!is_within(&product(x.clone()), &product(shift(&x, -1))));
        assert!(!is_within(&sum(&y, &x), &x));
        // A difference may be negative.
        let difference = binary(Binary::Sub, x.clone(), y);
        assert!(!is_within(&x, &sum(&x, &difference)));
    }

    #[test]
    fn what_a_number_divides_is_divided() {
        let x = name("x");
        let by = |of: Expr, by: i128| fold(Binary::Div, of, Expr::Number(by));
        assert_eq!(shift(&by(linear(128, &x, -128), 128), 1), x);
        assert_eq!(by(linear(128, &x, 64), 32), linear(4, &x, 2));
        assert_eq!(by(linear(128, &x, 1), 128), binary(Binary::Div, linear(128, &x, 1), Expr::Number(128)));
        assert_eq!(by(linear(8, &x, 0), 16), binary(Binary::Div, linear(8, &x, 0), Expr::Number(16)));
    }
}
