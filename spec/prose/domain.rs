//! The domain of formulas.

use crate::domain::{Bool, Domain, Float, FloatMode, Function, Function2, Int, Number};
use crate::rules::Rule;
use crate::syntax::attributes::{Comparison, Ordering, Rounding};

use super::phrase::{Infix, Phrase};
use super::symbols;

/// Collects the requirements of a definition.
#[derive(Debug, Default)]
pub struct Prose {
    /// The requirements, in reading order.
    pub requires: Vec<(Rule, Phrase)>,
    /// What must hold for the result to be determined, in reading order.
    pub determined: Vec<Phrase>,
}

impl Domain for Prose {
    type Bool = Phrase;
    type Number = Phrase;
    type Int = Word;
    type Float = Phrase;
    type Wide = Phrase;

    fn require(&mut self, rule: Rule, holds: Phrase) {
        // What always holds is not worth a line.
        if holds.truth_value() != Some(true) {
            self.requires.push((rule, holds));
        }
    }

    fn determined_if(&mut self, holds: &Phrase) {
        self.determined.push(holds.clone());
    }

    fn wrap(&mut self, bits: u32, number: &Phrase) -> Word {
        let modulus = Phrase::new_name(symbols::power(bits));
        Word { phrase: Phrase::infix(Infix::Modulo, number, &modulus), bits }
    }

    fn float_from_number(&mut self, number: &Phrase, mode: FloatMode) -> Phrase {
        round(number.clone(), mode)
    }

    fn float_from_wide(&mut self, wide: &Phrase, mode: FloatMode) -> Phrase {
        round(flush(wide, mode), mode)
    }

    fn float_power(&mut self, base: &Phrase, exponent: &Phrase) -> Phrase {
        near(Phrase::new_name(format!("{base}^{exponent}")), FloatMode::NEAREST)
    }

    fn is_nan(&mut self, wide: &Phrase) -> Phrase {
        Phrase::call("isNaN", vec![wide.clone()])
    }

    fn number_from_wide(&mut self, wide: &Phrase) -> Phrase {
        Phrase::call("truncate", vec![wide.clone()])
    }
}

/// An integer of a width, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The formula.
    pub phrase: Phrase,
    /// The width.
    pub bits: u32,
}

impl Word {
    fn infix(&self, op: Infix, other: &Self) -> Self {
        Word { phrase: Phrase::infix(op, &self.phrase, &other.phrase), bits: self.bits }
    }
}

impl Int for Word {
    type Bool = Phrase;
    type Number = Phrase;

    fn bits(&self) -> u32 {
        self.bits
    }
    fn signed(&self) -> Phrase {
        self.phrase.marked("ₛ")
    }
    fn unsigned(&self) -> Phrase {
        self.phrase.marked("ᵤ")
    }
    fn and(&self, other: &Self) -> Self {
        self.infix(Infix::BitAnd, other)
    }
    fn or(&self, other: &Self) -> Self {
        self.infix(Infix::BitOr, other)
    }
    fn xor(&self, other: &Self) -> Self {
        self.infix(Infix::BitXor, other)
    }
}

impl Bool for Phrase {
    fn constant(value: bool) -> Self {
        Phrase::truth(value)
    }
    fn and(&self, other: &Self) -> Self {
        match (self.truth_value(), other.truth_value()) {
            (Some(true), _) | (_, Some(false)) => other.clone(),
            (_, Some(true)) | (Some(false), _) => self.clone(),
            (None, None) => Phrase::infix(Infix::And, self, other),
        }
    }
    fn or(&self, other: &Self) -> Self {
        match (self.truth_value(), other.truth_value()) {
            (Some(false), _) | (_, Some(true)) => other.clone(),
            (_, Some(false)) | (Some(true), _) => self.clone(),
            (None, None) => Phrase::infix(Infix::Or, self, other),
        }
    }
    fn not(&self) -> Self {
        self.negation()
    }
    fn implies(&self, other: &Self) -> Self {
        match (self.truth_value(), other.truth_value()) {
            (Some(true), _) | (_, Some(true)) => other.clone(),
            (Some(false), _) => Phrase::truth(true),
            (None, _) => Phrase::infix(Infix::Implies, self, other),
        }
    }
}

impl Number for Phrase {
    type Bool = Phrase;

    fn constant(value: i128) -> Self {
        Phrase::number(value)
    }
    fn add(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (Some(0), _) => other.clone(),
            (_, Some(0)) => self.clone(),
            (_, Some(value)) if value < 0 => Phrase::infix(Infix::Minus, self, &Phrase::number(-value)),
            (_, Some(value)) if symbols::name(value + 1).is_some() => {
                let above = Phrase::infix(Infix::Plus, self, &Phrase::number(value + 1));
                Phrase::infix(Infix::Minus, &above, &Phrase::number(1))
            }
            (_, _) => Phrase::infix(Infix::Plus, self, other),
        }
    }
    fn sub(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (Some(0), _) => other.negative(),
            (_, Some(0)) => self.clone(),
            (_, _) => Phrase::infix(Infix::Minus, self, other),
        }
    }
    fn mul(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (Some(0), _) | (_, Some(0)) => Phrase::number(0),
            (Some(1), _) => other.clone(),
            (_, Some(1)) => self.clone(),
            (_, _) => Phrase::infix(Infix::Times, self, other),
        }
    }
    fn div_floor(&self, other: &Self) -> Self {
        Phrase::floor(self, other)
    }
    fn rem_floor(&self, other: &Self) -> Self {
        Phrase::infix(Infix::Modulo, self, other)
    }
    fn times_power(&self, k: &Self, _: u32) -> Self {
        Phrase::infix(Infix::Times, self, &Phrase::new_name(format!("2^{k}")))
    }
    fn over_power(&self, k: &Self, _: u32) -> Self {
        Phrase::floor(self, &Phrase::new_name(format!("2^{k}")))
    }
    fn equals(&self, other: &Self) -> Self {
        Phrase::infix(Infix::Equal, self, other)
    }
    fn less(&self, other: &Self) -> Self {
        Phrase::infix(Infix::Less, self, other)
    }
    fn choose(condition: &Self, then: &Self, otherwise: &Self) -> Self {
        Phrase::choice(condition, then, otherwise)
    }
}

/// The exact result, rounded in the mode, and flushed where the mode says so.
fn round(exact: Phrase, mode: FloatMode) -> Phrase {
    let name = match mode.rounding {
        Rounding::NearestEven => "round",
        Rounding::Zero => "round_zero",
        Rounding::NegativeInf => "round_down",
        Rounding::PositiveInf => "round_up",
        Rounding::Approx => "approximate",
        Rounding::Full => "approximate_full",
        Rounding::NearestIntToZero => "truncate",
        Rounding::NearestAway => "round_away",
    };
    flush(&Phrase::call(name, vec![exact]), mode)
}

/// A float near the exact result, as the mode has it.
fn near(exact: Phrase, mode: FloatMode) -> Phrase {
    let name = if mode.rounding == Rounding::Approx { "approximate" } else { "near" };
    flush(&Phrase::call(name, vec![exact]), mode)
}

/// The operand, or zero of its sign if the operand is subnormal and the mode flushes.
fn flush(operand: &Phrase, mode: FloatMode) -> Phrase {
    if mode.flush_to_zero { Phrase::call("flush", vec![operand.clone()]) } else { operand.clone() }
}

/// An operation on two flushed operands, rounded.
fn round_infix(op: Infix, lhs: &Phrase, rhs: &Phrase, mode: FloatMode) -> Phrase {
    round(Phrase::infix(op, &flush(lhs, mode), &flush(rhs, mode)), mode)
}

/// maximumNumber and similar functions, which flush operands and result.
fn extreme(name: &str, lhs: &Phrase, rhs: &Phrase, flush_to_zero: bool) -> Phrase {
    let mode = FloatMode { rounding: Rounding::NearestEven, flush_to_zero };
    flush(&Phrase::call(name, vec![flush(lhs, mode), flush(rhs, mode)]), mode)
}

impl Float for Phrase {
    type Bool = Phrase;

    fn neg(&self) -> Self {
        self.negative()
    }
    fn add(&self, other: &Self, mode: FloatMode) -> Self {
        round_infix(Infix::Plus, self, other, mode)
    }
    fn sub(&self, other: &Self, mode: FloatMode) -> Self {
        round_infix(Infix::Minus, self, other, mode)
    }
    fn mul(&self, other: &Self, mode: FloatMode) -> Self {
        round_infix(Infix::Times, self, other, mode)
    }
    fn div(&self, other: &Self, mode: FloatMode) -> Self {
        round_infix(Infix::Over, self, other, mode)
    }
    fn fma(&self, other: &Self, addend: &Self, mode: FloatMode) -> Self {
        let product = Phrase::infix(Infix::Times, &flush(self, mode), &flush(other, mode));
        round(Phrase::infix(Infix::Plus, &product, &flush(addend, mode)), mode)
    }
    fn max(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self {
        extreme(if propagate_nan { "maximum" } else { "maximumNumber" }, self, other, flush_to_zero)
    }
    fn min(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self {
        extreme(if propagate_nan { "minimum" } else { "minimumNumber" }, self, other, flush_to_zero)
    }
    fn function(&self, function: Function, mode: FloatMode) -> Self {
        let operand = flush(self, mode);
        let of = |name: &str| near(Phrase::call(name, vec![operand.clone()]), mode);
        match function {
            Function::Abs => Phrase::new_name(format!("|{operand}|")),
            Function::Ceil => Phrase::new_name(format!("⌈{operand}⌉")),
            Function::Floor => Phrase::new_name(format!("⌊{operand}⌋")),
            Function::Sqrt => round(Phrase::new_name(format!("√{operand}")), mode),
            Function::Rsqrt => near(Phrase::new_name(format!("1 ÷ √{operand}")), mode),
            Function::Exp => near(Phrase::new_name(format!("e^{operand}")), mode),
            Function::Exp2 => near(Phrase::new_name(format!("2^{operand}")), mode),
            Function::Log => of("ln"),
            Function::Log2 => of("log₂"),
            Function::Sin => of("sin"),
            Function::Cos => of("cos"),
            Function::Tan => of("tan"),
            Function::Sinh => of("sinh"),
            Function::Cosh => of("cosh"),
            Function::Tanh => of("tanh"),
        }
    }
    fn function2(&self, other: &Self, function: Function2) -> Self {
        let exact = match function {
            Function2::Remainder => {
                return Phrase::new_name(format!("{self} − truncate({self} ÷ {other})·{other}"));
            }
            Function2::Angle => Phrase::call("angle", vec![other.clone(), self.clone()]),
            Function2::Power => Phrase::new_name(format!("{self}^{other}")),
        };
        near(exact, FloatMode::NEAREST)
    }
    fn compare(&self, other: &Self, comparison: Comparison, ordering: Ordering) -> Self {
        let nan = |of: &Phrase| Phrase::call("isNaN", vec![of.clone()]);
        let compared = match comparison {
            Comparison::Equal => Phrase::infix(Infix::Equal, self, other),
            Comparison::NotEqual => Phrase::infix(Infix::NotEqual, self, other),
            Comparison::LessThan => Phrase::infix(Infix::Less, self, other),
            Comparison::LessThanOrEqual => Phrase::infix(Infix::AtMost, self, other),
            Comparison::GreaterThan => Phrase::infix(Infix::Less, other, self),
            Comparison::GreaterThanOrEqual => Phrase::infix(Infix::AtMost, other, self),
        };
        match ordering {
            Ordering::Ordered => {
                let numbers = Bool::and(&nan(self).negation(), &nan(other).negation());
                Bool::and(&numbers, &compared)
            }
            Ordering::Unordered => Bool::or(&Bool::or(&nan(self), &nan(other)), &compared),
        }
    }
}
