//! The operands of an operation in one layout, and the types of their elements.

use spec::syntax::kernel::{Operation, ValueId};

use crate::ir::builder::Builder;
use crate::ir::ptx::Reg;
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout};
use crate::lower::rematerialize;

/// Chooses one layout for the operands of an operation: the first layout in which all bits matter, or else the layout with the
/// most adjacent elements. Operands that can be recomputed do not decide if other operands would have to move.
pub(crate) fn common_layout(code: &Builder<'_>, op: &Operation) -> Layout {
    let all = join_layouts(code, &op.operands);
    let serves = |value: &ValueId| code.tile(*value).layout.can_serve_as(&all);
    if op.operands.iter().all(serves) {
        return all;
    }
    let dear: Vec<ValueId> =
        op.operands.iter().copied().filter(|value| !rematerialize::is_cheap(code, *value)).collect();
    if dear.is_empty() || dear.len() == op.operands.len() {
        return all;
    }
    // Cheap operands add missing elements if it is free.
    let first = join_layouts(code, &dear);
    let cheap = op.operands.iter().map(|value| code.tile(*value).layout);
    cheap.fold(first, |layout, other| layout.join(&other, code.log2_threads()))
}

/// The layout that suits most of these values, joined with the bits of the others.
fn join_layouts(code: &Builder<'_>, values: &[ValueId]) -> Layout {
    let layouts: Vec<Layout> = values.iter().map(|value| code.tile(*value).layout).collect();
    let matters =
        |layout: &Layout| layout.bits.iter().filter(|place| **place != BitSource::Broadcast).count();
    let neighbours =
        |layout: &Layout| layout.bits.iter().take_while(|place| **place != BitSource::Broadcast).count();
    // An operand whose layout uses all bits needs no conversion.
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
        if !tile.layout.can_serve_as(layout)
            && rematerialize::is_cheap(code, *value)
            && let Some(regs) = rematerialize::rematerialize(code, *value, layout)
        {
            return regs;
        }
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

/// How many of an index's lowest bits are best in registers: none while threads would have nothing else.
pub(crate) fn spare_register_bits(code: &Builder<'_>, shape: &[u32]) -> usize {
    Layout::splat(shape).bits.len().saturating_sub(code.log2_threads())
}
