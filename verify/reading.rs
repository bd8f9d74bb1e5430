//! An element-wise operation read over terms, for tests that compare the readings.

use spec::domain::{Bool as _, Int as _, Number};
use spec::rules::Rule;
use spec::syntax::attributes::Attributes;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::budget::policy::Purpose;
use crate::smt::answer::Answer;
use crate::smt::canonical::Answers;
use crate::smt::fact::Fact;
use crate::smt::reason::Always;
use crate::smt::solver::Solver;
use crate::terms::{Num, Truth, in_own_arena};
use crate::values::apply::apply;
use crate::values::arithmetic::Arithmetic;
use crate::values::domain::{Symbolic, SymbolicInt};
use crate::values::element::{Element, Value};

/// An operand: its value, and the range that the operation may rely on. A range of one value is a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// The number, read as signed; of a boolean 0 or 1.
    pub value: i128,
    /// The least value that is not excluded.
    pub least: i128,
    /// The greatest.
    pub greatest: i128,
}

/// What an operation gives for integer operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The rules that these operands break, in order, as if the result were stored.
    pub broken: Vec<Rule>,
    /// Whether the result that is claimed is possible.
    pub possible: bool,
    /// Whether the result is unique.
    pub certain: bool,
}

/// Applies an element-wise operation to integers of `from` bits, where the result has `to` bits and is claimed to be
/// `claim`, read as an operand's value is. When the operation is applied only the ranges of its operands are known, as
/// in a check; then the solver is told their values.
pub fn integers(
    op: Op,
    attributes: &Attributes,
    (from, to): (u32, u32),
    operands: &[Operand],
    claim: i128,
) -> Reading {
    in_own_arena(|| {
        let mut solver = Solver::new(20_000_000, Answers::default());
        let (args, values): (Vec<Element>, Vec<Truth>) =
            operands.iter().map(|operand| element(from, *operand)).unzip();
        let mut arithmetic = Arithmetic::default();
        let mut domain = Symbolic::deciding(&mut solver, &mut arithmetic, &Truth::constant(true));
        let result = apply(op, attributes, &mut domain, &args, of_bits(to));
        let required = std::mem::take(&mut domain.required);
        drop(domain);
        values.iter().for_each(|value| solver.assume(&Fact::always(value, Always::Operand)));

        let mut may = |truth: &Truth| solver.ask(truth, Purpose::Requirement) == Answer::Possible;
        let broken = required.iter().filter(|(_, holds)| may(&holds.not())).map(|(rule, _)| *rule);
        let mut broken: Vec<Rule> = broken.collect();
        if result.as_ref().is_some_and(|result| may(&result.undetermined)) {
            broken.push(Rule::UndeterminedStored);
        }
        let is_claim = result.and_then(|result| equals(&result, claim)).unwrap_or(Truth::constant(false));
        Reading { broken, possible: may(&is_claim), certain: !may(&is_claim.not()) }
    })
}

/// The integer type of a width.
fn of_bits(bits: u32) -> Scalar {
    let mut integers = Scalar::NAMES.iter().map(|(scalar, _)| *scalar).filter(|scalar| scalar.is_integer());
    integers.find(|scalar| scalar.bits() == bits).unwrap_or(Scalar::I64)
}

/// Whether an integer equals a number.
fn equals(element: &Element, number: i128) -> Option<Truth> {
    match &element.value {
        Value::Int(bit @ SymbolicInt::Bit(_)) => Some(bit.unsigned().equals(&Num::constant(number))),
        Value::Int(SymbolicInt::Number { signed, .. }) => Some(signed.equals(&Num::constant(number))),
        Value::Float(_) | Value::Pointer(_) => None,
    }
}

/// An integer with a known range, and the condition of its value.
fn element(bits: u32, operand: Operand) -> (Element, Truth) {
    let constant = operand.least == operand.greatest;
    if bits == 1 {
        let bit = if constant { Truth::constant(operand.value != 0) } else { Truth::fresh() };
        let is_it = if operand.value == 0 { bit.not() } else { bit };
        return (Element::known(Value::Int(SymbolicInt::Bit(bit))), is_it);
    }
    let number = match constant {
        true => Num::constant(operand.value),
        false => Num::fresh("operand", operand.least, operand.greatest),
    };
    let is_it = number.equals(&Num::constant(operand.value));
    (Element::int(bits, number), is_it)
}
