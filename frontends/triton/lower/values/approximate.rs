//! Functions that are composed of others, within an error that `spec/triton.md` states.

use spec::syntax::attributes::{Comparison, Ordering};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;

use crate::triton::lower::builder::{Builder, Lowered};

/// Coefficients of the error function for numbers from 0.5 on, from the highest power down (Abramowitz and Stegun, Handbook of
/// Mathematical Functions, 7.1.26).
const ERF: [&str; 5] = ["1.061405429", "-1.453152027", "1.421413741", "-0.284496736", "0.254829592"];

/// Coefficients of its power series, 2/√π · (−1)ⁿ / (n! (2n + 1)), from n = 6 down (the same, 7.1.5).
const ERF_NEAR_ZERO: [&str; 7] = [
    "0.00012055332981789664",
    "-0.00085483270234508529",
    "0.0052239776254421879",
    "-0.026866170645131252",
    "0.11283791670955126",
    "-0.37612638903183754",
    "1.1283791670955126",
];

/// Coefficients in the exponent of the complementary error function, from the highest power down (Press and others, Numerical Recipes,
/// section 6.2).
const ERFC: [&str; 10] = [
    "0.17087277",
    "-0.82215223",
    "1.48851587",
    "-1.13520398",
    "0.27886807",
    "-0.18628806",
    "0.09678418",
    "0.37409196",
    "1.00002368",
    "-1.26551223",
];

impl Builder<'_, '_> {
    /// A function of one operand; `None` for another name.
    pub(super) fn approximated(&mut self, name: &str, x: ValueId) -> Lowered<Option<ValueId>> {
        let value = match name {
            "log1p" => self.log1p(x),
            "expm1" => self.expm1(x),
            "log10" => {
                let logarithm = self.same(Op::Log2, &[x])?;
                let factor = self.like(x, "0.30102999566398120")?;
                self.same(Op::Mulf, &[logarithm, factor])
            }
            "exp10" => {
                let factor = self.like(x, "3.3219280948873624")?;
                let scaled = self.same(Op::Mulf, &[x, factor])?;
                self.same(Op::Exp2, &[scaled])
            }
            "atan" => {
                let one = self.like(x, "1.0")?;
                self.same(Op::Atan2, &[x, one])
            }
            "asin" => {
                let cosine = self.other_leg(x)?;
                self.same(Op::Atan2, &[x, cosine])
            }
            "acos" => {
                let sine = self.other_leg(x)?;
                self.same(Op::Atan2, &[sine, x])
            }
            "erf" => self.error_function(x),
            "erfc" => self.complementary_error_function(x),
            _ => return Ok(None),
        };
        value.map(Some)
    }

    fn like(&mut self, x: ValueId, number: &str) -> Lowered<ValueId> {
        self.number(self.ty(x), number)
    }

    fn is(&mut self, comparison: Comparison, a: ValueId, b: ValueId) -> Lowered<ValueId> {
        self.compare(comparison, Ordering::Ordered, a, b)
    }

    /// log(1 + x): with the rounded sum s, log(s) · x / (s − 1) undoes the rounding (Goldberg, What every computer scientist should know about
    /// floating-point arithmetic, theorem 4).
    fn log1p(&mut self, x: ValueId) -> Lowered<ValueId> {
        let (one, infinity) = (self.like(x, "1.0")?, self.infinity(x)?);
        let sum = self.same(Op::Addf, &[x, one])?;
        let added = self.same(Op::Subf, &[sum, one])?;
        let logarithm = self.same(Op::Log, &[sum])?;
        let factor = self.same(Op::Divf, &[x, added])?;
        let value = self.same(Op::Mulf, &[logarithm, factor])?;
        let (lost, great) =
            (self.is(Comparison::Equal, sum, one)?, self.is(Comparison::Equal, sum, infinity)?);
        let value = self.choose(great, sum, value)?;
        self.choose(lost, x, value)
    }

    /// exp(x) − 1: with the rounded power p, (p − 1) · x / log(p) undoes the rounding (Higham, Accuracy and Stability of Numerical Algorithms,
    /// section 1.14.1).
    fn expm1(&mut self, x: ValueId) -> Lowered<ValueId> {
        let (one, infinity) = (self.like(x, "1.0")?, self.infinity(x)?);
        let power = self.same(Op::Exp, &[x])?;
        let less = self.same(Op::Subf, &[power, one])?;
        let logarithm = self.same(Op::Log, &[power])?;
        let factor = self.same(Op::Divf, &[x, logarithm])?;
        let value = self.same(Op::Mulf, &[less, factor])?;
        let (minus, lost) = (self.like(x, "-1.0")?, self.is(Comparison::Equal, power, one)?);
        let (least, great) =
            (self.is(Comparison::Equal, less, minus)?, self.is(Comparison::Equal, power, infinity)?);
        let ends = self.same(Op::Ori, &[least, great])?;
        let value = self.choose(ends, less, value)?;
        self.choose(lost, x, value)
    }

    fn infinity(&mut self, x: ValueId) -> Lowered<ValueId> {
        let (one, zero) = (self.like(x, "1.0")?, self.like(x, "0.0")?);
        self.same(Op::Divf, &[one, zero])
    }

    /// The other leg of a right triangle with hypotenuse 1: √((1 − x)(1 + x)) has a small relative error near 1 too, unlike √(1 − x²).
    fn other_leg(&mut self, x: ValueId) -> Lowered<ValueId> {
        let one = self.like(x, "1.0")?;
        let (less, more) = (self.same(Op::Subf, &[one, x])?, self.same(Op::Addf, &[one, x])?);
        let product = self.same(Op::Mulf, &[less, more])?;
        self.same(Op::Sqrt, &[product])
    }

    /// A polynomial by Horner's rule.
    fn polynomial(&mut self, x: ValueId, coefficients: &[&str]) -> Lowered<ValueId> {
        let zero = self.like(x, "0.0")?;
        coefficients.iter().try_fold(zero, |sum, coefficient| {
            let coefficient = self.like(x, coefficient)?;
            self.same(Op::Fma, &[sum, x, coefficient])
        })
    }

    /// 1 by 1 + p·x.
    fn fraction(&mut self, p: &str, x: ValueId) -> Lowered<ValueId> {
        let (one, p) = (self.like(x, "1.0")?, self.like(x, p)?);
        let below = self.same(Op::Fma, &[p, x, one])?;
        self.same(Op::Divf, &[one, below])
    }

    fn error_function(&mut self, x: ValueId) -> Lowered<ValueId> {
        let (one, half) = (self.like(x, "1.0")?, self.like(x, "0.5")?);
        let magnitude = self.same(Op::Absf, &[x])?;
        let square = self.same(Op::Mulf, &[x, x])?;
        let near = self.polynomial(square, &ERF_NEAR_ZERO)?;
        let near = self.same(Op::Mulf, &[near, x])?;
        let t = self.fraction("0.3275911", magnitude)?;
        let sum = self.polynomial(t, &ERF)?;
        let sum = self.same(Op::Mulf, &[sum, t])?;
        let minus = self.same(Op::Negf, &[square])?;
        let gauss = self.same(Op::Exp, &[minus])?;
        let product = self.same(Op::Mulf, &[sum, gauss])?;
        let far = self.same(Op::Subf, &[one, product])?;
        let far = self.with_sign_of(x, far)?;
        let small = self.is(Comparison::LessThan, magnitude, half)?;
        self.choose(small, near, far)
    }

    fn complementary_error_function(&mut self, x: ValueId) -> Lowered<ValueId> {
        let (two, half) = (self.like(x, "2.0")?, "0.5");
        let magnitude = self.same(Op::Absf, &[x])?;
        let t = self.fraction(half, magnitude)?;
        let exponent = self.polynomial(t, &ERFC)?;
        let minus = self.same(Op::Negf, &[magnitude])?;
        let exponent = self.same(Op::Fma, &[minus, magnitude, exponent])?;
        let power = self.same(Op::Exp, &[exponent])?;
        let value = self.same(Op::Mulf, &[t, power])?;
        let reflected = self.same(Op::Subf, &[two, value])?;
        let zero = self.like(x, "0.0")?;
        let negative = self.is(Comparison::LessThan, x, zero)?;
        self.choose(negative, reflected, value)
    }

    /// A positive number, negative where another is.
    fn with_sign_of(&mut self, sign: ValueId, value: ValueId) -> Lowered<ValueId> {
        let (zero, minus) = (self.like(sign, "0.0")?, self.same(Op::Negf, &[value])?);
        let negative = self.is(Comparison::LessThan, sign, zero)?;
        self.choose(negative, minus, value)
    }
}
