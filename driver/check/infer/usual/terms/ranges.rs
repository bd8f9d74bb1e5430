//! Conditions that keep an index below the number of tiles of its axis: the greatest value of its term in closed form. For a digit
//! of a number in a mixed base (`n / k` and `n % k`, `a * k + b`) they are about the number. It is a weakest precondition (Dijkstra
//! 1975) read off the term; none of it is proved here.

use spec::syntax::contract::{Binary, Expr, binary};

use super::expressions::{factors, fold, number, product, shift};
use super::words::Words;
use super::{Term, VALUE};

/// `lhs <= rhs`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::check::infer::usual) struct AtMost(
    pub(in crate::check::infer::usual) Expr,
    pub(in crate::check::infer::usual) Expr,
);

/// Conditions for a nonnegative term to be less than a number; `None` without a closed form.
pub(in crate::check::infer::usual) fn keep_below(
    words: &Words<'_>,
    term: &Term,
    limit: &Expr,
) -> Option<Vec<AtMost>> {
    let at_most = |upper: Expr, limit: Expr| vec![AtMost(upper, limit)];
    match term {
        Term::Uniform(expr) => Some(at_most(shift(expr, 1), limit.clone())),
        Term::Block(axis) => Some(at_most(words.grid(*axis), limit.clone())),
        Term::Counter(end) => Some(at_most(maximum(words, end)?, limit.clone())),
        Term::Element { .. } | Term::Narrow { .. } => {
            Some(at_most(shift(&maximum(words, term)?, 1), limit.clone()))
        }
        Term::Grouped { number, tiles, end } => {
            let mut all = keep_below(words, number, tiles)?;
            all.push(AtMost(end.clone(), limit.clone()));
            Some(all)
        }
        Term::Both(Binary::Div, of, by) => {
            let Term::Uniform(by) = &**by else { return None };
            keep_below(words, of, &fold(Binary::Mul, by.clone(), limit.clone()))
        }
        Term::Both(Binary::Rem, _, by) => {
            let Term::Uniform(by) = &**by else { return None };
            Some(at_most(by.clone(), limit.clone()))
        }
        Term::Both(Binary::Add, lhs, rhs) => {
            let digits = |high: &Term, low: &Term| keep_digits_below(words, high, low, limit);
            if let Some(all) = digits(lhs, rhs).or_else(|| digits(rhs, lhs)) {
                return Some(all);
            }
            Some(at_most(shift(&maximum(words, term)?, 1), limit.clone()))
        }
        Term::Both(Binary::Sub | Binary::Mul | Binary::Cdiv | Binary::Min | Binary::Max, ..) => {
            Some(at_most(shift(&maximum(words, term)?, 1), limit.clone()))
        }
        Term::Both(..) => None,
    }
}

/// The same of `high * base + low`, where the low digit is to be less than the base.
fn keep_digits_below(words: &Words<'_>, high: &Term, low: &Term, limit: &Expr) -> Option<Vec<AtMost>> {
    let Term::Both(Binary::Mul, a, b) = high else { return None };
    let (of, base) = match (&**a, &**b) {
        (of, Term::Uniform(base)) | (Term::Uniform(base), of) => (of, base),
        _ => return None,
    };
    let low = shift(&maximum(words, low)?, 1);
    if let (Expr::Number(low), Expr::Number(base)) = (&low, base)
        && low > base
    {
        return None;
    }
    let high = shift(&maximum(words, of)?, 1);
    Some(vec![AtMost(low, base.clone()), AtMost(fold(Binary::Mul, high, base.clone()), limit.clone())])
}

/// The greatest value of a term, if it is taken to be at least 0.
pub(in crate::check::infer::usual) fn maximum(words: &Words<'_>, term: &Term) -> Option<Expr> {
    match term {
        Term::Uniform(expr) => Some(expr.clone()),
        Term::Block(axis) => Some(shift(&words.grid(*axis), -1)),
        Term::Counter(end) => Some(shift(&maximum(words, end)?, -1)),
        // Said of every element.
        Term::Element { .. } => Some(Expr::Name(VALUE.to_owned())),
        Term::Narrow { below, .. } => Some(Expr::Number(below - 1)),
        Term::Grouped { end, .. } => Some(shift(end, -1)),
        // A loop that moves a pointer backward is at its greatest place at first.
        Term::Both(Binary::Mul, lhs, rhs) if is_negative(lhs) || is_negative(rhs) => Some(Expr::Number(0)),
        Term::Both(op @ (Binary::Add | Binary::Mul | Binary::Max), lhs, rhs) => {
            Some(fold(*op, maximum(words, lhs)?, maximum(words, rhs)?))
        }
        Term::Both(op @ (Binary::Sub | Binary::Div | Binary::Cdiv), lhs, rhs) => match &**rhs {
            Term::Uniform(rhs) => Some(fold(*op, maximum(words, lhs)?, rhs.clone())),
            // A loop that counts down, from the last tile to the first.
            Term::Counter(_) if *op == Binary::Sub && lhs.is_same_for_all() => maximum(words, lhs),
            // A loaded number minus a place, as in a window that ends with a sequence.
            Term::Counter(_) | Term::Block(_) if *op == Binary::Sub && lhs.element().is_some() => {
                maximum(words, lhs)
            }
            Term::Counter(_)
            | Term::Block(_)
            | Term::Element { .. }
            | Term::Narrow { .. }
            | Term::Grouped { .. }
            | Term::Both(..) => {
                // The lesser of two ends, less the begin.
                let (a, b) = lhs.both(Binary::Min).filter(|_| *op == Binary::Sub)?;
                let less = |end: &Term| maximum(words, &Term::of(*op, end.clone(), (**rhs).clone()));
                less(a).or_else(|| less(b))
            }
        },
        Term::Both(Binary::Rem, _, by) => {
            let Term::Uniform(by) = &**by else { return None };
            Some(shift(by, -1))
        }
        // The value shared by all blocks cuts the other.
        Term::Both(Binary::Min, lhs, rhs) => match (&**lhs, &**rhs) {
            (Term::Uniform(expr), _) | (_, Term::Uniform(expr)) => Some(expr.clone()),
            // A length that was loaded ends what is computed from it.
            (_, end @ Term::Element { .. }) => maximum(words, end),
            (lhs, _) => maximum(words, lhs),
        },
        Term::Both(..) => None,
    }
}

/// Whether a factor is a number below zero, or a negated size.
fn is_negative(factor: &Term) -> bool {
    let Term::Uniform(expr) = factor else { return false };
    match expr {
        Expr::Number(number) => *number < 0,
        Expr::Binary(Binary::Mul, by, _) => number(by).is_some_and(|by| by < 0),
        Expr::Binary(Binary::Sub, from, _) => number(from) == Some(0),
        Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => false,
    }
}

/// The condition in the shortest words; `None` if it always holds.
pub(in crate::check::infer::usual) fn simplify(AtMost(upper, limit): AtMost) -> Option<Expr> {
    if let Expr::Number(limit) = limit
        && let Some(isolated) = isolate(&upper, limit)
    {
        return simplify(isolated);
    }
    match (&upper, &limit) {
        (Expr::Number(upper), Expr::Number(limit)) if upper <= limit => None,
        (Expr::Binary(Binary::Cdiv, a, by), Expr::Binary(Binary::Cdiv, b, same)) if by == same => {
            simplify(AtMost((**a).clone(), (**b).clone()))
        }
        // As many tiles as that begin below the end.
        (Expr::Number(tiles), Expr::Binary(Binary::Cdiv, extent, tile)) => match &**tile {
            Expr::Number(tile) => simplify(AtMost(Expr::Number((tiles - 1) * tile + 1), (**extent).clone())),
            Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
                Some(binary(Binary::Le, upper, limit))
            }
        },
        // A quotient times the divisor is no less where nothing is left.
        (of, Expr::Binary(Binary::Mul, quotient, by))
            if **quotient == binary(Binary::Div, (*of).clone(), (**by).clone()) =>
        {
            Some(binary(Binary::Eq, binary(Binary::Rem, (*of).clone(), (**by).clone()), Expr::Number(0)))
        }
        (Expr::Number(least), Expr::Binary(Binary::Mul, by, of)) if matches!(**by, Expr::Number(1..)) => {
            let Expr::Number(by) = **by else { return None };
            simplify(AtMost(Expr::Number(-(-least).div_euclid(by)), (**of).clone()))
        }
        // Blocks of one size in as many places.
        (Expr::Binary(Binary::Add, quotient, one), _)
            if **one == Expr::Number(1) && places(quotient).is_some() =>
        {
            let (of, size) = places(quotient)?;
            simplify(AtMost(of.clone(), fold(Binary::Mul, size.clone(), limit.clone())))
        }
        // A quotient is at least 1 from its divisor on.
        (Expr::Number(1), Expr::Binary(Binary::Div, of, by)) => {
            simplify(AtMost((**by).clone(), (**of).clone()))
        }
        (Expr::Number(_) | Expr::Name(_), Expr::Name(_)) if !is_grid(&upper) => {
            (upper != limit).then(|| binary(Binary::Ge, limit, upper))
        }
        _ => {
            let (mut left, mut right) = (factors(&upper), factors(&limit));
            left.retain(|one| match right.iter().position(|other| other == one) {
                Some(at) => {
                    right.remove(at);
                    false
                }
                None => true,
            });
            if left.len() < factors(&upper).len() {
                return simplify(AtMost(product(left), product(right)));
            }
            Some(binary(Binary::Le, upper, limit))
        }
    }
}

/// Moves the numbers that are added, multiplied or divide to the other side of an upper bound.
fn isolate(upper: &Expr, limit: i128) -> Option<AtMost> {
    let Expr::Binary(op, lhs, rhs) = upper else { return None };
    let (of, limit) = match (op, number(lhs), number(rhs)) {
        (Binary::Add, _, Some(more)) => (lhs, limit - more),
        (Binary::Sub, _, Some(less)) => (lhs, limit + less),
        (Binary::Div, _, Some(by @ 1..)) => (lhs, limit * by + by - 1),
        (Binary::Cdiv, _, Some(by @ 1..)) => (lhs, limit * by),
        (Binary::Mul, Some(by @ 1..), _) => (rhs, limit.div_euclid(by)),
        _ => return None,
    };
    Some(AtMost((**of).clone(), Expr::Number(limit)))
}

/// The `(n, k)` of `(n - 1) / k`, which is one less than the number of places for `n` with `k` each.
fn places(quotient: &Expr) -> Option<(&Expr, &Expr)> {
    let Expr::Binary(Binary::Div, last, size) = quotient else { return None };
    let Expr::Binary(Binary::Sub, of, one) = &**last else { return None };
    (number(size).is_some_and(|size| size > 0) && **one == Expr::Number(1)).then_some((of, size))
}

fn is_grid(expr: &Expr) -> bool {
    matches!(expr, Expr::Name(name) if name.starts_with("grid."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_most(upper: Expr, limit: Expr) -> Option<String> {
        simplify(AtMost(upper, limit)).map(|holds| holds.to_string())
    }

    fn times(by: i128, name: &str) -> Expr {
        fold(Binary::Mul, Expr::Number(by), Expr::Name(name.to_owned()))
    }

    #[test]
    fn factors_that_are_numbers_go_to_the_other_side() {
        assert_eq!(at_most(Expr::Number(12), times(3, "n")).as_deref(), Some("n >= 4"));
        assert_eq!(at_most(Expr::Number(13), times(3, "n")).as_deref(), Some("n >= 5"));
        assert_eq!(at_most(times(32, "grid.x"), Expr::Number(256)).as_deref(), Some("grid.x <= 8"));
        assert_eq!(at_most(times(32, "grid.x"), Expr::Number(255)).as_deref(), Some("grid.x <= 7"));
        let tiles = fold(Binary::Cdiv, times(1, "n"), Expr::Number(64));
        assert_eq!(
            at_most(fold(Binary::Mul, Expr::Number(64), tiles), Expr::Number(130)).as_deref(),
            Some("n <= 128")
        );
        let quotient = fold(Binary::Div, shift(&times(1, "grid.y"), -1), Expr::Number(8));
        assert_eq!(at_most(quotient, Expr::Number(3)).as_deref(), Some("grid.y <= 32"));
    }
}
