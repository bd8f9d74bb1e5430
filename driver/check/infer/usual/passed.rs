//! Values that are equal to others: behind assumptions, changes of width and branches that yield one value on both sides.

use std::ops::RangeInclusive;

use spec::syntax::attributes::Signedness;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::accesses::Definitions;

/// The widths of integers with so few values that an array may have an element for each.
const NARROW: RangeInclusive<u32> = 8..=16;

/// The most operations between a loaded number and the widened one.
const PARTS: u32 = 8;

impl<'k> Definitions<'k> {
    /// The value in front of assumptions, changes of width, casts between elements of one size, and branches without effect.
    pub(super) fn same(&self, value: ValueId) -> ValueId {
        let mut value = value;
        while let Some(maker) = self.maker(value) {
            value = if matches!(maker.op, Op::Assume | Op::Exti | Op::Trunci) || self.keeps_size(maker) {
                maker.operands[0]
            } else if let Some(passed) = self.passed(maker, value) {
                passed
            } else {
                break;
            };
        }
        value
    }

    /// Whether a cast of a pointer leaves the size of its elements, as from truth values to bytes.
    fn keeps_size(&self, cast: &Operation) -> bool {
        let bytes = |value: ValueId| self.kernel().tile(value).element.pointee().map(Scalar::bytes);
        cast.op == Op::PtrToPtr && bytes(cast.operands[0]) == bytes(cast.results[0])
    }

    /// The limit below which a narrow integer lies that is made of loaded ones, and is widened as a natural number; and the load, if no
    /// operation stands between.
    pub(super) fn narrow_natural(&self, value: ValueId) -> Option<(i128, Option<&'k Operation>)> {
        let mut value = value;
        loop {
            let maker = self.maker(value)?;
            if maker.op == Op::Exti && maker.attributes.signedness == Some(Signedness::Unsigned) {
                let narrow = self.kernel().tile(maker.operands[0]).element.scalar()?.bits();
                let end = NARROW.contains(&narrow).then_some(1 << narrow)?;
                let of = self.maker(self.spread(maker.operands[0]))?;
                let load = Some(of).filter(|of| matches!(of.op, Op::LoadPtrTko | Op::LoadViewTko));
                return Some((self.loaded_below(of, end, PARTS)?, load));
            }
            let is_same =
                matches!(maker.op, Op::Assume | Op::Exti | Op::Trunci | Op::Reshape | Op::Broadcast);
            value = if is_same { maker.operands[0] } else { self.passed(maker, value)? };
        }
    }

    /// The limit of a natural number of a type whose numbers lie below `end`, if loaded numbers are part of it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not read is no part of a guess")]
    fn loaded_below(&self, maker: &Operation, end: i128, parts: u32) -> Option<i128> {
        let of = |at: usize| {
            let operand = self.maker(self.spread(*maker.operands.get(at)?))?;
            self.loaded_below(operand, end, parts.checked_sub(1)?)
        };
        let by = || self.constant(*maker.operands.get(1)?).filter(|by| (1..end).contains(by));
        let is_natural = maker.attributes.signedness == Some(Signedness::Unsigned);
        match maker.op {
            Op::LoadPtrTko | Op::LoadViewTko => Some(end),
            Op::Andi => of(0).map(|of| by().map_or(of, |by| of.min(by + 1))),
            Op::Remi if is_natural => of(0).map(|of| by().map_or(of, |by| of.min(by))),
            Op::Divi if is_natural => of(0).map(|of| by().map_or(of, |by| (of - 1) / by + 1)),
            Op::Shri if is_natural => of(0).map(|of| by().map_or(of, |by| ((of - 1) >> by) + 1)),
            Op::Addi | Op::Subi | Op::Muli | Op::Shli | Op::Ori | Op::Xori => {
                of(0).or_else(|| of(1)).map(|_| end)
            }
            _ => None,
        }
    }

    /// What the sides of a branch yield for a result.
    pub(super) fn yielded(&self, branch: &Operation, result: ValueId) -> Vec<ValueId> {
        let at = branch.results.iter().position(|one| *one == result).filter(|_| branch.op == Op::If);
        let ends = branch.regions.iter().filter_map(|region| region.ops.last());
        let yields = ends.filter(|end| end.op == Op::Yield);
        yields.filter_map(|end| end.operands.get(at?).copied()).collect()
    }

    /// The value yielded by both sides of a branch for a result.
    fn passed(&self, branch: &Operation, result: ValueId) -> Option<ValueId> {
        let yielded = self.yielded(branch, result);
        let first = *yielded.first()?;
        yielded.iter().all(|other| *other == first).then_some(first)
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
