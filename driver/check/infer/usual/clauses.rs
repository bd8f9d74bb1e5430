//! What clauses about the grid say of how long arrays are.

use spec::syntax::contract::{Binary, Expr};
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
