//! Integers: the range of all elements of a tile, and of the first elements along an axis (intervals: Cousot and Cousot, "Static
//! Determination of Dynamic Properties of Programs", 1976). The definition of an operation gives the range of its result, as the
//! range of a term. A mask that is true for the first element of each line leaves a number in each line.

use spec::domain::{Bool as _, Number as _};
use spec::syntax::attributes::Constant;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::Analysis;
use super::value::{Range, Which};
use crate::symbolic::setup::Setup;
use crate::terms::{Num, Truth};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Value};
use crate::values::float::Real;

/// What is known of the result of an operation that moves or chooses elements.
type Transfer = fn(&Analysis<'_>, &Operation, Which) -> Option<Range>;

/// The operations with followed results that are not element-wise; all other results may be anything.
const FOLLOWED: &[(Op, Transfer)] = &[
    (Op::Constant, |known, op, _| known.literal(op)),
    (Op::Iota, |known, op, which| known.counted(op, which)),
    (Op::Reshape, |known, op, which| Some(known.range_of(op.operands[0], known.moved(op, which)))),
    (Op::Broadcast, |known, op, which| Some(known.range_of(op.operands[0], known.moved(op, which)))),
    (Op::Assume, |known, op, which| Some(known.range_of(op.operands[0], which))),
    (Op::Select, |known, op, which| known.chosen(op, which)),
];

impl Analysis<'_> {
    /// The bits of an integer.
    fn bits(&self, id: ValueId) -> u32 {
        self.kernel.ty(id).tile().and_then(|tile| tile.element.scalar()).map_or(64, Scalar::bits)
    }

    /// The range of an integer, read as signed; of one bit as a natural number.
    pub(super) fn range(&self, id: ValueId) -> Range {
        self.range_of(id, Which::All)
    }

    fn range_of(&self, id: ValueId, which: Which) -> Range {
        let known = |which| self.integers.get(&(id, which)).copied();
        known(which).or_else(|| known(Which::All)).unwrap_or_else(|| all_of(self.bits(id)))
    }

    /// Some element of an integer or float tile; `None` of a pointer.
    pub(super) fn element(&self, id: ValueId, which: Which) -> Option<Element> {
        if let Some(format) = self.format(id) {
            return Some(Element::known(Value::Float(Real::within(self.value(id).bounds, format))));
        }
        self.kernel.ty(id).tile()?.element.scalar()?;
        let (least, greatest) = self.range_of(id, which);
        if self.bits(id) == 1 {
            let bit = if least == greatest { Truth::constant(least == 1) } else { Truth::fresh() };
            return Some(Element::known(Value::Int(SymbolicInt::Bit(bit))));
        }
        let number =
            if least == greatest { Num::constant(least) } else { Num::fresh("element", least, greatest) };
        Some(Element::int(self.bits(id), number))
    }

    /// The range of the result of an element-wise operation, by its definition.
    fn defined_integer(&self, op: &Operation, which: Which) -> Option<Range> {
        let args: Option<Vec<Element>> = op.operands.iter().map(|id| self.element(*id, which)).collect();
        let result = self.applied(op, &args?)?;
        let int = result.as_int()?;
        Some(match int {
            SymbolicInt::Bit(bit) => bit.value().map_or((0, 1), |bit| (bit.into(), bit.into())),
            SymbolicInt::Number { signed, .. } => (signed.lo(), signed.hi()),
        })
    }

    /// Whether a mask is true for all these elements, or false for all; `None` if unknown.
    pub(super) fn truth(&self, mask: ValueId, which: Which) -> Option<bool> {
        match self.range_of(mask, which) {
            (1, 1) => Some(true),
            (0, 0) => Some(false),
            _ => None,
        }
    }

    /// Sets the range of an integer.
    pub(super) fn set_range(&mut self, id: ValueId, range: Option<Range>) {
        self.forget_range(id);
        let all = all_of(self.bits(id));
        if let Some(range) = range.filter(|range| all.0 <= range.0 && range.0 <= range.1 && range.1 <= all.1)
        {
            self.integers.insert((id, Which::All), range);
        }
    }

    fn forget_range(&mut self, id: ValueId) {
        let rank = self.kernel.ty(id).tile().map_or(0, |tile| tile.shape.len());
        self.integers.remove(&(id, Which::All));
        (0..rank).for_each(|axis| _ = self.integers.remove(&(id, Which::First(axis))));
    }

    /// The ranges of integer operations.
    pub(super) fn arithmetic(&mut self, op: &Operation) {
        if op.op == Op::GetTileBlockId || op.op == Op::GetNumTileBlocks {
            let least = i128::from(op.op == Op::GetNumTileBlocks);
            for (axis, result) in op.results.iter().enumerate() {
                let most = self.most_blocks.get(axis).copied().unwrap_or(1).max(1);
                self.set_range(*result, Some((least, most - 1 + least)));
            }
            return;
        }
        let result = op.results[0];
        let Some(tile) = self.kernel.ty(result).tile() else { return };
        let axes = (0..tile.shape.len()).map(Which::First);
        let all = all_of(self.bits(result));
        let found: Vec<(Which, Option<Range>)> =
            std::iter::once(Which::All).chain(axes).map(|which| (which, self.computed(op, which))).collect();
        self.forget_range(result);
        for (which, range) in found {
            // A wrapping result may be anything.
            if let Some(range) = range.filter(|range| all.0 <= range.0 && range.1 <= all.1) {
                self.integers.insert((result, which), range);
            }
        }
    }

    /// The elements of an operand that the result's elements come from.
    fn moved(&self, op: &Operation, which: Which) -> Which {
        let Which::First(axis) = which else { return which };
        let [from, to] = [op.operands[0], op.results[0]].map(|id| &self.kernel.tile(id).shape);
        let source = match op.op == Op::Reshape {
            true => axis_behind(to, from, axis),
            false => Some(axis).filter(|axis| from.get(*axis) == to.get(*axis)),
        };
        source.map_or(Which::All, Which::First)
    }

    fn computed(&self, op: &Operation, which: Which) -> Option<Range> {
        let followed = FOLLOWED.iter().find(|(known, _)| *known == op.op);
        followed.map_or_else(|| self.defined_integer(op, which), |(_, transfer)| transfer(self, op, which))
    }

    fn chosen(&self, op: &Operation, which: Which) -> Option<Range> {
        let [a, b] = [1, 2].map(|at| self.range_of(op.operands[at], which));
        match self.truth(op.operands[0], which) {
            Some(true) => Some(a),
            Some(false) => Some(b),
            None => Some((a.0.min(b.0), a.1.max(b.1))),
        }
    }

    fn counted(&self, op: &Operation, which: Which) -> Option<Range> {
        let last = self.kernel.tile(op.results[0]).shape.first().copied().unwrap_or(1);
        Some((0, if which == Which::All { i128::from(last) - 1 } else { 0 }))
    }

    fn literal(&self, op: &Operation) -> Option<Range> {
        let Constant::Splat(literal) = op.attributes.constant.as_ref()? else { return None };
        let scalar =
            self.kernel.ty(op.results[0]).tile()?.element.scalar().filter(|scalar| scalar.is_integer())?;
        let (bits, value) = (scalar.bits(), i128::from(literal.0));
        let half = 1i128 << (bits.max(2) - 1);
        let signed = if bits > 1 && value >= half { value - 2 * half } else { value };
        Some((signed, signed))
    }

    /// Sets the ranges of integer arguments and of the number of blocks along each axis, by the contract.
    pub(super) fn set_ranges(&mut self, setup: &Setup<'_>) {
        for (number, id) in setup.scalars.iter().zip(&self.kernel.params) {
            // An argument with a negative reading may be any number.
            let fits = |range: &Range| range.1 <= all_of(self.bits(*id)).1;
            let range = number.map(|number| (number.lo(), number.hi())).filter(fits);
            self.set_range(*id, range);
        }
        self.most_blocks = setup.grid.map(|extent| extent.hi());
    }
}

/// All integers of a width: of one bit natural numbers.
fn all_of(bits: u32) -> Range {
    let half = 1i128 << (bits.max(1) - 1);
    if bits <= 1 { (0, 1) } else { (-half, half - 1) }
}

/// The corresponding axis of another shape, if the shapes differ only in axes of one element.
pub(super) fn axis_behind(of: &[u32], other: &[u32], axis: usize) -> Option<usize> {
    let long = |shape: &[u32]| -> Vec<(usize, u32)> {
        shape.iter().copied().enumerate().filter(|(_, length)| *length != 1).collect()
    };
    let (here, there) = (long(of), long(other));
    let same = here.iter().map(|(_, length)| length).eq(there.iter().map(|(_, length)| length));
    let at = here.iter().position(|(along, _)| *along == axis)?;
    same.then(|| there[at].0)
}
