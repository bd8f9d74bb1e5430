//! Functions of floats, computed in binary64 and rounded once to the format, which binary64 holds with more than twice
//! its digits, or is. The library is the same on every machine, so the last bit is, too.

use spec::domain::{FloatMode, Function, Function2};
use spec::syntax::attributes::Rounding;

use crate::values::element::exponential::exponential;
use crate::values::element::float::Real;
use crate::values::element::format::{ArithmeticFormat, Format, is_nearest};
use crate::values::element::hyperbolic;

impl<K: ArithmeticFormat> Real<K> {
    /// The nearest float to a computed number; a NaN becomes the arithmetic NaN.
    #[inline]
    fn of(computed: f64) -> Self {
        if computed.is_nan() { Self::nan() } else { Self::from_wide(computed, FloatMode::NEAREST) }
    }

    /// A function.
    #[inline]
    pub(crate) fn apply_function(self, function: Function, mode: FloatMode) -> Self {
        let operand = self.flush(mode.flush_to_zero);
        let result = match function {
            Function::Abs => return self.magnitude(),
            Function::Sqrt => operand.square_root(mode),
            Function::Exp if K::SIGN != 1 << 63 => Self::of(exponential(operand.to_f64())),
            Function::Tanh if K::SIGN == 1 << 63 => Self::of(hyperbolic::tanh(operand.to_f64())),
            Function::Ceil
            | Function::Floor
            | Function::Rsqrt
            | Function::Exp
            | Function::Exp2
            | Function::Log
            | Function::Log2
            | Function::Sin
            | Function::Cos
            | Function::Tan
            | Function::Sinh
            | Function::Cosh
            | Function::Tanh => Self::of(evaluate(function, operand.to_f64())),
        };
        result.flush(mode.flush_to_zero)
    }

    /// A function of two operands.
    #[inline]
    pub(crate) fn apply_function2(self, other: Self, function: Function2) -> Self {
        let (lhs, rhs) = (self.to_f64(), other.to_f64());
        Self::of(match function {
            // What is left has no more digits than the operands.
            Function2::Remainder => lhs % rhs,
            Function2::Angle => libm::atan2(lhs, rhs),
            Function2::Power => libm::pow(lhs, rhs),
        })
    }

    /// The power with an integer exponent; binary64 holds every integer of 32 bits.
    #[inline]
    #[expect(clippy::as_conversions, reason = "binary64 holds every integer of 32 bits, and rounds others")]
    pub(crate) fn raise(self, exponent: i128) -> Self {
        Self::of(libm::pow(self.to_f64(), exponent as f64))
    }

    /// The square root, rounded once in every mode.
    fn square_root(self, mode: FloatMode) -> Self {
        let number = self.to_f64();
        let root = number.sqrt();
        if root.is_nan() || is_nearest(mode.rounding) {
            return Self::of(root);
        }
        // A root of a number with at most half the digits is either such a number itself, or distinguishable from all of them in binary64.
        if K::SIGN != 1 << 63 {
            return Self::from_wide(root, FloatMode { flush_to_zero: false, ..mode });
        }
        // binary64 has no wider type: whether the root was rounded up or down is seen by its residual.
        let (left, up) = (root_residual(number, root), mode.rounding == Rounding::PositiveInf);
        if up && left > 0.0 {
            Self::of(root.next_up())
        } else if !up && left < 0.0 {
            Self::of(root.next_down())
        } else {
            Self::of(root)
        }
    }
}

/// The sign of `number − root²`. Both are scaled, so that the difference cannot be too small for binary64.
fn root_residual(number: f64, root: f64) -> f64 {
    const ROOT: f64 = f64::from_bits((1023 + 300) << 52);
    let (number, root) = if number < 1.0 { (number * ROOT * ROOT, root * ROOT) } else { (number, root) };
    root.mul_add(-root, number)
}

/// 1 / √x to about half a unit: the quotient, which errs by up to 1.5, and a step of Newton's.
fn reciprocal_root(x: f64) -> f64 {
    let near = 1.0 / x.sqrt();
    if !near.is_normal() || x.is_infinite() {
        return near;
    }
    let root = x * near;
    let rest = x.mul_add(near, -root);
    let off = (-root).mul_add(near, 1.0) - rest * near;
    (0.5 * near).mul_add(off, near)
}

/// A function in binary64, to about one unit in the last place; of hyperbolic functions to two.
fn evaluate(function: Function, x: f64) -> f64 {
    match function {
        Function::Abs => x.abs(),
        Function::Ceil => x.ceil(),
        Function::Floor => x.floor(),
        Function::Sqrt => x.sqrt(),
        Function::Rsqrt => reciprocal_root(x),
        Function::Exp => libm::exp(x),
        Function::Exp2 => libm::exp2(x),
        Function::Log => libm::log(x),
        Function::Log2 => libm::log2(x),
        Function::Sin => libm::sin(x),
        Function::Cos => libm::cos(x),
        Function::Tan => libm::tan(x),
        Function::Sinh => libm::sinh(x),
        Function::Cosh => libm::cosh(x),
        Function::Tanh => libm::tanh(x),
    }
}
