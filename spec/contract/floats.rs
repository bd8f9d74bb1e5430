//! Clauses about `value` of floats, as intervals of numbers.

use super::Bound;
use crate::syntax::attributes::Rounding;
use crate::syntax::contract::{Binary, Expr, Unary};
use crate::syntax::format;
use crate::syntax::types::{Element, Scalar};

/// An interval of binary64 numbers, with both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Interval {
    const ALL: Interval = Interval { least: f64::NEG_INFINITY, greatest: f64::INFINITY };

    fn and(self, other: Self) -> Self {
        Interval { least: self.least.max(other.least), greatest: self.greatest.min(other.greatest) }
    }

    /// The interval with ends rounded into the format.
    pub fn of_format(self, format: Scalar) -> Self {
        let inwards = |end: f64, rounding| {
            let bits = format::convert(end, format, rounding).filter(|_| end.is_finite());
            bits.and_then(|bits| format::value(bits, format)).unwrap_or(end)
        };
        if format == Scalar::F8E8m0fnu {
            return self;
        }
        let least = inwards(self.least, Rounding::PositiveInf);
        Interval { least, greatest: inwards(self.greatest, Rounding::NegativeInf) }
    }

    /// Whether a number lies in it; NaN does not.
    pub fn has(self, number: f64) -> bool {
        self.least <= number && number <= self.greatest
    }
}

/// The interval of `value` in a clause, and whether the clause is exactly this interval: a conjunction of comparisons of `value`
/// with numbers.
pub fn interval(clause: &Expr) -> (Interval, bool) {
    let nothing = (Interval::ALL, false);
    let Expr::Binary(op, lhs, rhs) = clause else { return nothing };
    if *op == Binary::And {
        let ((one, is_all), (other, is_all_too)) = (interval(lhs), interval(rhs));
        return (one.and(other), is_all && is_all_too);
    }
    let is_value = |expr: &Expr| matches!(expr, Expr::Name(name) if name == super::ELEMENT);
    let (number, is_left) = match (number(lhs), number(rhs)) {
        (None, Some(number)) if is_value(lhs) => (number, true),
        (Some(number), None) if is_value(rhs) => (number, false),
        (Some(_) | None, Some(_) | None) => return nothing,
    };
    let is_strict = matches!(op, Binary::Lt | Binary::Gt);
    let at_most = Interval { greatest: if is_strict { number.next_down() } else { number }, ..Interval::ALL };
    let at_least = Interval { least: if is_strict { number.next_up() } else { number }, ..Interval::ALL };
    let found = match op {
        Binary::Eq => Interval { least: number, greatest: number },
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
    (found, true)
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

impl Bound<'_> {
    /// The type of the argument at a position, if a float.
    pub fn float(&self, position: usize) -> Option<Scalar> {
        match self.element(position)? {
            Element::Scalar(scalar) if !scalar.is_integer() => Some(scalar),
            Element::Scalar(_) | Element::Pointer(_) => None,
        }
    }

    /// The interval that `contents` clauses give a float argument, in numbers of its format. The argument is then a number.
    pub fn float_interval(&self, position: usize) -> Option<Interval> {
        self.interval_about(position, self.float(position)?)
    }

    /// The interval that `contents` clauses give the floats of an array, in numbers of their format.
    pub fn element_interval(&self, position: usize) -> Option<Interval> {
        self.interval_about(position, self.pointee(position).filter(|element| !element.is_integer())?)
    }

    fn interval_about(&self, position: usize, format: Scalar) -> Option<Interval> {
        let about = self.contract.contents.iter().filter(|(name, _)| self.is_about(name, position));
        about.map(|(_, clause)| interval(clause).0).reduce(Interval::and).map(|all| all.of_format(format))
    }

    /// Checks that a `contents` clause is about elements of an array, or bounds a float argument.
    pub(super) fn check_contents(&self, name: &str, clause: &Expr) -> Result<(), String> {
        let float = self.position(name).filter(|position| self.float(*position).is_some());
        let Some(position) = float else { return self.pointer(name).map(|_| ()) };
        if !interval(clause).1 {
            return Err(format!(
                "`{clause}` does not bound `{name}`: an argument that is a float is compared with numbers, as in `0 <= value && value <= 1`"
            ));
        }
        match self.float_interval(position) {
            Some(Interval { least, greatest }) if least > greatest => {
                Err(format!("no float is as the clauses about `{name}` say"))
            }
            Some(_) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::admit::admit;
    use crate::contract::Bound;
    use crate::syntax::launch::{Argument, Launch};
    use crate::valid::Valid;

    /// Whether a launch with a number keeps the clauses about it.
    fn keeps(clauses: &str, number: f32) -> bool {
        let text = format!(
            "contract @k {{ names = (scale) grid = (1) {clauses} }} entry @k(%s: tile<f32>) {{ return }}"
        );
        let module = crate::parse::module(&text).expect("it parses");
        let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
        let bound = Bound::new(&module.contracts[0], &kernel).expect("it fits");
        let arguments = vec![Argument::Scalar(number.to_bits().into())];
        admit(&bound, &Launch { grid: [1, 1, 1], arguments, buffers: Vec::new(), blocks: None }).is_ok()
    }

    #[test]
    fn a_launch_keeps_the_bounds_of_a_float() {
        let unit = "contents scale : 0 <= value && value <= 1";
        assert!([0.0, -0.0, 1e-40, 0.5, 1.0].into_iter().all(|number| keeps(unit, number)));
        assert!([-1e-40, 1.000_001, f32::NAN, f32::INFINITY].into_iter().all(|number| !keeps(unit, number)));
        assert!(
            keeps("contents scale : 0 < value", f32::INFINITY) && !keeps("contents scale : 0 < value", 0.0)
        );
        assert!(!keeps("contents scale : 0 < value contents scale : value < 1", 1.0));
        assert!(keeps("", f32::NAN) && !keeps("contents scale : value <= 1000", f32::NAN));
        assert!(keeps("contents scale : -3 == value", -3.0) && !keeps("contents scale : -3 == value", 3.0));
    }
}
