//! Clauses without duplicates, and the lengths of arrays in clauses about the grid.

use spec::syntax::contract::{Binary, Expr, GRID, binary};
use verify::Clause;

use super::terms::expressions::{excess, is_within};

/// The names in the extent of a grid's axis, each with the number by which it is divided.
pub(super) fn parts<'e>(expr: &'e Expr, by: u32, found: &mut Vec<(&'e str, u32)>) {
    match expr {
        Expr::Name(name) => found.push((name, by)),
        Expr::Binary(Binary::Div | Binary::Cdiv, whole, part) => {
            let part = if let Expr::Number(number) = **part { u32::try_from(number).ok() } else { None };
            parts(whole, part.filter(|part| *part > 0).map_or(by, |part| by.saturating_mul(part)), found);
        }
        Expr::Binary(_, lhs, rhs) => {
            parts(lhs, by, found);
            parts(rhs, by, found);
        }
        Expr::Number(_) | Expr::Unary(..) | Expr::Element(..) => {}
    }
}

/// Of `grid.x <= n / 128`: the axis, the argument and the length of a tile. Of `grid.x <= rows`, a tile is one row.
pub(super) fn bounded_by_whole_tiles(clause: &Clause) -> Option<(usize, &str, u32)> {
    let Clause::Requires(Expr::Binary(Binary::Le, axis, most)) = clause else { return None };
    let Expr::Name(axis) = &**axis else { return None };
    let along = GRID.iter().position(|name| name == axis)?;
    let (length, tile) = match &**most {
        Expr::Name(length) if !GRID.contains(&length.as_str()) => (length, 1),
        Expr::Binary(Binary::Div, length, tile) => match (&**length, &**tile) {
            (Expr::Name(length), Expr::Number(tile)) => (length, *tile),
            (_, _) => return None,
        },
        Expr::Name(_) | Expr::Number(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
            return None;
        }
    };
    let tile = u32::try_from(tile).ok().filter(|tile| *tile > 0)?;
    Some((along, length, tile))
}

/// Of a length `256 * grid.x`: the axis, and how many elements a block has.
pub(super) fn grid_steps(len: &Expr) -> Option<(usize, u32)> {
    let Expr::Binary(Binary::Mul, by, axis) = len else { return None };
    let (Expr::Number(by), Expr::Name(axis)) = (&**by, &**axis) else { return None };
    let along = GRID.iter().position(|name| name == axis)?;
    Some((along, u32::try_from(*by).ok()?))
}

/// Clauses, each once.
#[derive(Default)]
pub(super) struct Clauses(pub(super) Vec<Clause>);

impl Clauses {
    pub(super) fn add(&mut self, op: Binary, left: Expr, right: Expr) {
        self.push(Clause::Requires(binary(op, left, right)));
    }

    /// Adds a clause; of two sizes of a buffer, the greater is kept.
    pub(super) fn push(&mut self, clause: Clause) {
        if let Clause::Align { parameter, bytes: more, .. } = &clause {
            let before = self.0.iter_mut().find_map(|one| {
                let Clause::Align { parameter: of, bytes, .. } = one else { return None };
                (of == parameter).then_some(bytes)
            });
            match before {
                Some(bytes) => *bytes = (*bytes).max(*more),
                None => self.0.push(clause),
            }
            return;
        }
        let Clause::Buffer { parameter, len: more, .. } = &clause else {
            if let Some(before) = self.0.iter_mut().find(|one| is_weaker(one, &clause)) {
                *before = clause;
            } else if !self.0.contains(&clause) && !self.0.iter().any(|one| is_weaker(&clause, one)) {
                self.0.push(clause);
            }
            return;
        };
        let before = self.0.iter_mut().find_map(|one| {
            let Clause::Buffer { parameter: of, len, .. } = one else { return None };
            (of == parameter).then_some(len)
        });
        match before {
            Some(len) => *len = greatest(len, more),
            None => self.0.push(clause),
        }
    }
}

/// The maximum of two lengths, possibly nested; a length that is another plus more replaces the other.
fn greatest(len: &Expr, more: &Expr) -> Expr {
    let mut parts = Vec::new();
    parts_of(len, &mut parts);
    if parts.iter().any(|part| is_less(more, part)) {
        return len.clone();
    }
    parts.retain(|part| !is_less(part, more));
    parts.push(more);
    let greatest = parts.into_iter().cloned().reduce(|a, b| binary(Binary::Max, a, b));
    greatest.unwrap_or_else(|| more.clone())
}

/// Whether the first expression lacks addends of the second, or has a smaller number.
fn is_less(lesser: &Expr, greater: &Expr) -> bool {
    is_within(lesser, greater) || excess(lesser, greater).is_some_and(|excess| excess >= 0)
}

/// The operands of a length's maximum; a nonnegative number is one.
fn parts_of<'e>(len: &'e Expr, found: &mut Vec<&'e Expr>) {
    match len {
        Expr::Binary(Binary::Max, a, b) if **b != Expr::Number(0) => {
            parts_of(a, found);
            parts_of(b, found);
        }
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
            found.push(len);
        }
    }
}

/// Whether a comparison is weaker than another about the same number: as a bound from below, or with a smaller
/// bounded number.
fn is_weaker(clause: &Clause, than: &Clause) -> bool {
    let (Clause::Requires(Expr::Binary(op, a, b)), Clause::Requires(Expr::Binary(other, c, d))) =
        (clause, than)
    else {
        return false;
    };
    if op != other || clause == than {
        return false;
    }
    if let (Expr::Number(limit), Expr::Number(tighter)) = (&**b, &**d)
        && a == c
    {
        return *op == Binary::Ge && limit < tighter || *op == Binary::Le && limit > tighter;
    }
    let is_from_below = *op == Binary::Ge && a == c && is_within(b, d);
    is_from_below || *op == Binary::Le && b == d && matches!(**b, Expr::Number(_)) && is_less(a, c)
}

#[cfg(test)]
mod tests {
    use super::super::terms::expressions::fold;
    use super::*;

    fn name(name: &str) -> Expr {
        Expr::Name(name.to_owned())
    }

    #[test]
    fn of_two_lengths_the_one_with_more_added_is_said() {
        let natural = |len: Expr| binary(Binary::Max, len, Expr::Number(0));
        let row = binary(Binary::Mul, name("row"), name("stride"));
        let one = natural(binary(Binary::Add, row.clone(), name("n")));
        let two = natural(binary(Binary::Add, row, fold(Binary::Mul, Expr::Number(2), name("n"))));
        assert_eq!(greatest(&one, &two), two);
        assert_eq!(greatest(&two, &one), two);
        let other = natural(name("m"));
        let both = binary(Binary::Max, one.clone(), other.clone());
        assert_eq!(greatest(&one, &other), both);
        assert_eq!(greatest(&both, &two), binary(Binary::Max, other, two));
    }

    #[test]
    fn of_two_lengths_that_differ_in_a_number_the_greater_is_said() {
        let natural = |len: Expr| binary(Binary::Max, len, Expr::Number(0));
        let rows = |less: i128| {
            fold(Binary::Sub, fold(Binary::Mul, Expr::Number(64), name("n")), Expr::Number(less))
        };
        assert_eq!(greatest(&rows(48), &rows(16)), rows(16));
        assert_eq!(greatest(&natural(rows(16)), &natural(rows(48))), natural(rows(16)));
        assert_eq!(greatest(&natural(rows(16)), &rows(48)), binary(Binary::Max, natural(rows(16)), rows(48)));
    }

    #[test]
    fn of_two_bounds_the_one_with_more_room_is_kept() {
        let mut clauses = Clauses::default();
        let two = fold(Binary::Mul, Expr::Number(2), name("n"));
        clauses.add(Binary::Ge, name("stride"), name("n"));
        clauses.add(Binary::Ge, name("stride"), two.clone());
        clauses.add(Binary::Ge, name("stride"), name("n"));
        clauses.add(Binary::Ge, name("stride"), name("m"));
        let bound = |room: Expr| Clause::Requires(binary(Binary::Ge, name("stride"), room));
        assert_eq!(clauses.0, [bound(two), bound(name("m"))]);
        let below = |less: i128| {
            let sum = fold(Binary::Sub, binary(Binary::Mul, name("n"), name("m")), Expr::Number(less));
            Clause::Requires(binary(Binary::Le, sum, Expr::Number(100)))
        };
        let mut clauses = Clauses::default();
        [below(4), below(1), below(3)].into_iter().for_each(|clause| clauses.push(clause));
        assert_eq!(clauses.0, [below(1)]);
    }
}
