//! Places where control joins, and the layouts of the values that arrive.

use spec::syntax::kernel::ValueId;
use spec::syntax::types::Type;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Inst, Label, Reg};
use crate::ir::regions::{CarriedValue, JumpTarget};
use crate::ir::value::{Value, class};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::Layout;

/// Writes values into the registers of a target and goes there.
pub(super) fn jump(code: &mut Builder<'_>, target: &mut JumpTarget, values: &[ValueId]) {
    let mut moves: Vec<(Reg, Reg)> = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let Some(CarriedValue::Tile { layout, regs }) = target.carried.get(at) else { continue };
        let tile = code.tile(*value);
        if !tile.layout.can_serve_as(layout) {
            let joined = layout.join(&tile.layout, code.log2_threads());
            if joined != *layout {
                target.wanted[at] = Some(joined);
                continue;
            }
        }
        let (layout, regs) = (layout.clone(), regs.clone());
        let element = code.kernel().tile(*value).element;
        let moved = convert_layout(code, &tile, element, &layout);
        moves.extend(regs.into_iter().zip(moved.regs));
    }
    // A slot may be both read and written, so all slots are read first.
    let overlaps = moves.iter().any(|(_, from)| moves.iter().any(|(to, _)| to == from));
    if overlaps {
        let copies: Vec<Reg> = moves.iter().map(|(_, from)| code.mov(from.class, *from)).collect();
        moves.iter_mut().zip(copies).for_each(|(pair, copy)| pair.1 = copy);
    }
    for (to, from) in moves {
        if to != from {
            code.assign(to, from);
        }
    }
    code.push(Inst::Branch(target.label));
}

/// A target for values of the given types, in layouts that may be fixed.
pub(super) fn jump_target(
    code: &mut Builder<'_>,
    values: &[ValueId],
    layouts: &[Option<Layout>],
) -> JumpTarget {
    let label = code.label();
    let mut carried = Vec::new();
    for (value, layout) in values.iter().zip(layouts) {
        carried.push(match code.kernel().ty(*value) {
            _ if !code.needs(*value) => CarriedValue::Nothing,
            Type::Tile(tile) => {
                let layout = layout.clone().unwrap_or_else(|| Layout::splat(&tile.shape));
                let regs = (0..layout.registers()).map(|_| code.reg(class(tile.element))).collect();
                CarriedValue::Tile { layout, regs }
            }
            Type::Token => CarriedValue::Token,
            Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_) => CarriedValue::Nothing,
        });
    }
    JumpTarget { label, values: values.to_vec(), carried, wanted: vec![None; values.len()] }
}

/// Here control arrives with the values of a target.
pub(super) fn arrive(code: &mut Builder<'_>, target: &JumpTarget) {
    code.place_label(target.label);
    code.forget_readers();
    for (value, carried) in target.values.iter().zip(&target.carried) {
        match carried {
            CarriedValue::Tile { layout, regs } => code.set_tile(*value, layout.clone(), regs.clone()),
            CarriedValue::Token => {
                let any = code.token_of_anything();
                code.set(*value, Value::Token(any));
            }
            CarriedValue::Nothing => {}
        }
    }
}

/// Takes what was found of layouts; whether anything is new.
pub(super) fn adopt_layouts(layouts: &mut [Option<Layout>], target: &JumpTarget) -> bool {
    let mut grew = false;
    for (layout, wanted) in layouts.iter_mut().zip(&target.wanted) {
        if wanted.is_some() {
            layout.clone_from(wanted);
            grew = true;
        }
    }
    grew
}

/// Enters a loop with the initial values. If the values need finer layouts than the registers have, the error carries the wanted
/// layouts.
pub(super) fn enter(
    code: &mut Builder<'_>,
    values: &[ValueId],
    params: &[ValueId],
    layouts: &[Option<Layout>],
    head: Label,
) -> Result<JumpTarget, JumpTarget> {
    let mut next = jump_target(code, params, layouts);
    next.label = head;
    jump(code, &mut next, values);
    if next.wanted.iter().any(Option::is_some) { Err(next) } else { Ok(next) }
}
