//! Edges of a contract: the outermost values that a clause leaves an expression, and how to get there.

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Binary, Expr, Unary};

use super::point::Point;
use super::random::Draw;

/// The edge of a clause: the outermost permitted value of an expression, at a distance from another expression.
pub(super) struct Edge<'e> {
    of: &'e Expr,
    value: &'e Expr,
    distance: i128,
    /// Whether all further values are forbidden.
    exact: bool,
}

impl<'e> Edge<'e> {
    /// The edges of a clause and its parts: for a disjunction all, each sufficient.
    pub(super) fn all(clause: &'e Expr) -> Vec<Self> {
        let Expr::Binary(op, lhs, rhs) = clause else { return Vec::new() };
        let (left, right) = match op {
            Binary::And => return [Edge::all(lhs), Edge::all(rhs)].into_iter().flatten().collect(),
            Binary::Or => {
                let sides = [Edge::all(lhs), Edge::all(rhs)].into_iter().flatten();
                return sides.map(|edge| Edge { exact: false, ..edge }).collect();
            }
            Binary::Eq | Binary::Le | Binary::Ge => (0, 0),
            Binary::Lt | Binary::Ne => (-1, 1),
            Binary::Gt => (1, -1),
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem => return Vec::new(),
            Binary::Cdiv | Binary::Min | Binary::Max => return Vec::new(),
        };
        let sides: [(&'e Expr, &'e Expr, i128); 2] = [(lhs, rhs, left), (rhs, lhs, right)];
        let is_fixed = |expr: &Expr| matches!(expr, Expr::Number(_));
        let edge = |(of, value, distance)| Edge { of, value, distance, exact: *op == Binary::Eq };
        sides.into_iter().filter(|(of, _, _)| !is_fixed(of)).map(edge).collect()
    }

    /// The variable with a single permitted value, if any, and the value.
    pub(super) fn equation(&self, bound: &Bound<'_>) -> Option<(Symbol, &'e Expr)> {
        match self.of {
            Expr::Name(name) if self.exact => Some((bound.symbol(name)?, self.value)),
            Expr::Name(_) | Expr::Number(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
        }
    }

    /// Moves a point to the edge, or near it, by one variable of the expression.
    pub(super) fn approach(&self, point: &mut Point, bound: &Bound<'_>, draw: &mut Draw) {
        let value = point.number(bound, self.value).saturating_add(self.distance);
        aim(point, bound, self.of, value, draw);
    }
}

/// Sets a variable of an expression to give the expression a wanted value, if possible.
fn aim(point: &mut Point, bound: &Bound<'_>, expr: &Expr, wanted: i128, draw: &mut Draw) {
    let (op, lhs, rhs) = match expr {
        Expr::Number(_) | Expr::Unary(Unary::Not, _) | Expr::Element(..) => return,
        Expr::Name(name) => {
            if let Some(symbol) = bound.symbol(name) {
                point.set(symbol, wanted);
            }
            return;
        }
        Expr::Unary(Unary::Neg, of) => return aim(point, bound, of, wanted.saturating_neg(), draw),
        Expr::Binary(op, lhs, rhs) => (op, lhs, rhs),
    };
    let left = match (&**lhs, &**rhs) {
        (Expr::Number(_), _) => false,
        (_, Expr::Number(_)) => true,
        (Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..), _) => draw.below(2) == 0,
    };
    let (chosen, other) = if left { (lhs, rhs) } else { (rhs, lhs) };
    let other = point.number(bound, other);
    // The remainder of a division: zero, the maximum, or in between.
    let rest = |draw: &mut Draw| {
        let most = other.saturating_abs().saturating_sub(1).max(0);
        *draw.one(&[0, most, most / 2, most.min(1)])
    };
    let over = |a: i128, b: i128| if b == 0 { a } else { a.wrapping_div_euclid(b) };
    let wanted = match (op, left) {
        (Binary::Add, _) => wanted.saturating_sub(other),
        (Binary::Sub, true) => wanted.saturating_add(other),
        (Binary::Sub, false) => other.saturating_sub(wanted),
        (Binary::Mul, _) => over(wanted, other).saturating_add(draw.below(2) as i128),
        (Binary::Div, true) => wanted.saturating_mul(other).saturating_add(rest(draw)),
        (Binary::Cdiv, true) => wanted.saturating_mul(other).saturating_sub(rest(draw)),
        (Binary::Div | Binary::Cdiv, false) => over(other, wanted),
        (Binary::Rem, true) => {
            let now = point.number(bound, chosen);
            now.saturating_sub(if other == 0 { 0 } else { now.wrapping_rem_euclid(other) })
                .saturating_add(wanted)
        }
        (Binary::Rem, false) => wanted.saturating_add(1),
        (Binary::Min | Binary::Max, _) => wanted,
        (Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge, _) => return,
        (Binary::And | Binary::Or, _) => return,
    };
    aim(point, bound, chosen, wanted, draw);
}
