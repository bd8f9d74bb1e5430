//! Bounds of indices from branches: inside `if index < limit` the index is below the limit, for example at a block's possibly
//! missing last rows.

use std::collections::HashMap;

use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use super::accesses::{Axis, Definitions, Index, Size};

/// The conditions of the branches around each operation, by its results.
pub(super) fn conditions(kernel: &Kernel) -> HashMap<ValueId, Vec<ValueId>> {
    let mut all: HashMap<ValueId, Vec<ValueId>> = HashMap::new();
    for branch in kernel.operations().filter(|op| op.op == Op::If) {
        let (Some(condition), Some(taken)) = (branch.operands.first(), branch.regions.first()) else {
            continue;
        };
        let mut open: Vec<&Operation> = taken.ops.iter().collect();
        while let Some(op) = open.pop() {
            op.results.iter().for_each(|result| all.entry(*result).or_default().push(*condition));
            open.extend(op.regions.iter().flat_map(|region| &region.ops));
        }
    }
    all
}

impl Definitions<'_> {
    /// The indices that are below a limit wherever an operation is come to, each with the limit.
    pub(super) fn guards(&self, op: &Operation) -> Vec<(ValueId, Size)> {
        let conditions = op.results.first().and_then(|result| self.conditions.get(result));
        conditions.into_iter().flatten().flat_map(|condition| self.compared_indices(*condition)).collect()
    }
}

/// What the index of an axis is below, by a branch around the access.
pub(super) fn guard(guards: &[(ValueId, Size)], axis: &Axis) -> Option<Size> {
    let Index::Value(value) = axis.index else { return None };
    guards.iter().find(|(index, _)| *index == value).map(|(_, limit)| *limit)
}
