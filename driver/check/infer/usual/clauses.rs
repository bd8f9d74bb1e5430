//! Clauses, each once, and what those about the grid say of how long arrays are.

use spec::syntax::contract::{Binary, Expr, binary};
use verify::Clause;

use super::terms::words::GRID;

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

/// Of `grid.x <= n / 128`: the axis, the argument and the length of a tile.
pub(super) fn bounded_by_whole_tiles(clause: &Clause) -> Option<(usize, &str, u32)> {
    let Clause::Requires(Expr::Binary(Binary::Le, axis, most)) = clause else { return None };
    let (Expr::Name(axis), Expr::Binary(Binary::Div, length, tile)) = (&**axis, &**most) else { return None };
    let (Expr::Name(length), Expr::Number(tile)) = (&**length, &**tile) else { return None };
    let tile = u32::try_from(*tile).ok().filter(|tile| *tile > 0)?;
    Some((GRID.iter().position(|name| name == axis)?, length, tile))
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

    /// Adds a clause; of sizes of one buffer the greater one is said.
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
            if !self.0.contains(&clause) {
                self.0.push(clause);
            }
            return;
        };
        let before = self.0.iter_mut().find_map(|one| {
            let Clause::Buffer { parameter: of, len, .. } = one else { return None };
            (of == parameter).then_some(len)
        });
        match before {
            Some(len) if is_part(more, len) => {}
            Some(len) => *len = binary(Binary::Max, len.clone(), more.clone()),
            None => self.0.push(clause),
        }
    }
}

/// Whether it is one of what another is the greatest of.
fn is_part(expr: &Expr, of: &Expr) -> bool {
    match of {
        same if same == expr => true,
        Expr::Binary(Binary::Max, a, b) => is_part(expr, a) || is_part(expr, b),
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => false,
    }
}
