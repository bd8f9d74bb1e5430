//! Dead code elimination, with values that loops carry only for themselves (J. Knoop, O. Rüthing, B. Steffen, "Partial Dead Code
//! Elimination", PLDI 1994, calls such assignments faint).

use std::collections::HashSet;

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Meaning, Op};

use crate::analysis::schedule::can_move;

/// The kernel without operations whose results nobody uses. A promise (`assume`) is used.
pub(super) fn remove_unused(mut kernel: Kernel) -> Kernel {
    let mut live = HashSet::new();
    loop {
        let before = live.len();
        mark(&kernel.body, None, &mut live);
        if live.len() == before {
            break;
        }
    }
    let body = std::mem::take(&mut kernel.body);
    kernel.body = sweep(body, None, &live);
    kernel
}

fn is_pure(op: &Operation) -> bool {
    can_move(op) && op.op != Op::Assume
}

/// Whether an operation has an effect, or somebody uses a result.
fn is_live(op: &Operation, live: &HashSet<ValueId>) -> bool {
    !is_pure(op) || op.results.iter().any(|result| live.contains(result))
}

/// The carried values of a `for` that somebody uses, by position; `None` for another operation, or a `for` with another end than its last operation.
fn carried_live(op: &Operation, live: &HashSet<ValueId>) -> Option<Vec<bool>> {
    let is_for = op.op.meaning() == Meaning::Control(Control::For);
    let region = op.regions.first().filter(|_| is_for)?;
    let (last, others) = region.ops.split_last()?;
    if last.op != Op::Continue || others.iter().any(continues) {
        return None;
    }
    let pairs = op.results.iter().zip(&region.params[1..]);
    Some(pairs.map(|(result, param)| live.contains(result) || live.contains(param)).collect())
}

/// Whether an operation inside of a loop's body goes on to the next iteration.
fn continues(op: &Operation) -> bool {
    let is_loop = matches!(op.op.meaning(), Meaning::Control(Control::For | Control::Loop));
    op.op == Op::Continue || !is_loop && op.regions.iter().flat_map(|region| &region.ops).any(continues)
}

fn mark(block: &Block, kept: Option<&[bool]>, live: &mut HashSet<ValueId>) {
    for op in block.ops.iter().rev() {
        if !is_live(op, live) {
            continue;
        }
        live.extend(op.token);
        let carried = carried_live(op, live);
        let is_kept = |at: usize| match (&carried, kept) {
            (Some(carried), _) => at.checked_sub(3).is_none_or(|at| carried[at]),
            (None, Some(kept)) if op.op == Op::Continue => kept[at],
            (None, _) => true,
        };
        live.extend((0..op.operands.len()).filter(|at| is_kept(*at)).map(|at| op.operands[at]));
        for region in &op.regions {
            let inner = match (&carried, is_loop(op)) {
                (Some(carried), _) => Some(carried.as_slice()),
                (None, true) => None,
                (None, false) => kept,
            };
            mark(region, inner, live);
        }
    }
}

fn is_loop(op: &Operation) -> bool {
    matches!(op.op.meaning(), Meaning::Control(Control::For | Control::Loop))
}

fn sweep(block: Block, kept: Option<&[bool]>, live: &HashSet<ValueId>) -> Block {
    let mut ops = Vec::with_capacity(block.ops.len());
    for mut op in block.ops {
        if !is_live(&op, live) {
            continue;
        }
        let carried = carried_live(&op, live);
        if let Some(carried) = &carried {
            keep(&mut op.operands, 3, carried);
            keep(&mut op.results, 0, carried);
            op.regions.iter_mut().for_each(|region| keep(&mut region.params, 1, carried));
        }
        if let (Some(kept), true) = (kept, op.op == Op::Continue) {
            keep(&mut op.operands, 0, kept);
        }
        let is_loop = is_loop(&op);
        let inner = match (&carried, is_loop) {
            (Some(carried), _) => Some(carried.as_slice()),
            (None, true) => None,
            (None, false) => kept,
        };
        op.regions = std::mem::take(&mut op.regions).into_iter().map(|it| sweep(it, inner, live)).collect();
        ops.push(op);
    }
    Block { params: block.params, ops }
}

/// Keeps the values of a list whose positions behind the first ones are kept.
fn keep(values: &mut Vec<ValueId>, first: usize, kept: &[bool]) {
    let mut at = 0usize;
    values.retain(|_| {
        at += 1;
        (at - 1).checked_sub(first).is_none_or(|at| kept[at])
    });
}
