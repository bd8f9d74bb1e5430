//! What a contract says of parameters, written as `assume` at the beginning of a kernel.

use std::collections::HashMap;

use codegen::analysis::divisibility;
use codegen::analysis::parameters::ParameterFacts;
use spec::proof::Proved;
use spec::syntax::attributes::{Assumption, Attributes};
use spec::syntax::count::handle_from_usize;
use spec::syntax::kernel::{Block, Kernel, OpId, Operation, Value, ValueId};
use spec::syntax::op::Op;
use spec::syntax::pointer_origins;
use spec::syntax::types::{Element, TensorViewType, Type};

use super::facts::{Fact, Facts};

/// The alignment of tensor rows, in bytes, for whole vectors or the copy engine of a compiler.
const ROW: u64 = 16;

/// How many assumptions of each kind were written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) divisible: usize,
    pub(super) aligned: usize,
}

/// Adds the contract's facts as assumptions about each parameter, and makes every use of the parameter follow its assumption.
pub(super) fn write(kernel: &mut Kernel, proved: &Proved, facts: &Facts) -> Written {
    let bound = proved.bound();
    let known = ParameterFacts::of(&bound).divisors;
    // The target may be another kernel with the same parameters (`Valid::written`).
    let of_bound = |at: usize| known.get(&bound.kernel.params[at]).copied().unwrap_or(1);
    let folded = spec::fold::kernel(proved.kernel());
    let divisors = divisibility::analyze(&folded, &known);
    let mut written = Written::default();
    let mut assumed = Vec::new();
    for (position, param) in kernel.params.clone().into_iter().enumerate() {
        let divisor = of_bound(position);
        let is_pointer = matches!(kernel.tile(param).element, Element::Pointer(_));
        let wanted = match is_pointer {
            true => facts.contains(&Fact::Aligned) && rows_are_aligned(&folded, position, &divisors),
            false => facts.contains(&Fact::Divisible),
        };
        if divisor < 2 || !wanted || says_it_already(kernel, param, divisor) {
            continue;
        }
        *if is_pointer { &mut written.aligned } else { &mut written.divisible } += 1;
        assumed.push((param, divisor));
    }
    let mut renamed = HashMap::new();
    let mut first = Vec::new();
    for (param, divisor) in assumed {
        let result = add_value(kernel, kernel.values[param.index()].clone());
        renamed.insert(param, result);
        first.push(assume(kernel, param, result, divisor));
    }
    rename(&mut kernel.body, &renamed);
    kernel.body.ops.splice(0..0, first);
    written
}

/// Another value of a kernel.
fn add_value(kernel: &mut Kernel, value: Value) -> ValueId {
    let number = handle_from_usize(kernel.values.len());
    kernel.values.push(value);
    ValueId(number)
}

fn assume(kernel: &Kernel, param: ValueId, result: ValueId, divisor: u64) -> Operation {
    let assumption = Some(Assumption::DivBy { divisor, every: None });
    Operation {
        id: OpId::default(),
        op: Op::Assume,
        operands: vec![param],
        token: None,
        results: vec![result],
        attributes: Attributes { assumption, ..Attributes::default() },
        regions: Vec::new(),
        at: kernel.at.clone(),
    }
}

/// Whether every use of a parameter already assumes at least as much.
fn says_it_already(kernel: &Kernel, param: ValueId, divisor: u64) -> bool {
    let uses = kernel.operations().filter(|op| op.operands.contains(&param));
    uses.fold(true, |all, op| {
        let says = match &op.attributes.assumption {
            Some(Assumption::DivBy { divisor: said, every: None }) => *said >= divisor,
            Some(Assumption::DivBy { .. } | Assumption::Bounded { .. } | Assumption::SameElements(_))
            | None => false,
        };
        all && says
    })
}

/// Whether, of every tensor on an array, rows begin at multiples of [`ROW`] bytes: that the array does is of use only then.
fn rows_are_aligned(kernel: &Kernel, position: usize, divisors: &HashMap<ValueId, u64>) -> bool {
    let tensors = kernel.operations().filter(|op| op.op == Op::MakeTensorView);
    let on_it = tensors.filter(|op| pointer_origins::parameter(kernel, op.operands[0]) == Some(position));
    on_it.fold(true, |all, op| {
        let Type::TensorView(ty) = kernel.ty(op.results[0]) else { return all };
        all && rows_of(op, ty, divisors)
    })
}

fn rows_of(op: &Operation, ty: &TensorViewType, divisors: &HashMap<ValueId, u64>) -> bool {
    let Some(element) = ty.element.scalar() else { return false };
    let mut dynamic = op.operands[1..].iter();
    let mut divisor = |stated: &Option<i64>| match stated {
        Some(stated) => divisibility::power_of_two_dividing(*stated),
        None => dynamic.next().and_then(|value| divisors.get(value)).copied().unwrap_or(1),
    };
    let extents: Vec<u64> = ty.shape.iter().map(&mut divisor).collect();
    let strides: Vec<u64> = ty.strides.iter().map(&mut divisor).collect();
    let whole = |divisor: &u64| (divisor * element.bytes()).is_multiple_of(ROW);
    let neighbours = ty.strides.iter().position(|stride| *stride == Some(1));
    match (neighbours, strides.len()) {
        // A vector is a single row, so only its extent matters.
        (Some(_), 1) => extents.iter().all(whole),
        _ => strides.iter().enumerate().all(|(axis, stride)| Some(axis) == neighbours || whole(stride)),
    }
}

/// Has every operation of a block use other values.
fn rename(block: &mut Block, renamed: &HashMap<ValueId, ValueId>) {
    for op in &mut block.ops {
        for operand in op.operands.iter_mut().chain(&mut op.token) {
            if let Some(other) = renamed.get(operand) {
                *operand = *other;
            }
        }
        op.regions.iter_mut().for_each(|region| rename(region, renamed));
    }
}
