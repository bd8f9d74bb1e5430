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
    /// The value in front of assumptions, changes of width and branches without effect.
    pub(super) fn same(&self, value: ValueId) -> ValueId {
        let mut value = value;
        while let Some(maker) = self.maker(value) {
            value = if matches!(maker.op, Op::Assume | Op::Exti | Op::Trunci) {
                maker.operands[0]
            } else if let Some(passed) = self.passed(maker, value) {
                passed
            } else {
                break;
            };
        }
        value
    }

    /// The value yielded by both sides of a branch for a result.
    fn passed(&self, branch: &Operation, result: ValueId) -> Option<ValueId> {
        let at = branch.results.iter().position(|one| *one == result).filter(|_| branch.op == Op::If)?;
        let ends = branch.regions.iter().filter_map(|region| region.ops.last());
        let mut yielded = ends.filter(|end| end.op == Op::Yield).filter_map(|end| end.operands.get(at));
        let first = *yielded.next()?;
        yielded.all(|other| *other == first).then_some(first)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = r"
        entry @k(%x: tile<ptr<i32>>, %n: tile<i32>, %b: tile<i1>) {
          %one = constant <i32: 1> : tile<i32>
          %more = addi %n, %one : tile<i32>
          %same, %other = if %b -> (tile<i32>, tile<i32>) {
            yield %n, %more : tile<i32>, tile<i32>
          } else {
            yield %n, %one : tile<i32>, tile<i32>
          }
          %p = offset %x, %same : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
          %t = store_ptr_tko weak %p, %other : tile<ptr<i32>>, tile<i32> -> token
          return
        }";

    #[test]
    fn a_branch_that_yields_one_value_on_both_sides_passes_it() {
        let module = spec::parse::module(KERNEL).expect("it parses");
        let kernel = &module.kernels[0];
        let definitions = Definitions::new(kernel);
        let branch = kernel.operations().find(|op| op.op == Op::If).expect("there is a branch");
        assert_eq!(definitions.same(branch.results[0]), kernel.params[1]);
        assert_eq!(definitions.same(branch.results[1]), branch.results[1]);
    }
}
