//! The vocabulary of the definitions of operations; each reading of the specification implements it.
//!
//! There are three readings: over bits (`interp`), over solver terms (`verify`), and as prose ([`crate::prose`]). Integers are bit patterns
//! of a width ([`Int`]). Definitions compute with the mathematical integers behind them ([`Number`]), without overflow, and
//! [`Domain::wrap`] brings the result back.

use crate::rules::Rule;
use crate::syntax::attributes::{Comparison, Ordering, Rounding};

/// A reading of the specification.
pub trait Domain {
    /// Truth values.
    type Bool: Bool;
    /// Mathematical integers.
    type Number: Number<Bool = Self::Bool>;
    /// Integers of a width: bit patterns.
    type Int: Int<Bool = Self::Bool, Number = Self::Number>;
    /// Floating-point numbers of one format.
    type Float: Float<Bool = Self::Bool>;
    /// A float of any supported format, exactly.
    type Wide;

    /// The program is undefined, by `rule`, unless `holds`. The order of calls counts: a run reports the first broken rule, and a proof
    /// uses earlier requirements for later ones.
    fn require(&mut self, rule: Rule, holds: Self::Bool);

    /// The result of the operation is undetermined, and may be anything, unless `holds`. Undetermined
    /// operands also make the result undetermined, without a call.
    fn determined_if(&mut self, holds: &Self::Bool);

    /// The integer of `bits` bits that is `number` modulo 2ᵇⁱᵗˢ.
    fn wrap(&mut self, bits: u32, number: &Self::Number) -> Self::Int;

    /// The float nearest to `number` in the rounding mode.
    fn float_from_number(&mut self, number: &Self::Number, mode: FloatMode) -> Self::Float;

    /// The float nearest to `wide` in the rounding mode.
    fn float_from_wide(&mut self, wide: &Self::Wide, mode: FloatMode) -> Self::Float;

    /// The power of a float; of any float to the power of 0 it is 1.
    fn float_power(&mut self, base: &Self::Float, exponent: &Self::Number) -> Self::Float;

    /// Whether `wide` is NaN.
    fn is_nan(&mut self, wide: &Self::Wide) -> Self::Bool;

    /// The integer next to `wide` towards zero. Total: NaN gives any number. Infinity, like every number beyond all integer
    /// types, gives an arbitrary number beyond them.
    fn number_from_wide(&mut self, wide: &Self::Wide) -> Self::Number;
}

/// Truth values.
pub trait Bool: Clone {
    /// The truth value `value`.
    fn constant(value: bool) -> Self;
    /// Conjunction.
    fn and(&self, other: &Self) -> Self;
    /// Disjunction.
    fn or(&self, other: &Self) -> Self;
    /// Negation.
    fn not(&self) -> Self;
    /// Implication.
    fn implies(&self, other: &Self) -> Self {
        self.not().or(other)
    }
}

/// Mathematical integers. A reading over machine words may saturate results with more than twice the bits of the operands' type, because
/// every comparison with a bound of the type stays right.
pub trait Number: Clone {
    /// The truth values of comparisons.
    type Bool: Bool;
    /// The integer `value`.
    fn constant(value: i128) -> Self;
    /// Sum.
    fn add(&self, other: &Self) -> Self;
    /// Difference.
    fn sub(&self, other: &Self) -> Self;
    /// Product.
    fn mul(&self, other: &Self) -> Self;
    /// The floor of the quotient. Total: division by zero gives 0.
    fn div_floor(&self, other: &Self) -> Self;
    /// The remainder of the floor: `self − other·⌊self / other⌋`. Total: by zero the result is `self`.
    fn rem_floor(&self, other: &Self) -> Self;
    /// `self·2ᵏ`, if 0 ≤ k < `below`. Total: any other k gives 0.
    fn times_power(&self, k: &Self, below: u32) -> Self;
    /// The floor of `self / 2ᵏ`, where 0 ≤ k < `below`. Total: any other k gives 0.
    fn over_power(&self, k: &Self, below: u32) -> Self;
    /// The floor of `self·other / 2ᵇⁱᵗˢ` of natural numbers, exact for factors of up to 64 bits.
    fn high_product(&self, other: &Self, bits: u32) -> Self {
        self.mul(other).div_floor(&Self::constant(1 << bits))
    }
    /// Equality.
    fn equals(&self, other: &Self) -> Self::Bool;
    /// `self < other`
    fn less(&self, other: &Self) -> Self::Bool;
    /// `self ≤ other`
    fn at_most(&self, other: &Self) -> Self::Bool {
        other.less(self).not()
    }
    /// `then` if the condition holds, else `otherwise`.
    fn choose(condition: &Self::Bool, then: &Self, otherwise: &Self) -> Self;
}

/// Integers of a width.
pub trait Int: Clone {
    /// Truth values.
    type Bool: Bool;
    /// The underlying number.
    type Number: Number<Bool = Self::Bool>;
    /// The width.
    fn bits(&self) -> u32;
    /// Read in two's complement.
    fn signed(&self) -> Self::Number;
    /// Read as a natural number.
    fn unsigned(&self) -> Self::Number;
    /// Bit by bit.
    fn and(&self, other: &Self) -> Self;
    /// Bit by bit.
    fn or(&self, other: &Self) -> Self;
    /// Bit by bit.
    fn xor(&self, other: &Self) -> Self;
}

/// The rounding of a float operation, and its treatment of subnormals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FloatMode {
    /// The rounding mode.
    pub rounding: Rounding,
    /// Subnormal operands and results become zero of their sign.
    pub flush_to_zero: bool,
}

impl FloatMode {
    /// To the nearest, with subnormals.
    pub const NEAREST: FloatMode = FloatMode { rounding: Rounding::NearestEven, flush_to_zero: false };
}

/// Functions of one float. C defines the results for zeros, infinities, negative numbers and NaN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    /// The magnitude: of NaN too only the sign is taken.
    Abs,
    /// The least integer not below the operand.
    Ceil,
    /// The greatest integer not above the operand.
    Floor,
    /// The square root.
    Sqrt,
    /// The reciprocal of the square root.
    Rsqrt,
    /// The power of e.
    Exp,
    /// The power of two.
    Exp2,
    /// The natural logarithm.
    Log,
    /// The logarithm to base two.
    Log2,
    /// The sine, of radians.
    Sin,
    /// The cosine, of radians.
    Cos,
    /// The tangent, of radians.
    Tan,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The hyperbolic tangent.
    Tanh,
}

/// Functions of two floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function2 {
    /// What the quotient rounded towards zero leaves, exactly.
    Remainder,
    /// The angle of the point with this ordinate and the other's abscissa, in radians.
    Angle,
    /// The first operand to the power of the second.
    Power,
}

/// Floating-point numbers of one format (semantics E.3, E.4).
pub trait Float: Clone {
    /// Truth values.
    type Bool: Bool;
    /// Sign flipped.
    fn neg(&self) -> Self;
    /// Sum.
    fn add(&self, other: &Self, mode: FloatMode) -> Self;
    /// Difference.
    fn sub(&self, other: &Self, mode: FloatMode) -> Self;
    /// Product.
    fn mul(&self, other: &Self, mode: FloatMode) -> Self;
    /// Quotient.
    fn div(&self, other: &Self, mode: FloatMode) -> Self;
    /// `self·other + addend`, rounded once.
    fn fma(&self, other: &Self, addend: &Self, mode: FloatMode) -> Self;
    /// IEEE-2019 maximumNumber, or maximum if NaN wins.
    fn max(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self;
    /// IEEE-2019 minimumNumber, or minimum if NaN wins.
    fn min(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self;
    /// A function.
    fn function(&self, function: Function, mode: FloatMode) -> Self;
    /// A function of two floats.
    fn function2(&self, other: &Self, function: Function2) -> Self;
    /// A comparison; `ordering` gives the result for NaN.
    fn compare(&self, other: &Self, comparison: Comparison, ordering: Ordering) -> Self::Bool;
}

/// −2ᵇⁱᵗˢ⁻¹
pub const fn least_signed(bits: u32) -> i128 {
    -(1 << (bits - 1))
}

/// 2ᵇⁱᵗˢ⁻¹ − 1
pub const fn greatest_signed(bits: u32) -> i128 {
    (1 << (bits - 1)) - 1
}

/// 2ᵇⁱᵗˢ − 1
pub const fn greatest_unsigned(bits: u32) -> i128 {
    (1 << bits) - 1
}

/// `lower ≤ number ≤ upper`
pub fn between<N: Number>(number: &N, lower: i128, upper: i128) -> N::Bool {
    N::constant(lower).at_most(number).and(&number.at_most(&N::constant(upper)))
}

/// The number is representable as a signed integer of that width.
pub fn fits_signed<N: Number>(number: &N, bits: u32) -> N::Bool {
    between(number, least_signed(bits), greatest_signed(bits))
}

/// The number is representable as an unsigned integer of that width.
pub fn fits_unsigned<N: Number>(number: &N, bits: u32) -> N::Bool {
    between(number, 0, greatest_unsigned(bits))
}

/// Extents of a tile as integers of a reading.
pub fn extents<N: Number>(of: &[u32]) -> Vec<N> {
    of.iter().map(|extent| N::constant((*extent).into())).collect()
}

/// The sum of all, or zero.
pub fn sum<N: Number>(terms: impl IntoIterator<Item = N>) -> N {
    terms.into_iter().reduce(|sum, term| sum.add(&term)).unwrap_or_else(|| N::constant(0))
}

/// The conjunction of all, or truth.
pub fn all<B: Bool>(conditions: impl IntoIterator<Item = B>) -> B {
    conditions.into_iter().reduce(|all, one| all.and(&one)).unwrap_or_else(|| B::constant(true))
}
