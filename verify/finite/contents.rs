//! What a contract says of the floats of an array: its clauses that compare `value` with a number.

use spec::contract::Bound;
use spec::syntax::attributes::Rounding;
use spec::syntax::contract::{Binary, Expr, Unary};
use spec::syntax::format;
use spec::syntax::types::Scalar;

use super::bounds::Bounds;

/// What clauses say.
struct Stated {
    bounds: Bounds,
    /// Whether they say nothing else.
    is_all: bool,
}

/// Between which numbers of their format a contract has the floats of an array. None where the array has no floats, where no float
/// is left, and where a clause says something else of them.
pub fn float_bounds(bound: &Bound<'_>, position: usize) -> Option<(f64, f64)> {
    let Stated { bounds, is_all } = of_array(bound, position)?;
    (is_all && bounds.lo <= bounds.hi).then_some((bounds.lo, bounds.hi))
}

/// Bounds of the floats of an array, whatever else is said of them.
pub(super) fn bounds_of(bound: &Bound<'_>, position: usize) -> Option<Bounds> {
    of_array(bound, position).map(|stated| stated.bounds)
}

fn of_array(bound: &Bound<'_>, position: usize) -> Option<Stated> {
    let format = bound.pointee(position).filter(|element| !element.is_integer())?;
    let about = bound.contract.contents.iter().filter(|(name, _)| bound.position(name) == Some(position));
    let all = Stated { bounds: Bounds::finite(format), is_all: true };
    let Stated { bounds, is_all } = about.fold(all, |all, (_, clause)| all.and(stated(clause)));
    let inwards = |end: f64, rounding| {
        format::convert(end, format, rounding).and_then(|bits| format::value(bits, format)).unwrap_or(end)
    };
    let (lo, hi) = (inwards(bounds.lo, Rounding::PositiveInf), inwards(bounds.hi, Rounding::NegativeInf));
    let bounds = if format == Scalar::F8E8m0fnu { bounds } else { Bounds::new(lo, hi) };
    Some(Stated { bounds, is_all })
}

impl Stated {
    fn and(self, other: Self) -> Self {
        Stated { bounds: self.bounds.within(&other.bounds), is_all: self.is_all && other.is_all }
    }
}

/// What a clause says of `value`.
fn stated(clause: &Expr) -> Stated {
    let open = Bounds::new(f64::NEG_INFINITY, f64::INFINITY);
    let nothing = Stated { bounds: open, is_all: false };
    let Expr::Binary(op, lhs, rhs) = clause else { return nothing };
    if *op == Binary::And {
        return stated(lhs).and(stated(rhs));
    }
    let is_value = |expr: &Expr| matches!(expr, Expr::Name(name) if name == "value");
    let (number, is_left) = match (number(lhs), number(rhs)) {
        (None, Some(number)) if is_value(lhs) => (number, true),
        (Some(number), None) if is_value(rhs) => (number, false),
        (Some(_) | None, Some(_) | None) => return nothing,
    };
    let is_strict = matches!(op, Binary::Lt | Binary::Gt);
    let at_most = Bounds { hi: if is_strict { number.next_down() } else { number }, ..open };
    let at_least = Bounds { lo: if is_strict { number.next_up() } else { number }, ..open };
    let bounds = match op {
        Binary::Eq => Bounds::new(number, number),
        Binary::Le | Binary::Lt if is_left => at_most,
        Binary::Ge | Binary::Gt if !is_left => at_most,
        Binary::Le | Binary::Lt | Binary::Ge | Binary::Gt => at_least,
        Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::Div
        | Binary::Rem
        | Binary::Cdiv
        | Binary::Min
        | Binary::Max
        | Binary::Ne
        | Binary::And
        | Binary::Or => return nothing,
    };
    Stated { bounds, is_all: true }
}

/// The value of an expression without names.
#[expect(clippy::as_conversions, reason = "what binary64 does not have is left out")]
fn number(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Number(number) => Some(*number as f64).filter(|near| *near as i128 == *number),
        Expr::Unary(Unary::Neg, operand) => number(operand).map(|number| -number),
        Expr::Unary(Unary::Not, _) | Expr::Name(_) | Expr::Binary(..) | Expr::Element(..) => None,
    }
}
