//! False assumptions: one that is stronger than what is known, or one about what nobody promises anything.

use spec::syntax::attributes::Assumption;
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;
use spec::syntax::types::Element;

use crate::edit::{changed, operations};
use crate::mutant::Mutant;

/// A divisor that no contract promises.
const DIVISOR: u64 = 1 << 13;

/// A bound that no contract keeps.
const BOUND: i64 = 7;

/// And one from below.
const LEAST: i64 = 10_000;

/// Every assumption, stronger; every argument and every place in the grid, assumed to be what nobody promises.
pub(crate) fn made(kernel: &Kernel) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (number, op) in operations(kernel).into_iter().enumerate() {
        let Some(assumption) = &op.attributes.assumption else { continue };
        for (change, stronger) in stronger(assumption) {
            let mutated = changed(kernel, number, |draft| draft.op.attributes.assumption = Some(stronger));
            mutants.push(Mutant::new(kernel, number, change, mutated));
        }
    }
    of_arguments(kernel, &mut mutants);
    of_blocks(kernel, &mut mutants);
    mutants
}

fn stronger(assumption: &Assumption) -> Vec<(&'static str, Assumption)> {
    match assumption {
        Assumption::DivBy { divisor, every } => {
            vec![("twice the divisor", Assumption::DivBy { divisor: 2 * divisor, every: *every })]
        }
        Assumption::Bounded { lower, upper } => {
            let above = Assumption::Bounded { lower: Some(LEAST), upper: *upper };
            let below = Assumption::Bounded { lower: *lower, upper: Some(upper.map_or(BOUND, |u| u - 1)) };
            vec![("a greater lower bound", above), ("a smaller upper bound", below)]
        }
        Assumption::SameElements(_) => Vec::new(),
    }
}

fn of_arguments(kernel: &Kernel, mutants: &mut Vec<Mutant>) {
    for param in &kernel.params {
        let name = kernel.name(*param);
        let divisible = Assumption::DivBy { divisor: DIVISOR, every: None };
        let mutated = changed(kernel, 0, |draft| draft.assume(*param, divisible));
        mutants.push(Mutant::new(kernel, 0, &format!("{name} assumed a multiple of {DIVISOR}"), mutated));
        let is_integer = |element| matches!(element, Element::Scalar(scalar) if scalar.is_integer());
        if is_integer(kernel.tile(*param).element) {
            let bounded = Assumption::Bounded { lower: None, upper: Some(BOUND) };
            let mutated = changed(kernel, 0, |draft| draft.assume(*param, bounded));
            mutants.push(Mutant::new(kernel, 0, &format!("{name} assumed at most {BOUND}"), mutated));
        }
    }
}

/// Only of axes that the kernel uses.
fn of_blocks(kernel: &Kernel, mutants: &mut Vec<Mutant>) {
    let ops = operations(kernel);
    for (number, op) in ops.iter().enumerate().filter(|(_, op)| op.op == Op::GetTileBlockId) {
        for (axis, result) in op.results.iter().enumerate() {
            if ops.iter().any(|other| other.operands.contains(result)) {
                let first = Assumption::Bounded { lower: None, upper: Some(0) };
                let mutated = changed(kernel, number, |draft| draft.assume_result(axis, first));
                let change = format!("{} assumed zero", ["x", "y", "z"][axis]);
                mutants.push(Mutant::new(kernel, number, &change, mutated));
            }
        }
    }
}
