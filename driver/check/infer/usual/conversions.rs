//! Bounds of loaded floats that the kernel converts to integers: outside of the type the result is undetermined.

use spec::contract::Bound;
use spec::syntax::attributes::Signedness;
use spec::syntax::contract::Binary;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use verify::Clause;

use super::accesses::Definitions;
use super::elements;

/// The bounds of the arrays from which floats go through roundings and constants alone to a conversion.
pub(super) fn bound_converted(
    kernel: &Kernel,
    definitions: &Definitions<'_>,
    bound: &Bound<'_>,
) -> Vec<Clause> {
    let conversions = kernel.operations().filter(|op| op.op == Op::Ftoi && !op.attributes.saturating);
    let bounds = |op: &Operation| {
        let array = loaded(definitions, *op.operands.first()?)?;
        let bits = kernel.ty(*op.results.first()?).tile()?.element.scalar()?.bits();
        let is_unsigned = op.attributes.signedness == Some(Signedness::Unsigned);
        let half = 1i128 << (bits - 1);
        let (least, end) = if is_unsigned { (0, 2 * half) } else { (-half, half) };
        Some([elements(bound, array, Binary::Ge, least), elements(bound, array, Binary::Lt, end)])
    };
    conversions.filter_map(bounds).flatten().collect()
}

/// The array from which a float is loaded, before roundings and operations with constants.
fn loaded(definitions: &Definitions<'_>, float: ValueId) -> Option<usize> {
    let maker = definitions.maker(definitions.spread(float))?;
    if maker.op == Op::LoadPtrTko {
        return definitions.array_of_any(maker);
    }
    let is_constant = |value: &ValueId| {
        definitions.maker(definitions.spread(*value)).is_some_and(|maker| maker.op == Op::Constant)
    };
    let is_followed = matches!(
        maker.op,
        Op::Ftof | Op::Floor | Op::Ceil | Op::Addf | Op::Subf | Op::Mulf | Op::Maxf | Op::Minf
    );
    let mut open = maker.operands.iter().filter(|operand| is_followed && !is_constant(operand));
    let (only, None) = (open.next()?, open.next()) else { return None };
    loaded(definitions, *only)
}
