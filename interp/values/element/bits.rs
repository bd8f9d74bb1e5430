//! The reading over bits: the vocabulary of the specification, one machine word wide.

use std::marker::PhantomData;

use spec::domain::{Domain, Float, FloatMode, Function, Function2, Int, Number};
use spec::rules::Rule;
use spec::syntax::attributes::{Comparison, Ordering};

use crate::values::element::format::Format;
use crate::values::element::number::{Exact, Truth};
use crate::values::element::word::{Lane, Word, Word64};

/// A reading of one operation on one element; [`Bits::violation`] has the broken rule.
///
/// A rule is kept as a byte, 0 for none, so that a loop over a tile may combine the bytes of all lanes and look at
/// them once.
#[derive(Debug)]
pub(crate) struct Bits<N, I, F> {
    broken: u8,
    ignore: u8,
    undetermined: bool,
    words: PhantomData<(N, I, F)>,
}

/// Integers of one width.
pub(crate) type Integers<I> = Bits<<I as Int>::Number, I, Never>;
/// Floats of one format.
pub(crate) type Floats<F> = Bits<Exact, Never, F>;
/// Addresses, extents, indices and whatever else is no element.
pub(crate) type Plain = Bits<Exact, Word64, Never>;

impl<N, I, F> Bits<N, I, F> {
    /// A reading that has seen nothing yet, and does not look at the rule `ignore`.
    #[inline]
    pub(crate) fn new(ignore: Option<Rule>) -> Self {
        Bits { broken: 0, ignore: ignore.map_or(0, code_of), undetermined: false, words: PhantomData }
    }

    /// The first broken rule as a byte, 0 for none.
    #[inline]
    pub(crate) fn violation_code(&self) -> u8 {
        self.broken
    }

    /// Whether the result is undetermined whatever the operands are.
    #[inline]
    pub(crate) fn is_undetermined(&self) -> bool {
        self.undetermined
    }

    /// The first broken rule.
    pub(crate) fn violation(&self) -> Option<Rule> {
        let position = usize::from(self.broken).checked_sub(1)?;
        Rule::ALL.get(position).copied()
    }
}

#[inline]
#[expect(
    clippy::as_conversions,
    reason = "the number of a rule is a position in a list of fewer than 255 rules"
)]
const fn code_of(rule: Rule) -> u8 {
    rule as u8 + 1
}

impl<N, I, F> Domain for Bits<N, I, F>
where
    N: Number<Bool = Truth> + Into<i128> + Copy,
    I: Word<Number = N>,
    F: Format,
{
    type Bool = Truth;
    type Number = N;
    type Int = I;
    type Float = F;
    type Wide = f64;

    #[inline]
    fn require(&mut self, rule: Rule, holds: Truth) {
        // No branch: in a loop over lanes this is a mask, and the first rule stays.
        let counts = !holds.0 & (self.broken == 0) & (code_of(rule) != self.ignore);
        self.broken = if counts { code_of(rule) } else { self.broken };
    }

    #[inline]
    fn determined_if(&mut self, holds: &Truth) {
        self.undetermined |= !holds.0;
    }

    #[inline]
    fn wrap(&mut self, bits: u32, number: &N) -> I {
        I::from_low_bits(number, bits)
    }

    #[inline]
    fn float_from_number(&mut self, number: &N, mode: FloatMode) -> F {
        F::from_integer((*number).into(), mode)
    }

    #[inline]
    fn float_from_wide(&mut self, wide: &f64, mode: FloatMode) -> F {
        F::from_wide(*wide, mode)
    }

    #[inline]
    fn float_power(&mut self, base: &F, exponent: &N) -> F {
        base.power((*exponent).into())
    }

    #[inline]
    fn is_nan(&mut self, wide: &f64) -> Truth {
        Truth(wide.is_nan())
    }

    /// The host's cast rounds towards zero, to the nearest end of its range, and NaN to 0.
    #[inline]
    #[expect(clippy::as_conversions, reason = "the cast is the wanted conversion: towards zero, saturating")]
    fn number_from_wide(&mut self, wide: &f64) -> N {
        N::constant(*wide as i128)
    }
}

/// The integers of a reading over floats, and the floats of one over integers: there are none.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Never {}

impl Lane for Never {
    type Store = u8;

    fn read(_: u8) -> Self {
        unreachable!("a valid kernel has no integer operation on floats, and no float operation on integers")
    }

    fn write(self) -> u8 {
        match self {}
    }
}

impl Int for Never {
    type Bool = Truth;
    type Number = Exact;

    fn bits(&self) -> u32 {
        match *self {}
    }

    fn signed(&self) -> Exact {
        match *self {}
    }

    fn unsigned(&self) -> Exact {
        match *self {}
    }

    fn and(&self, _: &Self) -> Self {
        *self
    }

    fn or(&self, _: &Self) -> Self {
        *self
    }

    fn xor(&self, _: &Self) -> Self {
        *self
    }
}

impl Word for Never {
    fn from_low_bits(_: &Exact, _: u32) -> Self {
        Never::read(0)
    }

    fn wide_signed(self) -> i128 {
        match self {}
    }

    fn wide_unsigned(self) -> i128 {
        match self {}
    }
}

impl Float for Never {
    type Bool = Truth;

    fn neg(&self) -> Self {
        *self
    }

    fn add(&self, _: &Self, _: FloatMode) -> Self {
        *self
    }

    fn sub(&self, _: &Self, _: FloatMode) -> Self {
        *self
    }

    fn mul(&self, _: &Self, _: FloatMode) -> Self {
        *self
    }

    fn div(&self, _: &Self, _: FloatMode) -> Self {
        *self
    }

    fn fma(&self, _: &Self, _: &Self, _: FloatMode) -> Self {
        *self
    }

    fn max(&self, _: &Self, _: bool, _: bool) -> Self {
        *self
    }

    fn min(&self, _: &Self, _: bool, _: bool) -> Self {
        *self
    }

    fn function(&self, _: Function, _: FloatMode) -> Self {
        *self
    }

    fn function2(&self, _: &Self, _: Function2) -> Self {
        *self
    }

    fn compare(&self, _: &Self, _: Comparison, _: Ordering) -> Truth {
        match *self {}
    }
}

impl Format for Never {
    const HAS_INSTRUCTIONS: bool = true;

    fn power(self, _: i128) -> Self {
        self
    }

    fn from_integer(_: i128, _: FloatMode) -> Self {
        Never::read(0)
    }

    fn from_wide(_: f64, _: FloatMode) -> Self {
        Never::read(0)
    }
}
