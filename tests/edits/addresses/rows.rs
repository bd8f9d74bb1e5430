//! Rows of pointer arithmetic: a product in an address that is no product with the block is a stride.

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::TileType;

use crate::edits::flow::Flow;
use crate::edits::sites::Sites;

/// Every row's stride: doubled, increased by 1, decreased by 1, and taken from another argument.
pub(crate) fn strides(sites: &mut Sites<'_>) {
    let flow = Flow::new(sites.kernel);
    let mut done = Vec::new();
    for (_, op) in sites.of(&[Op::Offset]) {
        for (number, product) in flow.makers(op.operands[1]) {
            let is_row =
                product.op == Op::Muli && !product.operands.iter().any(|value| flow.is_block(*value));
            if is_row && !done.contains(&number) {
                done.push(number);
                row(sites, &flow, number, product);
            }
        }
    }
}

fn row(sites: &mut Sites<'_>, flow: &Flow<'_>, number: usize, product: &Operation) {
    let stride = product.operands[1];
    for (change, by, other) in
        [("doubled", Op::Muli, 2), ("one greater", Op::Addi, 1), ("one less", Op::Addi, -1)]
    {
        sites.operand(number, 1, &format!("the row's stride {change}"), |draft| {
            draft.with_number(by, stride, other)
        });
    }
    let own = flow.slice(stride);
    let ty = sites.kernel.tile(stride).clone();
    let is_extent = |param: &&ValueId| {
        let tile = sites.kernel.tile(**param);
        tile.element == ty.element && !own.contains(param)
    };
    let ones = TileType { shape: vec![1; ty.shape.len()], element: ty.element };
    for param in sites.kernel.params.iter().filter(is_extent).copied().collect::<Vec<_>>() {
        let change = format!("the row's stride taken from {}", sites.kernel.name(param));
        sites.operand(number, 1, &change, |draft| {
            let shaped = draft.apply(Op::Reshape, &[param], ones.clone(), Attributes::default());
            draft.apply(Op::Broadcast, &[shaped], ty.clone(), Attributes::default())
        });
    }
}
