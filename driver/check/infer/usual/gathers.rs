//! Gathered elements of arrays, with extents from masks: an array accessed by indices that are each compared with an extent and
//! multiplied by a stride.

use std::collections::{BTreeSet, HashSet};

use spec::memory::access::{Access as Accessed, Target};
use spec::origins::Origins;
use spec::syntax::attributes::Comparison;
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, Type};

use super::accesses::{Access, Axis, Definitions, Index, Size};

impl<'k> Definitions<'k> {
    /// The operations that a value may depend on, through loops and branches too. Tokens order accesses, and decide no value.
    pub(in crate::check) fn sources(&self, value: ValueId) -> Vec<&'k Operation> {
        let (mut found, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![value]);
        while let Some(value) = open.pop() {
            let is_new = self.is_data(value) && seen.insert(value);
            let Some(maker) = self.maker(value).filter(|_| is_new) else { continue };
            found.push(maker);
            // The bounds alone decide a counter.
            if maker.op == Op::For && maker.regions[0].params.first() == Some(&value) {
                open.extend(&maker.operands[..3]);
                continue;
            }
            open.extend(&maker.operands);
            let mut regions: Vec<_> = maker.regions.iter().collect();
            while let Some(region) = regions.pop() {
                for inner in &region.ops {
                    // The ends of a region hand over values.
                    if inner.op.terminates() {
                        open.extend(&inner.operands);
                    }
                    regions.extend(&inner.regions);
                }
            }
        }
        found
    }

    /// Whether a value is data: a token only orders accesses.
    fn is_data(&self, value: ValueId) -> bool {
        !matches!(self.kernel().ty(value), Type::Token)
    }

    /// The parameters whose loaded elements decide where selected accesses of the kernel are.
    pub(in crate::check) fn indexing(
        &self,
        origins: &Origins,
        selected: impl Fn(&Operation, &Accessed<'_>) -> bool,
    ) -> BTreeSet<usize> {
        let accessed = |op| Accessed::of(self.kernel(), op);
        let accesses = self.kernel().operations().filter_map(|op| Some((op, accessed(op)?)));
        let values =
            accesses.filter(|(op, access)| selected(op, access)).flat_map(|(_, access)| {
                match access.target {
                    Target::Pointers { pointers, .. } => vec![pointers],
                    Target::View { indices, .. } => indices.to_vec(),
                }
            });
        let sources = values.flat_map(|value| self.sources(value));
        let loads = sources.filter(|op| accessed(op).is_some_and(|access| access.manner.reads));
        loads.flat_map(|op| origins.accessed_by(op)).collect()
    }
}

impl Definitions<'_> {
    /// The accesses by pointers into an array that begins at a parameter, masked along each axis.
    pub(super) fn gathers(&self) -> Vec<Access> {
        self.kernel().operations().filter_map(|op| self.gather(op)).collect()
    }

    fn gather(&self, op: &Operation) -> Option<Access> {
        let stores = op.op == Op::StorePtrTko;
        // Blocks share an updated array: it has no tile for each of them.
        let updates = [(Op::AtomicRmwTko, 2), (Op::AtomicCasTko, 3)];
        let mask = match updates.into_iter().find(|(update, _)| op.op == *update) {
            Some((_, mask)) => op.operands.get(mask).copied(),
            None if stores => op.operands.get(2).copied(),
            None if op.op == Op::LoadPtrTko => self.kernel().mask_and_padding(op).0,
            None => return None,
        };
        let place = self.maker(self.spread(*op.operands.first()?)).filter(|maker| maker.op == Op::Offset)?;
        let [base, offset] = place.operands[..] else { return None };
        let parameter = self.parameter(self.spread(base))?;
        let axes = match mask {
            Some(mask) => self.compared_axes(mask, offset),
            None => self
                .passed_axes(parameter, &self.addends(offset))
                .filter(|axes| axes.len() > 1)
                .or_else(|| self.passed_axes(parameter, &self.parts(offset, Op::Addi, &[]))),
        }?;
        // Of a lock that a mask leaves out nobody is the holder.
        let padded = mask.is_some() && op.op != Op::AtomicCasTko;
        Some(Access { stores, padded, axes, gathered: Some(parameter) })
    }

    /// The axes of an array of which a mask compares each index with the extent.
    fn compared_axes(&self, mask: ValueId, offset: ValueId) -> Option<Vec<Axis>> {
        let compared = self.compared_indices(mask);
        let indices: Vec<ValueId> = compared.iter().map(|(index, _)| *index).collect();
        let mut addends = self.parts(offset, Op::Addi, &indices);
        let mut axes = Vec::new();
        for (index, extent) in compared {
            let found =
                addends.iter().enumerate().find_map(|(at, part)| Some((at, self.stride(*part, index)?)));
            let Some((at, stride)) = found else { continue };
            addends.remove(at);
            axes.push(Axis { extent, stride, tile: 1, index: Index::Value(index) });
        }
        (addends.is_empty() && !axes.is_empty()).then_some(axes)
    }

    /// The axes of an array passed as a pointer, its extents and its strides, like tensors of cuTile Python: the offset multiplies
    /// one index with each stride. What follows a pointer of Triton may be anything.
    fn passed_axes(&self, parameter: usize, addends: &[ValueId]) -> Option<Vec<Axis>> {
        if let Language::Triton { .. } = self.kernel().language {
            return None;
        }
        let rank = addends.len();
        let mut axes: Vec<Option<Axis>> = vec![None; rank];
        for part in addends {
            let (index, stride) = self.multiplied(*part);
            let at = match stride {
                Size::Argument(position) => position.checked_sub(parameter + 1 + rank)?,
                Size::Number(_) | Size::Computed => rank - 1,
            };
            let slot = axes.get_mut(at).filter(|slot| slot.is_none())?;
            let extent = Size::Argument(parameter + 1 + at);
            *slot = Some(Axis { extent, stride, tile: 1, index: self.index(index) });
        }
        let is_number =
            |position: usize| self.kernel().params.get(position).is_some_and(|param| self.is_integer(*param));
        let passed = (parameter + 1..=parameter + 2 * rank).all(is_number);
        axes.into_iter().collect::<Option<Vec<Axis>>>().filter(|_| passed)
    }

    /// An index and its stride.
    fn multiplied(&self, part: ValueId) -> (ValueId, Size) {
        let product = self.maker(part).filter(|maker| maker.op == Op::Muli).map(|maker| &maker.operands[..]);
        if let Some([lhs, rhs]) = product {
            for (index, stride) in [(*lhs, *rhs), (*rhs, *lhs)] {
                if let Some(stride) = self.size(stride) {
                    return (self.spread(index), stride);
                }
            }
        }
        (part, Size::Number(1))
    }

    fn is_integer(&self, value: ValueId) -> bool {
        let element = self.kernel().ty(value).tile().and_then(|tile| tile.element.scalar());
        element.is_some_and(Scalar::is_integer)
    }

    /// The summands of a value, in its own width: an index that is a narrower sum is one of them.
    fn addends(&self, value: ValueId) -> Vec<ValueId> {
        match self.maker(value) {
            Some(maker) if matches!(maker.op, Op::Assume | Op::Reshape | Op::Broadcast) => {
                self.addends(maker.operands[0])
            }
            Some(maker) if maker.op == Op::Addi => {
                maker.operands.iter().flat_map(|operand| self.addends(*operand)).collect()
            }
            Some(_) | None => vec![value],
        }
    }

    /// The summands of a value, of any width.
    pub(super) fn summands(&self, value: ValueId) -> impl Iterator<Item = ValueId> {
        self.parts(value, Op::Addi, &[]).into_iter()
    }

    /// The operands joined by operations of a kind, except for operations inside `whole`.
    fn parts(&self, value: ValueId, op: Op, whole: &[ValueId]) -> Vec<ValueId> {
        let value = self.spread(value);
        match self.maker(value) {
            Some(maker) if maker.op == op && !whole.contains(&value) => {
                maker.operands.iter().flat_map(|operand| self.parts(*operand, op, whole)).collect()
            }
            Some(_) | None => vec![value],
        }
    }

    /// A number with its sums and products, each with whether it is part of no number of equal width.
    pub(super) fn sums_and_products(&self, whole: ValueId) -> Vec<(ValueId, bool)> {
        let width = |value| self.kernel().ty(value).tile().and_then(|tile| tile.element.scalar());
        let mut open = vec![(self.spread(whole), true)];
        let mut all: Vec<(ValueId, bool)> = Vec::new();
        while let Some((value, is_outer)) = open.pop() {
            if all.contains(&(value, is_outer)) {
                continue;
            }
            all.push((value, is_outer));
            let maker = self.maker(value);
            let maker = maker.filter(|maker| matches!(maker.op, Op::Addi | Op::Subi | Op::Muli));
            for operand in maker.into_iter().flat_map(|maker| &maker.operands) {
                let part = self.spread(*operand);
                open.push((part, width(part) != width(value)));
            }
        }
        all
    }

    /// The indices that a mask compares with an extent.
    pub(super) fn compared_indices(&self, mask: ValueId) -> Vec<(ValueId, Size)> {
        self.conjuncts(mask).into_iter().filter_map(|part| self.compared(self.truth(part))).collect()
    }

    /// The conjuncts of a mask. A product of truth values is a conjunction.
    fn conjuncts(&self, mask: ValueId) -> Vec<ValueId> {
        let parts = self.parts(self.byte(mask), Op::Andi, &[]);
        let is_product = |part: &ValueId| {
            let is_truth =
                self.kernel().ty(*part).tile().and_then(|tile| tile.element.scalar()) == Some(Scalar::I1);
            is_truth && self.maker(*part).is_some_and(|maker| maker.op == Op::Muli)
        };
        let (products, mut plain): (Vec<ValueId>, Vec<ValueId>) = parts.into_iter().partition(is_product);
        let factors = products.into_iter().flat_map(|product| self.parts(product, Op::Muli, &[]));
        plain.extend(factors.flat_map(|factor| self.conjuncts(factor)));
        plain
    }

    /// The comparisons of two numbers that all hold where a mask does, each as `lesser < greater`, or `lesser <= greater` if the last
    /// part is true.
    pub(super) fn comparisons(&self, mask: ValueId) -> Vec<(ValueId, ValueId, bool)> {
        let compared = |part: ValueId| {
            let maker = self.maker(self.truth(part)).filter(|maker| maker.op == Op::Cmpi)?;
            let [lhs, rhs] = maker.operands[..] else { return None };
            match maker.attributes.comparison? {
                Comparison::LessThan => Some((lhs, rhs, false)),
                Comparison::LessThanOrEqual => Some((lhs, rhs, true)),
                Comparison::GreaterThan => Some((rhs, lhs, false)),
                Comparison::GreaterThanOrEqual => Some((rhs, lhs, true)),
                Comparison::Equal | Comparison::NotEqual => None,
            }
        };
        self.conjuncts(mask).into_iter().filter_map(compared).collect()
    }

    /// Whether a mask keeps the lane whose number equals an argument, as `i <= n` does.
    pub(in crate::check) fn admits_end(&self, mask: ValueId, argument: usize) -> bool {
        self.compares(mask, argument, true)
    }

    /// Whether a mask ends before the lane whose number equals an argument, as `i < n` does.
    pub(in crate::check) fn stops_before(&self, mask: ValueId, argument: usize) -> bool {
        self.compares(mask, argument, false)
    }

    fn compares(&self, mask: ValueId, argument: usize, or_equal: bool) -> bool {
        let is_it = |(_, limit, equal): (ValueId, ValueId, bool)| {
            equal == or_equal && self.spread_argument(limit) == Some(argument)
        };
        self.comparisons(mask).into_iter().any(is_it)
    }

    /// The truth value behind a mask: nvcc makes a byte of it, and compares the byte with zero.
    pub(super) fn truth(&self, mask: ValueId) -> ValueId {
        let of = self.byte(mask);
        let is_truth = self.kernel().ty(of).tile().and_then(|tile| tile.element.scalar()) == Some(Scalar::I1);
        if is_truth { of } else { self.spread(mask) }
    }

    /// The operand of a mask's comparison with zero, possibly joined bytes of truth values.
    fn byte(&self, mask: ValueId) -> ValueId {
        let mask = self.spread(mask);
        let compared = self.maker(mask).filter(|maker| {
            maker.op == Op::Cmpi && maker.attributes.comparison == Some(Comparison::NotEqual)
        });
        match compared.map(|maker| &maker.operands[..]) {
            Some([byte, zero]) if self.constant(*zero) == Some(0) => self.spread(*byte),
            Some(_) | None => mask,
        }
    }

    /// An index below an extent.
    fn compared(&self, value: ValueId) -> Option<(ValueId, Size)> {
        let maker = self.maker(value).filter(|maker| {
            maker.op == Op::Cmpi && maker.attributes.comparison == Some(Comparison::LessThan)
        })?;
        let [index, extent] = maker.operands[..] else { return None };
        Some((self.spread(index), self.size(extent)?))
    }

    /// By what an index is multiplied in a part of an offset.
    fn stride(&self, part: ValueId, index: ValueId) -> Option<Size> {
        if part == index {
            return Some(Size::Number(1));
        }
        let maker = self.maker(part).filter(|maker| maker.op == Op::Muli)?;
        let [lhs, rhs] = maker.operands[..] else { return None };
        [(lhs, rhs), (rhs, lhs)]
            .into_iter()
            .find(|(one, _)| self.spread(*one) == index)
            .and_then(|(_, stride)| self.size(stride))
    }

    /// An argument or a constant that every element of a tile is.
    fn size(&self, value: ValueId) -> Option<Size> {
        let value = self.spread(value);
        self.argument(value)
            .map(Size::Argument)
            .or_else(|| self.constant(value).and_then(|number| i64::try_from(number).ok()).map(Size::Number))
    }
}
