//! A wrong stride: of a tensor view, or of a row in pointer arithmetic.

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{PartitionViewType, TensorViewType, TileType, Type};

use crate::edit::{Draft, changed, operations};
use crate::flow::Flow;
use crate::mutant::Mutant;

/// Every stride, doubled, one greater, and taken from another extent.
pub(crate) fn wrong(kernel: &Kernel) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (number, op) in operations(kernel).into_iter().enumerate() {
        if let Some(Type::TensorView(view)) = op.results.first().map(|result| kernel.ty(*result)) {
            for axis in 0..view.strides.len() {
                of_view(kernel, number, (op, view), axis, &mut mutants);
            }
        }
    }
    of_rows(kernel, &mut mutants);
    mutants
}

fn of_view(
    kernel: &Kernel,
    number: usize,
    (op, view): (&Operation, &TensorViewType),
    axis: usize,
    mutants: &mut Vec<Mutant>,
) {
    let mut push = |change: &str, mutated| {
        let change = format!("stride {axis} {change}");
        mutants.push(Mutant::new(kernel, number, &change, mutated));
    };
    match view.strides[axis] {
        Some(stride) => {
            let other = view.shape.iter().flatten().find(|extent| **extent != stride && **extent > 1);
            let mut numbers = vec![(2 * stride, "doubled"), (stride + 1, "one greater")];
            numbers.extend(other.map(|extent| (*extent, "taken from an extent")));
            numbers.dedup_by_key(|(number, _)| *number);
            for (stride, change) in numbers {
                push(change, restrided(kernel, number, axis, stride));
            }
        }
        None => {
            let dynamic = |of: &[Option<i64>]| of.iter().filter(|one| one.is_none()).count();
            let at = 1 + dynamic(&view.shape) + dynamic(&view.strides[..axis]);
            let stride = op.operands[at];
            push("doubled", with(kernel, number, at, |draft| draft.with_number(Op::Muli, stride, 2)));
            push("one greater", with(kernel, number, at, |draft| draft.with_number(Op::Addi, stride, 1)));
            for extent in &op.operands[1..=dynamic(&view.shape)] {
                if *extent != stride {
                    let change = format!("taken from {}", kernel.name(*extent));
                    push(&change, with(kernel, number, at, |_| *extent));
                }
            }
        }
    }
}

/// A copy in which one operand is another value.
pub(crate) fn with(
    kernel: &Kernel,
    number: usize,
    at: usize,
    value: impl FnOnce(&mut Draft<'_>) -> ValueId,
) -> Kernel {
    changed(kernel, number, |draft| {
        let value = value(draft);
        draft.op.operands[at] = value;
    })
}

/// A copy with another static stride of the view that an operation makes, and of whatever is cut from it.
pub(crate) fn restrided(kernel: &Kernel, number: usize, axis: usize, stride: i64) -> Kernel {
    let view = operations(kernel)[number].results[0];
    let cuts = operations(kernel).into_iter().filter(|op| op.op == Op::MakePartitionView);
    let cuts: Vec<ValueId> = cuts.filter(|op| op.operands[0] == view).map(|op| op.results[0]).collect();
    changed(kernel, number, |draft| {
        for id in cuts.iter().chain([&view]) {
            if let Type::TensorView(tensor) | Type::PartitionView(PartitionViewType { tensor, .. }) =
                &mut draft.values[id.index()].ty
            {
                tensor.strides[axis] = Some(stride);
            }
        }
    })
}

/// The multiplier of a row: a product in an address that is no product with the block.
fn of_rows(kernel: &Kernel, mutants: &mut Vec<Mutant>) {
    let flow = Flow::new(kernel);
    let mut done = Vec::new();
    for op in operations(kernel).into_iter().filter(|op| op.op == Op::Offset) {
        for (number, product) in flow.makers(op.operands[1]) {
            let is_row =
                product.op == Op::Muli && !product.operands.iter().any(|value| flow.is_block(*value));
            if !is_row || done.contains(&number) {
                continue;
            }
            done.push(number);
            row(kernel, number, product, mutants);
        }
    }
}

fn row(kernel: &Kernel, number: usize, product: &Operation, mutants: &mut Vec<Mutant>) {
    let stride = product.operands[1];
    let mut push = |change: &str, mutated| {
        mutants.push(Mutant::new(kernel, number, &format!("row stride {change}"), mutated));
    };
    push("doubled", with(kernel, number, 1, |draft| draft.with_number(Op::Muli, stride, 2)));
    push("one greater", with(kernel, number, 1, |draft| draft.with_number(Op::Addi, stride, 1)));
    let flow = Flow::new(kernel);
    let own = flow.slice(stride);
    let ty = kernel.tile(stride).clone();
    let is_extent = |param: &&ValueId| {
        let tile = kernel.tile(**param);
        tile.element == ty.element && !own.contains(param)
    };
    for param in kernel.params.iter().filter(is_extent) {
        let ones = TileType { shape: vec![1; ty.shape.len()], element: ty.element };
        let taken = with(kernel, number, 1, |draft| {
            let shaped = draft.apply(Op::Reshape, &[*param], ones, Attributes::default());
            draft.apply(Op::Broadcast, &[shaped], ty.clone(), Attributes::default())
        });
        push(&format!("taken from {}", kernel.name(*param)), taken);
    }
}
