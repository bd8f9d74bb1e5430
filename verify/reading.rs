//! One element-wise operation read over terms, for tests that compare the readings with each other.

use spec::domain::{Bool as _, Int as _, Number};
use spec::rules::Rule;
use spec::syntax::attributes::Attributes;
use spec::syntax::op::Op;

use crate::apply::apply;
use crate::domain::{Symbolic, SymbolicInt};
use crate::solver::{Answer, Solver};
use crate::terms::{Num, Truth, reset};
use crate::tile::{Element, Value};

/// What an operation gives for integer operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The result, read as signed; of a boolean 0 or 1. `None` for a float.
    pub result: Option<i128>,
    /// The rules that these operands break, in order.
    pub broken: Vec<Rule>,
}

/// Applies an element-wise operation of integers to operands of `from` bits, given as signed numbers (of a boolean 0 or
/// 1); the result has `to` bits. The operands are unknowns to the operation, and only the solver is told their values:
/// so the answer comes through the same terms, ranges and wrapping as in a check.
pub fn integers(op: Op, attributes: &Attributes, from: u32, to: u32, operands: &[i128]) -> Reading {
    reset();
    let mut solver = Solver::new(20_000_000);
    let args: Vec<Element> = operands.iter().map(|value| unknown(&mut solver, from, *value)).collect();
    let mut domain = Symbolic::deciding(&mut solver, &Truth::constant(true));
    let element = apply(op, attributes, &mut domain, &args, to);
    let required = std::mem::take(&mut domain.required);
    drop(domain);
    let broken = required.iter().filter(|(_, holds)| solver.check(&holds.not()) == Answer::Possible);
    let broken = broken.map(|(rule, _)| *rule).collect();
    let number = element.and_then(|element| match element.value {
        Value::Int(SymbolicInt::Bit(bit)) => Some(SymbolicInt::Bit(bit).unsigned()),
        Value::Int(number @ SymbolicInt::Number { .. }) => Some(number.signed()),
        Value::Float | Value::Pointer(_) => None,
    });
    let result = number.and_then(|number| {
        // A variable that is the result, so that the solver has to compute it.
        let result = Num::fresh("result", -(1 << 100), 1 << 100);
        solver.model(&result.equals(&number)).1.map(|model| crate::terms::Values::num(&model, &result))?
    });
    Reading { result, broken }
}

/// An unknown integer of which only the solver knows the value.
fn unknown(solver: &mut Solver, bits: u32, value: i128) -> Element {
    if bits == 1 {
        let bit = Truth::fresh();
        let is_set = SymbolicInt::Bit(bit.clone());
        solver.assume(&if value == 0 { bit.not() } else { bit });
        return Element::known(Value::Int(is_set));
    }
    let number = Num::fresh("operand", spec::domain::least_signed(bits), spec::domain::greatest_signed(bits));
    solver.assume(&number.equals(&Num::constant(value)));
    Element::int(bits, number)
}
