//! The domain of known numbers.

use crate::domain::{Bool, Domain, Float, FloatMode, Function, Function2, Int, Number};
use crate::rules::Rule;
use crate::syntax::attributes::{Comparison, Literal, Ordering};
use crate::syntax::count::low_bits;

/// A reading over known numbers. Floats are refused: an operation with a float result gives no constant.
#[derive(Debug, Default)]
pub struct Constants {
    /// Whether a requirement failed, the result is undetermined, or a float was made.
    refused: bool,
}

impl Constants {
    /// Whether all requirements hold, and a result exists.
    pub(super) fn holds(&self) -> bool {
        !self.refused
    }
}

/// An integer of a width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bits {
    bits: u32,
    pattern: u64,
}

impl Bits {
    /// The integer with this width and bit pattern.
    pub(super) fn new(bits: u32, literal: Literal) -> Self {
        Bits { bits, pattern: literal.0 }
    }

    /// The bit pattern.
    pub(super) fn literal(self) -> Literal {
        Literal(self.pattern)
    }
}

/// An unknown float.
#[derive(Debug, Clone, Copy)]
pub struct Unknown;

impl Domain for Constants {
    type Bool = bool;
    type Number = i128;
    type Int = Bits;
    type Float = Unknown;
    type Wide = Unknown;

    fn require(&mut self, _: Rule, holds: bool) {
        self.refused |= !holds;
    }

    fn determined_if(&mut self, holds: &bool) {
        self.refused |= !holds;
    }

    fn wrap(&mut self, bits: u32, number: &i128) -> Bits {
        let modulus = 1i128 << bits.min(64);
        let pattern = low_bits(number.rem_euclid(modulus));
        Bits { bits, pattern }
    }

    fn float_from_number(&mut self, _: &i128, _: FloatMode) -> Unknown {
        self.refused = true;
        Unknown
    }

    fn float_from_wide(&mut self, _: &Unknown, _: FloatMode) -> Unknown {
        self.refused = true;
        Unknown
    }

    fn float_power(&mut self, _: &Unknown, _: &i128) -> Unknown {
        self.refused = true;
        Unknown
    }

    fn is_nan(&mut self, _: &Unknown) -> bool {
        self.refused = true;
        false
    }

    fn number_from_wide(&mut self, _: &Unknown) -> i128 {
        self.refused = true;
        0
    }
}

impl Bool for bool {
    fn constant(value: bool) -> Self {
        value
    }

    fn and(&self, other: &Self) -> Self {
        *self && *other
    }

    fn or(&self, other: &Self) -> Self {
        *self || *other
    }

    fn not(&self) -> Self {
        !*self
    }
}

/// Exact up to 127 bits, and beyond them saturated: of 64-bit operands only the unsigned product is that large, and it
/// is compared with bounds, never wrapped.
impl Number for i128 {
    type Bool = bool;

    fn constant(value: i128) -> Self {
        value
    }

    fn add(&self, other: &Self) -> Self {
        self.saturating_add(*other)
    }

    fn sub(&self, other: &Self) -> Self {
        self.saturating_sub(*other)
    }

    fn mul(&self, other: &Self) -> Self {
        self.saturating_mul(*other)
    }

    fn div_floor(&self, other: &Self) -> Self {
        let quotient = self.checked_div(*other).unwrap_or(0);
        let inexact = *other != 0 && quotient.saturating_mul(*other) != *self;
        quotient - i128::from(inexact && (*self < 0) != (*other < 0))
    }

    fn rem_floor(&self, other: &Self) -> Self {
        self.saturating_sub(self.div_floor(other).saturating_mul(*other))
    }

    fn times_power(&self, k: &Self, below: u32) -> Self {
        power(*k, below).map_or(0, |power| self.saturating_mul(power))
    }

    fn over_power(&self, k: &Self, below: u32) -> Self {
        power(*k, below).map_or(0, |power| self.div_floor(&power))
    }

    fn high_product(&self, other: &Self, bits: u32) -> Self {
        // An integer has at least one bit, so the sign bit is free.
        (self.unsigned_abs().saturating_mul(other.unsigned_abs()) >> bits).cast_signed()
    }

    fn equals(&self, other: &Self) -> bool {
        self == other
    }

    fn less(&self, other: &Self) -> bool {
        self < other
    }

    fn choose(condition: &bool, then: &Self, otherwise: &Self) -> Self {
        if *condition { *then } else { *otherwise }
    }
}

/// 2ᵏ, if 0 ≤ k < `below`.
fn power(k: i128, below: u32) -> Option<i128> {
    let k = u32::try_from(k).ok().filter(|k| *k < below)?;
    1i128.checked_shl(k)
}

impl Int for Bits {
    type Bool = bool;
    type Number = i128;

    fn bits(&self) -> u32 {
        self.bits
    }

    fn signed(&self) -> i128 {
        let unsigned = self.unsigned();
        if unsigned >> (self.bits - 1) == 0 { unsigned } else { unsigned - (1 << self.bits) }
    }

    fn unsigned(&self) -> i128 {
        self.pattern.into()
    }

    fn and(&self, other: &Self) -> Self {
        Bits { pattern: self.pattern & other.pattern, ..*self }
    }

    fn or(&self, other: &Self) -> Self {
        Bits { pattern: self.pattern | other.pattern, ..*self }
    }

    fn xor(&self, other: &Self) -> Self {
        Bits { pattern: self.pattern ^ other.pattern, ..*self }
    }
}

impl Float for Unknown {
    type Bool = bool;

    fn neg(&self) -> Self {
        Unknown
    }

    fn add(&self, _: &Self, _: FloatMode) -> Self {
        Unknown
    }

    fn sub(&self, _: &Self, _: FloatMode) -> Self {
        Unknown
    }

    fn mul(&self, _: &Self, _: FloatMode) -> Self {
        Unknown
    }

    fn div(&self, _: &Self, _: FloatMode) -> Self {
        Unknown
    }

    fn fma(&self, _: &Self, _: &Self, _: FloatMode) -> Self {
        Unknown
    }

    fn max(&self, _: &Self, _: bool, _: bool) -> Self {
        Unknown
    }

    fn min(&self, _: &Self, _: bool, _: bool) -> Self {
        Unknown
    }

    fn function(&self, _: Function, _: FloatMode) -> Self {
        Unknown
    }

    fn function2(&self, _: &Self, _: Function2) -> Self {
        Unknown
    }

    fn compare(&self, _: &Self, _: Comparison, _: Ordering) -> bool {
        false
    }
}
