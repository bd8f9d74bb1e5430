//! Weak loads through pointers whose values no effect uses. Assertions reload extents and strides of views in memory of the block;
//! such loads are left out of the comparison.

use std::collections::{HashMap, HashSet};

use spec::memory::strength::Manner;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use super::effects::{Kind, Role, role};

/// The results of such loads.
pub(super) fn unused_loads(kernel: &Kernel) -> HashSet<ValueId> {
    let made: HashMap<ValueId, &Operation> =
        kernel.operations().flat_map(|op| op.results.iter().map(move |result| (*result, op))).collect();
    let is_token = |value: &ValueId| *kernel.ty(*value) == Type::Token;
    let mut open: Vec<ValueId> = Vec::new();
    for op in kernel.operations().filter(|op| is_kept(op)) {
        open.extend(op.operands.iter().copied());
        let ends = op.regions.iter().filter_map(|region| region.ops.last());
        open.extend(ends.flat_map(|end| end.operands.iter().copied()));
    }
    open.extend(kernel.body.ops.last().iter().flat_map(|end| end.operands.iter().copied()));
    let mut live: HashSet<ValueId> = HashSet::new();
    while let Some(value) = open.pop() {
        if is_token(&value) || !live.insert(value) {
            continue;
        }
        if let Some(op) = made.get(&value) {
            open.extend(op.operands.iter().copied());
            let inside = op.regions.iter().flat_map(|region| &region.ops);
            open.extend(inside.flat_map(|op| op.operands.iter().copied()));
        }
    }
    let dead = kernel.operations().filter(|op| is_plain_load(op));
    let dead = dead.filter(|op| op.results.iter().all(|result| !live.contains(result)));
    dead.flat_map(|op| op.results.iter().copied()).collect()
}

fn is_plain_load(op: &Operation) -> bool {
    op.op == Op::LoadPtrTko && Manner::of(op).is_some_and(|manner| !manner.is_strong())
}

/// Whether an operation is part of the comparison, whatever the uses of its results.
fn is_kept(op: &Operation) -> bool {
    match role(op) {
        Role::Required | Role::Tokens | Role::Effect(Kind::Mark) => false,
        Role::Effect(Kind::ViewAccess) => true,
        Role::Effect(Kind::Other) => !is_plain_load(op),
        Role::Pure => {
            let leaves = |op: &Operation| matches!(op.op, Op::Return | Op::Break | Op::Continue);
            let mut inside = op.regions.iter().flat_map(|region| &region.ops);
            !op.results.is_empty() && !op.regions.is_empty() || inside.any(|op| is_kept(op) || leaves(op))
        }
    }
}
