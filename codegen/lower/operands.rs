//! The operands of an operation in one layout, and the types of their elements.

use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::Reg;
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout};

/// One layout for the operands of an operation: the first in which everything matters says where; where there is none, the one
/// in which neighbours matter most.
pub(crate) fn common_layout(code: &Builder<'_>, op: &Operation) -> Layout {
    let layouts: Vec<Layout> = op.operands.iter().map(|value| code.tile(*value).layout).collect();
    let matters =
        |layout: &Layout| layout.bits.iter().filter(|place| **place != BitSource::Broadcast).count();
    let neighbours =
        |layout: &Layout| layout.bits.iter().take_while(|place| **place != BitSource::Broadcast).count();
    // A layout in which all bits matter needs no conversion of that operand.
    let rank = |layout: &Layout| match matters(layout) {
        most if most == layout.bits.len() => (most, most),
        some => (neighbours(layout), some),
    };
    let most = layouts.iter().map(rank).max().unwrap_or_default();
    let Some(first) = layouts.iter().find(|layout| rank(layout) == most) else { return Layout::splat(&[]) };
    layouts.iter().fold(first.clone(), |layout, other| layout.join(other, code.log2_threads()))
}

/// The tiles of an operation's operands in a layout.
pub(crate) fn operands_in_layout(code: &mut Builder<'_>, op: &Operation, layout: &Layout) -> Vec<Vec<Reg>> {
    let regs = op.operands.iter().map(|value| {
        let (tile, element) = (code.tile(*value), code.kernel().tile(*value).element);
        convert_layout(code, &tile, element, layout).regs
    });
    regs.collect()
}

/// The tiles of an operation's operands in one layout, and the layout.
pub(crate) fn unify_operands(code: &mut Builder<'_>, op: &Operation) -> (Layout, Vec<Vec<Reg>>) {
    let layout = common_layout(code, op);
    let regs = operands_in_layout(code, op, &layout);
    (layout, regs)
}

/// The element type of a value.
pub(crate) fn scalar_of(code: &Builder<'_>, value: ValueId) -> Scalar {
    match code.kernel().tile(value).element {
        Element::Scalar(scalar) => scalar,
        // A pointer is bits of that many.
        Element::Pointer(_) => Scalar::I64,
    }
}

/// How many of an index's lowest bits are best in registers: none while threads would have nothing else.
pub(crate) fn spare_register_bits(code: &Builder<'_>, shape: &[u32]) -> usize {
    Layout::splat(shape).bits.len().saturating_sub(code.log2_threads())
}
