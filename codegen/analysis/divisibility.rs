//! Divisibility analysis: powers of two that values are multiples of, of an integer its value, of a pointer its address in bytes.

use std::collections::HashMap;

use spec::syntax::attributes::{Assumption, Constant};
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Type};

/// Zero is a multiple of everything; this is enough.
pub const EVERYTHING: u64 = 1 << 32;

/// Computes known divisors of every integer and pointer of a kernel, starting from its parameters; a missing value has divisor 1.
pub fn analyze(kernel: &Kernel, parameters: &HashMap<ValueId, u64>) -> HashMap<ValueId, u64> {
    let mut known = parameters.clone();
    analyze_block(kernel, &kernel.body, &mut known);
    known
}

/// The greatest power of two that divides a number.
pub fn power_of_two_dividing(value: i64) -> u64 {
    if value == 0 { EVERYTHING } else { 1 << value.trailing_zeros().min(32) }
}

fn analyze_block(kernel: &Kernel, block_: &Block, known: &mut HashMap<ValueId, u64>) {
    for op in &block_.ops {
        if let ([result], Some(multiple)) = (op.results.as_slice(), transfer(kernel, op, known)) {
            known.insert(*result, multiple.min(EVERYTHING));
        }
        if op.op == Op::For {
            let of = |at: usize| known.get(&op.operands[at]).copied().unwrap_or(1);
            // The induction variable is lower + i·step.
            let multiple = of(0).min(of(2));
            known.insert(op.regions[0].params[0], multiple);
        }
        op.regions.iter().for_each(|region| analyze_block(kernel, region, known));
    }
}

fn transfer(kernel: &Kernel, op: &Operation, known: &HashMap<ValueId, u64>) -> Option<u64> {
    let of = |at: usize| known.get(&op.operands[at]).copied().unwrap_or(1);
    let keeps = [Op::Exti, Op::Trunci, Op::Reshape, Op::Broadcast, Op::Permute, Op::Negi, Op::PtrToPtr];
    let adds = [Op::Addi, Op::Subi];
    if op.op == Op::Constant {
        constant(kernel, op)
    } else if op.op == Op::Assume {
        Some(match &op.attributes.assumption {
            Some(Assumption::DivBy { divisor, every: None }) => {
                of(0).max(1 << divisor.trailing_zeros().min(32))
            }
            Some(Assumption::DivBy { .. } | Assumption::Bounded { .. } | Assumption::SameElements(_))
            | None => of(0),
        })
    } else if op.op == Op::Muli {
        Some(of(0).saturating_mul(of(1)))
    } else if adds.contains(&op.op) {
        Some(of(0).min(of(1)))
    } else if keeps.contains(&op.op) {
        Some(of(0))
    } else if op.op == Op::Offset {
        let element = kernel.tile(op.results[0]).element.pointee()?;
        Some(of(0).min(of(1).saturating_mul(element.bytes())))
    } else if op.op == Op::Select {
        Some(of(1).min(of(2)))
    } else {
        None
    }
}

fn constant(kernel: &Kernel, op: &Operation) -> Option<u64> {
    let Type::Tile(tile) = kernel.ty(op.results[0]) else { return None };
    let Element::Scalar(scalar) = tile.element else { return None };
    let literals = match op.attributes.constant.as_ref()? {
        Constant::Splat(literal) => std::slice::from_ref(literal),
        Constant::Dense(literals) => literals,
    };
    let shift = 64 - scalar.bits();
    literals.iter().map(|literal| power_of_two_dividing((literal.0 << shift).cast_signed() >> shift)).min()
}
