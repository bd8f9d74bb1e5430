//! The specification read over the solver's own integers. Nothing is simplified or bounded: the reading shares no code
//! with the reading under test.

use spec::domain::{
    Bool, Domain, Float, FloatMode, Function, Function2, Int, Number, greatest_unsigned, least_signed,
};
use spec::rules::Rule;
use spec::syntax::attributes::{Comparison, Ordering};
use z3::ast;

/// A formula.
#[derive(Debug, Clone)]
pub(crate) struct Truth(pub(crate) ast::Bool);

/// An integer.
#[derive(Debug, Clone)]
pub(crate) struct Integer(pub(crate) ast::Int);

/// An integer of a width, by its signed number.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    bits: u32,
    signed: Integer,
}

/// A float: there are none, since no theorem speaks of floats.
#[derive(Debug, Clone)]
pub(crate) enum NoFloat {}

/// Collects the requirements of a definition.
#[derive(Debug, Default)]
pub(crate) struct Theory {
    /// Ranges of the words.
    pub(crate) given: Vec<Truth>,
    /// The requirements, in order.
    pub(crate) required: Vec<(Rule, Truth)>,
    /// What must hold for the result to be determined, in order.
    pub(crate) determined: Vec<Truth>,
}

impl Theory {
    /// Any integer of a width.
    pub(crate) fn word(&mut self, name: &str, bits: u32) -> Word {
        let signed = integer(name);
        self.given.push(spec::domain::fits_signed(&signed, bits));
        Word { bits, signed }
    }

    /// The requirements of one rule.
    pub(crate) fn of(&self, rule: Rule) -> Truth {
        spec::domain::all(self.required.iter().filter(|(of, _)| *of == rule).map(|(_, holds)| holds.clone()))
    }
}

/// Any truth value.
pub(crate) fn truth(name: &str) -> Truth {
    Truth(ast::Bool::new_const(name))
}

/// Any integer.
pub(crate) fn integer(name: &str) -> Integer {
    Integer(ast::Int::new_const(name))
}

/// Arbitrary integers, one per axis.
pub(crate) fn integers(name: &str, rank: usize) -> Vec<Integer> {
    (0..rank).map(|axis| integer(&format!("{name}{axis}"))).collect()
}

/// Pairwise equality.
pub(crate) fn same(these: &[Integer], those: &[Integer]) -> Truth {
    spec::domain::all(these.iter().zip(those).map(|(this, that)| this.equals(that)))
}

impl Domain for Theory {
    type Bool = Truth;
    type Number = Integer;
    type Int = Word;
    type Float = NoFloat;
    type Wide = NoFloat;

    fn require(&mut self, rule: Rule, holds: Truth) {
        self.required.push((rule, holds));
    }

    fn determined_if(&mut self, holds: &Truth) {
        self.determined.push(holds.clone());
    }

    fn wrap(&mut self, bits: u32, number: &Integer) -> Word {
        let least = Integer::constant(least_signed(bits));
        let size = Integer::constant(greatest_unsigned(bits) + 1);
        Word { bits, signed: number.sub(&least).rem_floor(&size).add(&least) }
    }

    fn float_from_number(&mut self, _: &Integer, _: FloatMode) -> NoFloat {
        unreachable!("no theorem makes a float")
    }

    fn float_from_wide(&mut self, wide: &NoFloat, _: FloatMode) -> NoFloat {
        match *wide {}
    }

    fn float_power(&mut self, base: &NoFloat, _: &Integer) -> NoFloat {
        match *base {}
    }

    fn is_nan(&mut self, wide: &NoFloat) -> Truth {
        match *wide {}
    }

    fn number_from_wide(&mut self, wide: &NoFloat) -> Integer {
        match *wide {}
    }
}

impl Bool for Truth {
    fn constant(value: bool) -> Self {
        Truth(ast::Bool::from_bool(value))
    }
    fn and(&self, other: &Self) -> Self {
        Truth(ast::Bool::and(&[&self.0, &other.0]))
    }
    fn or(&self, other: &Self) -> Self {
        Truth(ast::Bool::or(&[&self.0, &other.0]))
    }
    fn not(&self) -> Self {
        Truth(self.0.not())
    }
}

impl Number for Integer {
    type Bool = Truth;

    fn constant(value: i128) -> Self {
        Integer(ast::Int::from_i128(value))
    }
    fn add(&self, other: &Self) -> Self {
        Integer(ast::Int::add(&[&self.0, &other.0]))
    }
    fn sub(&self, other: &Self) -> Self {
        Integer(ast::Int::sub(&[&self.0, &other.0]))
    }
    fn mul(&self, other: &Self) -> Self {
        Integer(ast::Int::mul(&[&self.0, &other.0]))
    }
    fn div_floor(&self, other: &Self) -> Self {
        // SMT-LIB's `div` rounds down where the divisor is positive.
        let zero = Integer::constant(0);
        let (down, turned) = (self.0.div(&other.0), self.0.unary_minus().div(other.0.unary_minus()));
        let negative = Self::choose(&other.less(&zero), &Integer(turned), &zero);
        Self::choose(&zero.less(other), &Integer(down), &negative)
    }
    fn rem_floor(&self, other: &Self) -> Self {
        self.sub(&other.mul(&self.div_floor(other)))
    }
    fn times_power(&self, k: &Self, below: u32) -> Self {
        power(k, below, |power| self.mul(power))
    }
    fn over_power(&self, k: &Self, below: u32) -> Self {
        power(k, below, |power| self.div_floor(power))
    }
    fn equals(&self, other: &Self) -> Truth {
        Truth(self.0.eq(&other.0))
    }
    fn less(&self, other: &Self) -> Truth {
        Truth(self.0.lt(&other.0))
    }
    fn choose(condition: &Truth, then: &Self, otherwise: &Self) -> Self {
        Integer(condition.0.ite(&then.0, &otherwise.0))
    }
}

/// A function of 2ᵏ, where 0 ≤ k < `below`, else 0.
fn power(k: &Integer, below: u32, of: impl Fn(&Integer) -> Integer) -> Integer {
    (0..below).rev().fold(Integer::constant(0), |rest, exponent| {
        let here = k.equals(&Integer::constant(exponent.into()));
        Integer::choose(&here, &of(&Integer::constant(1 << exponent)), &rest)
    })
}

impl Int for Word {
    type Bool = Truth;
    type Number = Integer;

    fn bits(&self) -> u32 {
        self.bits
    }
    fn signed(&self) -> Integer {
        self.signed.clone()
    }
    fn unsigned(&self) -> Integer {
        let above = self.signed.add(&Integer::constant(greatest_unsigned(self.bits) + 1));
        Integer::choose(&self.signed.less(&Integer::constant(0)), &above, &self.signed)
    }
    fn and(&self, _: &Self) -> Self {
        unreachable!("no theorem is about bits")
    }
    fn or(&self, _: &Self) -> Self {
        unreachable!("no theorem is about bits")
    }
    fn xor(&self, _: &Self) -> Self {
        unreachable!("no theorem is about bits")
    }
}

impl Float for NoFloat {
    type Bool = Truth;

    fn neg(&self) -> Self {
        match *self {}
    }
    fn add(&self, _: &Self, _: FloatMode) -> Self {
        match *self {}
    }
    fn sub(&self, _: &Self, _: FloatMode) -> Self {
        match *self {}
    }
    fn mul(&self, _: &Self, _: FloatMode) -> Self {
        match *self {}
    }
    fn div(&self, _: &Self, _: FloatMode) -> Self {
        match *self {}
    }
    fn fma(&self, _: &Self, _: &Self, _: FloatMode) -> Self {
        match *self {}
    }
    fn max(&self, _: &Self, _: bool, _: bool) -> Self {
        match *self {}
    }
    fn min(&self, _: &Self, _: bool, _: bool) -> Self {
        match *self {}
    }
    fn function(&self, _: Function, _: FloatMode) -> Self {
        match *self {}
    }
    fn function2(&self, _: &Self, _: Function2) -> Self {
        match *self {}
    }
    fn compare(&self, _: &Self, _: Comparison, _: Ordering) -> Truth {
        match *self {}
    }
}
