//! Index-set splitting (M. Griebl, P. Feautrier, C. Lengauer, "Index set splitting", 2000): the iterations of a loop whose tiles lie inside
//! their tensors come first, in a loop of their own without bounds tests and masks. The original loop runs the rest.
//!
//! Iteration i has a tile of L of the N elements along an axis. The tile begins at L·i + c or at i + c, and c is not negative. A tile at f is
//! whole if f + L ≤ N. At i + c, both i and c are multiples of L. So the iterations below ⌊N / L⌋ − c / L, or below L·⌊N / L⌋ − c, have whole
//! tiles. No number between 0 and N wraps, so the bound holds for the numbers of the kernel, too.

use std::collections::{HashMap, HashSet};

use spec::syntax::attributes::{Attributes, Comparison, Constant, Literal, Signedness};
use spec::syntax::count::i64_from_usize;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use super::{Unroller, can_copy};

/// Steps and tiles of fewer elements are numbers of 32 bits.
const MOST_STEP: i64 = 1 << 24;

/// By token of an access, the axes along which its tiles are inside.
type WholeAccesses = HashMap<ValueId, Vec<bool>>;

/// A loop in two parts.
pub(super) struct Split {
    /// The computation of the bound between the parts.
    pub(super) before: Vec<Operation>,
    /// The iterations with whole tiles.
    pub(super) main: Operation,
    /// The other iterations.
    pub(super) rest: Operation,
}

/// How the first element of a tile follows from the number i of the iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum First {
    /// L·i + L·c
    Tiles(i64),
    /// i + c, a multiple of L.
    Elements(i64),
    /// L times a number that is equal in all iterations.
    Fixed(ValueId),
}

/// A tile of so many elements along an axis with so many elements, which is whole in some iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Need {
    extent: ValueId,
    tile: i64,
    first: First,
}

impl Unroller {
    /// The parts of a loop with tests of bounds; `None` if no test can be left out.
    pub(super) fn split(&mut self, op: &Operation) -> Option<Split> {
        let (last, straight) = op.regions.first()?.ops.split_last()?;
        if op.op != Op::For
            || op.attributes.unsigned_compare
            || last.op != Op::Continue
            || !straight.iter().all(can_copy)
        {
            return None;
        }
        let of = |at: usize| self.constants.get(&op.operands[at]).copied();
        let step = of(2).filter(|step| (1..MOST_STEP).contains(step))?;
        if of(0) != Some(0) || of(1).is_some() {
            return None;
        }
        let body = Body::new(self, op, step);
        let (needs, accesses) = body.accesses()?;
        let masks = body.masks(&needs);
        let mut before = Vec::new();
        let bound = self.bound(op, step, &needs, &mut before);
        let mut main = self.whole(op, &accesses, &masks);
        main.operands[1] = bound;
        let mut rest = op.clone();
        rest.operands[0] = bound;
        rest.operands.splice(3.., main.results.clone());
        Some(Split { before, main, rest })
    }

    /// The end of the iterations that have all whole tiles, a multiple of the step.
    fn bound(&mut self, op: &Operation, step: i64, needs: &[Need], ops: &mut Vec<Operation>) -> ValueId {
        let upper = op.operands[1];
        let zero = self.constant(upper, 0, &op.at, ops);
        let mut bound = upper;
        for need in needs {
            let shift = self.constant(need.extent, i64::from(need.tile.trailing_zeros()), &op.at, ops);
            let whole = self.binary(Op::Shri, [need.extent, shift], &op.at, ops);
            // No later difference wraps.
            let whole = self.binary(Op::Maxi, [whole, zero], &op.at, ops);
            let end = match need.first {
                First::Tiles(first) => self.minus(whole, first, op, ops),
                First::Elements(first) => {
                    let tile = self.constant(need.extent, need.tile, &op.at, ops);
                    let elements = self.binary(Op::Muli, [whole, tile], &op.at, ops);
                    self.minus(elements, first, op, ops)
                }
                First::Fixed(index) => {
                    // One if the tile is whole, zero if it is not.
                    let left = self.binary(Op::Subi, [whole, index], &op.at, ops);
                    let one = self.constant(left, 1, &op.at, ops);
                    let some = self.binary(Op::Mini, [left, one], &op.at, ops);
                    let some = self.binary(Op::Maxi, [some, zero], &op.at, ops);
                    self.binary(Op::Muli, [upper, some], &op.at, ops)
                }
            };
            bound = self.binary(Op::Mini, [bound, end], &op.at, ops);
        }
        let bound = self.binary(Op::Maxi, [bound, zero], &op.at, ops);
        let step = self.constant(bound, step, &op.at, ops);
        self.rounded([bound, step], &op.at, ops)
    }

    fn minus(&mut self, value: ValueId, less: i64, op: &Operation, ops: &mut Vec<Operation>) -> ValueId {
        if less == 0 {
            return value;
        }
        let less = self.constant(value, less, &op.at, ops);
        self.binary(Op::Subi, [value, less], &op.at, ops)
    }

    /// A copy of a loop in which these axes of accesses are inside, and these masks true.
    fn whole(&mut self, op: &Operation, inside: &WholeAccesses, masks: &HashSet<ValueId>) -> Operation {
        let params = self.fresh_like(&op.regions[0].params);
        let mut names: HashMap<ValueId, ValueId> =
            op.regions[0].params.iter().copied().zip(params.iter().copied()).collect();
        let mut ops = Vec::new();
        for one in &op.regions[0].ops {
            let mask = one.operands.first().filter(|_| one.op == Op::Select);
            if mask.is_some_and(|mask| masks.contains(mask)) {
                let chosen = names.get(&one.operands[1]).copied().unwrap_or(one.operands[1]);
                names.insert(one.results[0], chosen);
                continue;
            }
            let mut copy = self.copy(one, &mut names);
            if one.results.first().is_some_and(|result| masks.contains(result)) {
                copy.op = Op::Constant;
                copy.operands = Vec::new();
                let constant = Some(Constant::Splat(Literal(1)));
                copy.attributes = Attributes { constant, ..Attributes::default() };
            }
            if let Some(axes) = one.results.last().and_then(|token| inside.get(token)) {
                copy.attributes.inbounds.clone_from(axes);
            }
            ops.push(copy);
        }
        let results = self.fresh_like(&op.results);
        Operation { results, regions: vec![Block { params, ops }], ..op.clone() }
    }
}

/// The body of a loop, and what is known of numbers in it.
struct Body<'u> {
    unroller: &'u Unroller,
    op: &'u Operation,
    step: i64,
    inside: HashSet<ValueId>,
}

impl<'u> Body<'u> {
    fn new(unroller: &'u Unroller, op: &'u Operation, step: i64) -> Self {
        let body = &op.regions[0];
        let made = body.ops.iter().flat_map(|op| &op.results);
        let inside = made.chain(&body.params).copied().collect();
        Body { unroller, op, step, inside }
    }

    /// The accesses whose tests can be left out, by token, with the axes that are inside then; and what each needs.
    fn accesses(&self) -> Option<(Vec<Need>, WholeAccesses)> {
        let mut needs: Vec<Need> = Vec::new();
        let mut all = HashMap::new();
        for access in &self.op.regions[0].ops {
            let Some((own, axes)) = self.access(access) else { continue };
            // Tiles with the same place in all iterations need no loop of their own.
            if own.iter().all(|need| matches!(need.first, First::Fixed(_))) {
                continue;
            }
            for need in own {
                if !needs.contains(&need) {
                    needs.push(need);
                }
            }
            all.insert(*access.results.last()?, axes);
        }
        (!needs.is_empty()).then_some((needs, all))
    }

    fn access(&self, access: &Operation) -> Option<(Vec<Need>, Vec<bool>)> {
        if access.op != Op::LoadViewTko && access.op != Op::StoreViewTko {
            return None;
        }
        // A store has the stored tile in front.
        let first = usize::from(access.op == Op::StoreViewTko);
        let kernel = &self.unroller.kernel;
        let tiling = kernel.ty(access.operands[first]).tiled()?;
        let definition = |value: &ValueId, op: Op| {
            self.unroller.definitions.get(value).filter(|definition| definition.op == op)
        };
        let tiles = definition(&access.operands[first], Op::MakePartitionView)?;
        let view = definition(&tiles.operands[0], Op::MakeTensorView)?;
        if access.attributes.packed.is_some() {
            return None;
        }
        let Type::TensorView(tensor) = kernel.ty(view.results[0]) else { return None };
        let mut axes = access.attributes.inbounds.clone();
        axes.resize(tiling.tile.len(), false);
        let mut needs = Vec::new();
        for (axis, is_inside) in axes.iter_mut().enumerate().filter(|(_, is_inside)| !**is_inside) {
            let dim = tiling.dim_map[axis];
            let unknown = tensor.shape[..dim].iter().filter(|extent| extent.is_none()).count();
            let extent = match tensor.shape[dim] {
                None => *view.operands.get(1 + unknown)?,
                Some(_) => return None,
            };
            let tile = i64::from(tiling.tile[axis]);
            let first = self.first(access.operands[first + 1 + axis], tile)?;
            needs.push(self.need(extent, tile, first)?);
            *is_inside = true;
        }
        (!needs.is_empty()).then_some((needs, axes))
    }

    /// A need whose numbers have the type of the induction variable.
    fn need(&self, extent: ValueId, tile: i64, first: First) -> Option<Need> {
        let kernel = &self.unroller.kernel;
        let ty = kernel.ty(self.op.regions[0].params[0]);
        // Values of loops that have become straight code have other names.
        let is_there = |value: ValueId| !self.unroller.renamed.contains_key(&value);
        let fits =
            |value: ValueId| kernel.ty(value) == ty && !self.inside.contains(&value) && is_there(value);
        let index = if let First::Fixed(index) = first { index } else { extent };
        let is_wide = kernel.tile(extent).element.scalar().is_some_and(|scalar| scalar.bits() >= 32);
        (fits(extent) && fits(index) && is_wide && tile < MOST_STEP).then_some(Need { extent, tile, first })
    }

    /// The first element of the tile with this index.
    fn first(&self, index: ValueId, tile: i64) -> Option<First> {
        if !self.inside.contains(&index) {
            return Some(First::Fixed(index));
        }
        if let Some((1, first)) = self.linear(index) {
            return (0..MOST_STEP).contains(&first).then_some(First::Tiles(first));
        }
        let op = self.unroller.definitions.get(&index).filter(|op| op.op == Op::Shri)?;
        let by = self.unroller.constants.get(&op.operands[1])?;
        if *by != i64::from(tile.trailing_zeros()) {
            return None;
        }
        self.elements(self.linear(op.operands[0])?, tile)
    }

    /// Elements from a·i + c on, as multiples of a tile.
    fn elements(&self, (factor, first): (i64, i64), tile: i64) -> Option<First> {
        let is_multiple = first % tile == 0 && (0..MOST_STEP).contains(&first);
        if factor == tile && is_multiple {
            Some(First::Tiles(first / tile))
        } else if factor == 1 && is_multiple && self.step % tile == 0 {
            Some(First::Elements(first))
        } else {
            None
        }
    }

    /// A number as a·i + c, with i the number of the iteration.
    fn linear(&self, value: ValueId) -> Option<(i64, i64)> {
        if value == self.op.regions[0].params[0] {
            return Some((1, 0));
        }
        if let Some(number) = self.unroller.constants.get(&value) {
            return Some((0, *number));
        }
        let op = self.unroller.definitions.get(&value)?;
        let of = |at: usize| self.linear(op.operands[at]);
        if op.op == Op::Addi {
            let (left, right) = (of(0)?, of(1)?);
            Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?))
        } else if op.op == Op::Muli {
            let (left, right) = (of(0)?, of(1)?);
            let (factor, number) = if left.0 == 0 { (left.1, right) } else { (right.1, left) };
            let is_linear = left.0 == 0 || right.0 == 0;
            is_linear.then_some((number.0.checked_mul(factor)?, number.1.checked_mul(factor)?))
        } else if op.op == Op::Exti {
            // Sums in the narrow type may wrap.
            let is_signed = op.attributes.signedness == Some(Signedness::Signed);
            let is_number = op.operands[0] == self.op.regions[0].params[0];
            (is_signed && is_number).then_some((1, 0))
        } else if op.op == Op::Assume {
            of(0)
        } else {
            None
        }
    }

    /// The masks that admit the elements of whole tiles, all of which are inside.
    fn masks(&self, needs: &[Need]) -> HashSet<ValueId> {
        let is_mask = |op: &&Operation| self.mask(op).is_some_and(|need| needs.contains(&need));
        self.op.regions[0].ops.iter().filter(is_mask).map(|op| op.results[0]).collect()
    }

    /// The tile and the extent of a comparison that is true for all elements inside.
    fn mask(&self, op: &Operation) -> Option<Need> {
        let is_signed = op.attributes.signedness == Some(Signedness::Signed);
        if op.op != Op::Cmpi || !is_signed {
            return None;
        }
        let (place, extent) = match op.attributes.comparison? {
            Comparison::LessThan | Comparison::LessThanOrEqual => (op.operands[0], op.operands[1]),
            Comparison::GreaterThan | Comparison::GreaterThanOrEqual => (op.operands[1], op.operands[0]),
            Comparison::Equal | Comparison::NotEqual => return None,
        };
        let extent = self.moved(extent);
        let sum = self.unroller.definitions.get(&self.moved(place)).filter(|op| op.op == Op::Addi)?;
        let sides = [self.moved(sum.operands[0]), self.moved(sum.operands[1])];
        let is_iota =
            |value: &ValueId| self.unroller.definitions.get(value).is_some_and(|op| op.op == Op::Iota);
        let at = sides.iter().position(is_iota)?;
        let tile = i64_from_usize(self.unroller.kernel.tile(sides[at]).len());
        let first = self.elements(self.linear(sides[1 - at])?, tile)?;
        self.need(extent, tile, first)
    }

    /// The value whose elements a value has.
    fn moved(&self, value: ValueId) -> ValueId {
        match self.unroller.definitions.get(&value) {
            Some(op) if op.op == Op::Reshape || op.op == Op::Broadcast => self.moved(op.operands[0]),
            Some(_) | None => value,
        }
    }
}
