//! Extents and strides of tensor views.

use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{PartitionViewType, TensorViewType, Type};

use crate::edits::edit::{changed, operations};
use crate::edits::sites::Sites;

/// Half of a view's geometry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Extent,
    Stride,
}

impl Part {
    const fn name(self) -> &'static str {
        match self {
            Part::Extent => "extent",
            Part::Stride => "stride",
        }
    }

    fn of(self, view: &TensorViewType) -> &[Option<i64>] {
        match self {
            Part::Extent => &view.shape,
            Part::Stride => &view.strides,
        }
    }

    fn of_mut(self, view: &mut TensorViewType) -> &mut [Option<i64>] {
        match self {
            Part::Extent => &mut view.shape,
            Part::Stride => &mut view.strides,
        }
    }
}

/// Every extent: doubled, increased by 1, decreased by 1, and replaced by any extent or stride of the view.
pub(crate) fn extents(sites: &mut Sites<'_>) {
    changed_parts(sites, Part::Extent);
}

/// Every stride, likewise.
pub(crate) fn strides(sites: &mut Sites<'_>) {
    changed_parts(sites, Part::Stride);
}

fn changed_parts(sites: &mut Sites<'_>, part: Part) {
    for (number, op) in sites.of(&[Op::MakeTensorView]) {
        let Type::TensorView(view) = sites.kernel.ty(op.results[0]) else { continue };
        for (axis, known) in part.of(view).iter().enumerate() {
            match known {
                Some(known) => known_number(sites, (number, part, axis), view, *known),
                None => operand(sites, (number, part, axis), op, view),
            }
        }
    }
}

fn known_number(
    sites: &mut Sites<'_>,
    (number, part, axis): (usize, Part, usize),
    view: &TensorViewType,
    known: i64,
) {
    let others = view.shape.iter().chain(&view.strides).flatten();
    let near = [known.checked_mul(2), known.checked_add(1), known.checked_sub(1)];
    for other in near.into_iter().flatten().chain(others.copied()).filter(|other| *other >= 0) {
        let change = format!("{} {axis} is {other}", part.name());
        sites.add(number, &change, resized(sites.kernel, number, (part, axis), other));
    }
}

fn operand(
    sites: &mut Sites<'_>,
    (number, part, axis): (usize, Part, usize),
    op: &Operation,
    view: &TensorViewType,
) {
    let dynamic = |of: &[Option<i64>]| of.iter().filter(|one| one.is_none()).count();
    let at = match part {
        Part::Extent => 1 + dynamic(&view.shape[..axis]),
        Part::Stride => 1 + dynamic(&view.shape) + dynamic(&view.strides[..axis]),
    };
    let value = op.operands[at];
    for (change, by, other) in
        [("doubled", Op::Muli, 2), ("one greater", Op::Addi, 1), ("one less", Op::Addi, -1)]
    {
        sites.operand(number, at, &format!("{} {axis} {change}", part.name()), |draft| {
            draft.with_number(by, value, other)
        });
    }
    for other in op.operands[1..].iter().filter(|other| **other != value) {
        let change = format!("{} {axis} is {}", part.name(), sites.kernel.name(*other));
        sites.operand(number, at, &change, |_| *other);
    }
}

/// A copy with another static extent or stride of the view that an operation makes, and of whatever is cut from it.
pub(crate) fn resized(kernel: &Kernel, number: usize, (part, axis): (Part, usize), size: i64) -> Kernel {
    let view = operations(kernel)[number].results[0];
    let cuts = operations(kernel).into_iter().filter(|op| op.op == Op::MakePartitionView);
    let cuts: Vec<ValueId> = cuts.filter(|op| op.operands[0] == view).map(|op| op.results[0]).collect();
    changed(kernel, number, |draft| {
        for id in cuts.iter().chain([&view]) {
            if let Type::TensorView(tensor) | Type::PartitionView(PartitionViewType { tensor, .. }) =
                &mut draft.values[id.index()].ty
            {
                part.of_mut(tensor)[axis] = Some(size);
            }
        }
    })
}
