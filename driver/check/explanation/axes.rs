//! The extents and strides of a view along the axis to blame.

use interp::{Seen, Stepper};
use spec::rules::Rule;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, TensorViewType, Type};

use super::numbers::number;
use super::values::Numbers;

/// The numbers of the next operation, if the operation builds a view or asks for the shape of one.
pub(super) fn numbers(here: &Stepper<'_>, op: &Operation, rule: Rule) -> Option<Numbers> {
    if op.op == Op::MakeTensorView && rule == Rule::ViewStride {
        stride(here, op)
    } else if matches!(op.op, Op::GetTensorShape | Op::GetIndexSpaceShape) && rule == Rule::ShapeRange {
        shape(here, op)
    } else {
        None
    }
}

/// The extent and the stride of the first axis without steps.
fn stride(here: &Stepper<'_>, op: &Operation) -> Option<Numbers> {
    let Type::TensorView(made) = here.kernel().ty(*op.results.first()?) else { return None };
    let packed = op.attributes.packed.as_ref();
    let TensorViewType { shape, strides, .. } = packed.map_or(made, |packed| &packed.tensor);
    // Operands stand for the dynamic extents and then for the dynamic strides.
    let mut given = op.operands.get(1..)?.iter().copied();
    let mut read = |fixed: &Option<i64>| match fixed {
        Some(fixed) => Some(i128::from(*fixed)),
        None => given.next().and_then(|value: ValueId| number(here, value, 0, true)),
    };
    let extents: Vec<i128> = shape.iter().map(&mut read).collect::<Option<_>>()?;
    let strides: Vec<i128> = strides.iter().map(&mut read).collect::<Option<_>>()?;
    let mut axes = extents.iter().zip(&strides).enumerate();
    let (axis, (extent, stride)) = axes.find(|(_, (extent, stride))| **stride == 0 && **extent != 1)?;
    let scalar = Scalar::I64;
    let values = vec![*extent, *stride];
    Some(Numbers { op: op.op, values, axis: Some(axis), operand: scalar, result: scalar, unsigned: true })
}

/// The first extent, or number of tiles, beyond the type of the results.
fn shape(here: &Stepper<'_>, op: &Operation) -> Option<Numbers> {
    let operand = *op.operands.first()?;
    let Seen::View(view) = here.value(operand)? else { return None };
    let result = here.kernel().ty(*op.results.first()?).tile()?.element.scalar()?;
    let most = 1i128.checked_shl(result.bits())? - 1;
    let tiled = here.kernel().ty(operand).tiled();
    let axes: Vec<(usize, Vec<i128>)> = match &tiled {
        Some(tiled) => {
            let axis =
                |(at, step): (&usize, &i64)| Some((*at, vec![*view.extents.get(*at)?, (*step).into()]));
            tiled.dim_map.iter().zip(&tiled.steps).map(axis).collect::<Option<_>>()?
        }
        None => view.extents.iter().map(|extent| vec![*extent]).enumerate().collect(),
    };
    // A number of tiles exceeds the type only if the extent divided by the step does.
    let exceeds = |(_, values): &(usize, Vec<i128>)| {
        let [extent, rest @ ..] = values.as_slice() else { return false };
        *extent > rest.first().map_or(most, |step| most.saturating_mul(*step))
    };
    let (axis, values) = axes.into_iter().find(exceeds)?;
    Some(Numbers { op: op.op, values, axis: Some(axis), operand: result, result, unsigned: true })
}
