//! Rematerialization (P. Briggs, K. Cooper, L. Torczon, PLDI 1992): indices and masks are computed again in the layout that needs them, instead
//! of going there through shared memory. What is left of the first computation the assembler drops.

use std::collections::HashSet;

use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Op};

use crate::analysis::definitions::Definition;
use crate::ir::builder::Builder;
use crate::ir::ptx::Reg;
use crate::ir::value::{Tile, Value};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout, axis_bits};
use crate::lower::iota;

/// How many operations are computed again at most.
const MOST: usize = 32;

/// Whether a tile can be computed again in any layout: it is made of `iota` and of numbers that are the same in all threads, by few cheap
/// operations.
pub(crate) fn is_cheap(code: &Builder<'_>, value: ValueId) -> bool {
    let (mut seen, mut rest) = (HashSet::new(), vec![value]);
    while let Some(value) = rest.pop() {
        if is_splat(code, value) || !seen.insert(value) {
            continue;
        }
        match definition(code, value).filter(|op| seen.len() <= MOST && is_cheap_operation(op)) {
            Some(op) => rest.extend(&op.operands),
            None => return false,
        }
    }
    true
}

/// Whether a tile is one value, in all threads.
fn is_splat(code: &Builder<'_>, value: ValueId) -> bool {
    let splat = |tile: &Tile| tile.layout.bits.iter().all(|place| *place == BitSource::Broadcast);
    matches!(code.value(value), Some(Value::Tile(tile)) if splat(tile))
}

/// The operation whose first result a value is.
pub(crate) fn definition<'k>(code: &Builder<'k>, value: ValueId) -> Option<&'k Operation> {
    match code.facts().definitions().get(value)? {
        Definition::Result(op, 0) => Some(op),
        Definition::Result(..) | Definition::Parameter(_) | Definition::Region(..) => None,
    }
}

/// Whether an operation is an instruction or two for an element, or none.
fn is_cheap_operation(op: &Operation) -> bool {
    let is_cheap = matches!(
        op.op,
        Op::Addi
            | Op::Subi
            | Op::Muli
            | Op::Mini
            | Op::Maxi
            | Op::Andi
            | Op::Ori
            | Op::Xori
            | Op::Shli
            | Op::Shri
            | Op::Cmpi
            | Op::Exti
            | Op::Trunci
    );
    let moves = matches!(
        op.op.meaning(),
        Meaning::Core(
            Core::Iota | Core::Reshape | Core::Broadcast | Core::Permute | Core::Select | Core::Assume
        )
    );
    is_cheap || moves
}

/// A cheap tile in a layout.
pub(crate) fn rematerialize(code: &mut Builder<'_>, value: ValueId, layout: &Layout) -> Option<Vec<Reg>> {
    let (tile, element) = (code.tile(value), code.kernel().tile(value).element);
    if tile.layout.can_serve_as(layout) {
        return Some(convert_layout(code, &tile, element, layout).regs);
    }
    recompute(code, value, layout, rematerialize)
}

/// A cheap tile in a layout, with nothing of what is in registers but the numbers that are the same in all threads.
pub(crate) fn compute_anew(code: &mut Builder<'_>, value: ValueId, layout: &Layout) -> Option<Vec<Reg>> {
    if is_splat(code, value) {
        rematerialize(code, value, layout)
    } else {
        recompute(code, value, layout, compute_anew)
    }
}

/// How the operands of an operation that is lowered once more come to be in a layout.
type Remake = fn(&mut Builder<'_>, ValueId, &Layout) -> Option<Vec<Reg>>;

/// Lowers the operation of a tile again, on operands in the needed layouts.
fn recompute(code: &mut Builder<'_>, value: ValueId, layout: &Layout, remake: Remake) -> Option<Vec<Reg>> {
    let element = code.kernel().tile(value).element;
    let op = definition(code, value)?;
    if op.op == Op::Iota {
        return Some(iota::in_layout(code, op, layout));
    }
    let layouts = operand_layouts(code, op, layout);
    let values: Vec<ValueId> = op.operands.iter().chain(&op.results).copied().collect();
    let saved: Vec<Option<Value>> = values.iter().map(|value| code.value(*value).cloned()).collect();
    let mut operands = Vec::new();
    for (operand, layout) in op.operands.iter().zip(&layouts) {
        operands.push(remake(code, *operand, layout)?);
    }
    for ((operand, layout), regs) in op.operands.iter().zip(layouts).zip(operands) {
        code.set_tile(*operand, layout, regs);
    }
    let lower = code.lower_operation();
    let lowered = lower(code, op);
    let made = code.tile(op.results[0]);
    for (value, saved) in values.into_iter().zip(saved) {
        if let Some(saved) = saved {
            code.set(value, saved);
        }
    }
    lowered.ok()?;
    made.layout.can_serve_as(layout).then(|| convert_layout(code, &made, element, layout).regs)
}

/// The operand layouts for a result in the given layout.
fn operand_layouts(code: &Builder<'_>, op: &Operation, layout: &Layout) -> Vec<Layout> {
    let shape = |value: ValueId| &code.kernel().tile(value).shape;
    let axes = axis_bits(shape(op.results[0]));
    let of_axes = |pairs: Vec<((usize, usize), (usize, usize))>| {
        let mut own = Layout::splat(shape(op.operands[0]));
        for ((low, count), (from, _)) in pairs {
            own.bits[low..low + count].copy_from_slice(&layout.bits[from..from + count]);
        }
        vec![own]
    };
    let from = axis_bits(shape(op.operands[0]));
    if op.op == Op::Broadcast {
        return of_axes(from.into_iter().zip(axes).collect());
    }
    if op.op == Op::Permute {
        let pairs = op.attributes.permutation.iter().map(|axis| from[*axis]).zip(axes);
        return of_axes(pairs.collect());
    }
    // All others keep the row-major index of an element.
    vec![layout.clone(); op.operands.len()]
}
