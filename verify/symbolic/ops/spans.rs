//! A print that stands for a rule of the source's language: no two elements of a span lie on one another.

use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number, greatest_unsigned};
use spec::ops::source;
use spec::rules::Rule;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Memory;
use spec::syntax::types::Scalar;

use crate::symbolic::machine::Machine;
use crate::symbolic::ops::injective::is_injective;
use crate::symbolic::require::require;
use crate::terms::{Num, Truth};
use crate::values::view::{TensorView, nowhere};

/// The rule, of two arbitrary places. Nested strides, in some order of the axes, satisfy the rule; this is tried first, because the
/// solver is slow to find it.
pub(crate) fn require_printed<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    if source::rule(Memory::PrintTko, op.attributes.text.as_deref()).is_none() {
        return;
    }
    machine.consider(op, Rule::SourceInjective);
    let numbers: Vec<Num> = op
        .operands
        .iter()
        .map(|operand| {
            machine.scalar(*operand).as_int().map_or_else(|| Num::constant(0), |int| int.unsigned())
        })
        .collect();
    let (extents, strides) = numbers.split_at(numbers.len() / 2);
    let tensor = TensorView {
        pointer: nowhere(),
        undetermined: Truth::constant(false),
        extents: extents.to_vec(),
        strides: strides.to_vec(),
        element: Scalar::I8,
    };
    if is_injective(machine, &Rc::new(tensor)) {
        return require(machine, op, vec![(Rule::SourceInjective, Truth::constant(true))], None);
    }
    let place = || extents.iter().map(|_| Num::fresh("place", 0, greatest_unsigned(64))).collect::<Vec<_>>();
    let places = [place(), place()];
    let mut domain = machine.domain(&Truth::constant(true));
    source::apart(&mut domain, extents, strides, [&places[0], &places[1]]);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
}
