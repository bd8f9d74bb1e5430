//! Values that are equal to others: behind assumptions, changes of width and branches that yield one value on both sides.

use std::ops::RangeInclusive;

use spec::syntax::attributes::Signedness;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;

use super::accesses::Definitions;

/// The widths of integers with so few values that an array may have an element for each.
const NARROW: RangeInclusive<u32> = 8..=16;

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

    /// The width of a narrow loaded integer that is widened as a natural number. The value is less than two to the power of the width.
    pub(super) fn narrow_natural(&self, value: ValueId) -> Option<u32> {
        let mut value = value;
        loop {
            let maker = self.maker(value)?;
            if maker.op == Op::Exti && maker.attributes.signedness == Some(Signedness::Unsigned) {
                let narrow = self.kernel().tile(maker.operands[0]).element.scalar()?.bits();
                let of = self.maker(self.spread(maker.operands[0]))?;
                let is_loaded = matches!(of.op, Op::LoadPtrTko | Op::LoadViewTko);
                return (is_loaded && NARROW.contains(&narrow)).then_some(narrow);
            }
            let is_same =
                matches!(maker.op, Op::Assume | Op::Exti | Op::Trunci | Op::Reshape | Op::Broadcast);
            value = if is_same { maker.operands[0] } else { self.passed(maker, value)? };
        }
    }

    /// The value yielded by both sides of a branch for a result.
    fn passed(&self, branch: &Operation, result: ValueId) -> Option<ValueId> {
        let at = branch.results.iter().position(|one| *one == result).filter(|_| branch.op == Op::If)?;
        let ends = branch.regions.iter().filter_map(|region| region.ops.last());
        let mut yielded = ends.filter(|end| end.op == Op::Yield).filter_map(|end| end.operands.get(at));
        let first = *yielded.next()?;
        yielded.all(|other| *other == first).then_some(first)
    }
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
