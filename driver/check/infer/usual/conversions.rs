//! Bounds of loaded floats that the kernel converts to integers: outside of the type the result is undetermined.

use spec::contract::Bound;
use spec::syntax::attributes::Signedness;
use spec::syntax::contract::Binary;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use verify::Clause;

use super::accesses::Definitions;
use super::elements;

/// The bounds of the arrays from which floats go through roundings, constants and converted integers alone to a conversion. A float of
/// magnitude 1 times any integer of its type fits.
pub(super) fn bound_converted(
    kernel: &Kernel,
    definitions: &Definitions<'_>,
    bound: &Bound<'_>,
) -> Vec<Clause> {
    let conversions = kernel.operations().filter(|op| op.op == Op::Ftoi && !op.attributes.saturating);
    let bounds = |op: &Operation| {
        let (array, is_scaled) = loaded(definitions, *op.operands.first()?)?;
        let bits = kernel.ty(*op.results.first()?).tile()?.element.scalar()?.bits();
        let is_unsigned = op.attributes.signedness == Some(Signedness::Unsigned);
        let half = 1i128 << (bits - 1);
        let (least, end) = match (is_scaled, is_unsigned) {
            (true, true) => (0, 1),
            (true, false) => (-1, 1),
            (false, true) => (0, 2 * half),
            (false, false) => (-half, half),
        };
        Some([elements(bound, array, Binary::Ge, least), elements(bound, array, Binary::Lt, end)])
    };
    conversions.filter_map(bounds).flatten().collect()
}

/// The array from which a float is loaded, before roundings and operations with constants; and whether a converted integer multiplies it.
fn loaded(definitions: &Definitions<'_>, float: ValueId) -> Option<(usize, bool)> {
    let maker = definitions.maker(definitions.spread(float))?;
    if maker.op == Op::LoadPtrTko {
        return Some((definitions.array_of_any(maker)?, false));
    }
    let made_by = |value: &ValueId, op: Op| {
        definitions.maker(definitions.spread(*value)).is_some_and(|maker| maker.op == op)
    };
    let is_factor = |value: &ValueId| maker.op == Op::Mulf && made_by(value, Op::Itof);
    let is_known = |value: &ValueId| made_by(value, Op::Constant) || is_factor(value);
    let is_followed = matches!(
        maker.op,
        Op::Ftof | Op::Floor | Op::Ceil | Op::Addf | Op::Subf | Op::Mulf | Op::Maxf | Op::Minf
    );
    let mut open = maker.operands.iter().filter(|operand| is_followed && !is_known(operand));
    let (only, None) = (open.next()?, open.next()) else { return None };
    let (array, is_scaled) = loaded(definitions, *only)?;
    Some((array, is_scaled || maker.operands.iter().any(is_factor)))
}
