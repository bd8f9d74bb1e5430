//! Loops: the requirements of a `for`.

use crate::domain::{Bool, Domain, Number, greatest_signed, greatest_unsigned};
use crate::rules::Rule;

/// The step of a `for` is positive; `step` is read as signed.
pub fn step<D: Domain>(d: &mut D, step: &D::Number) {
    d.require(Rule::LoopStep, D::Number::constant(0).less(step));
}

/// Whether the body runs for this value of the induction variable.
pub fn runs<N: Number>(variable: &N, upper: &N) -> N::Bool {
    variable.less(upper)
}

/// The induction variable's next value, in the reading that the loop compares in.
pub fn next<D: Domain>(
    d: &mut D,
    unsigned: bool,
    bits: u32,
    variable: &D::Number,
    step: &D::Number,
) -> D::Number {
    let greatest = if unsigned { greatest_unsigned(bits) } else { greatest_signed(bits) };
    let next = variable.add(step);
    d.require(Rule::LoopOverflow, next.at_most(&D::Number::constant(greatest)));
    next
}

/// A value that decides the control flow is determined.
pub fn branch<D: Domain>(d: &mut D, undetermined: &D::Bool) {
    d.require(Rule::UndeterminedBranch, undetermined.not());
}
