//! Access functions: integers, pointers and masks of tiles as polynomials of places, from their definitions. Triton's `AxisInfo` and its rewriting of
//! block pointers recover affine functions likewise. Carried values are chains of recurrences (O. Bachmann, P. Wang, E. Zima, ISSAC 1994).
//!
//! Polynomials are numbers without wrap. So sums and products count only if the proof says that they are exact.

use std::collections::{HashMap, HashSet};

use spec::syntax::attributes::{Comparison, Constant, Signedness};
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Meaning, Op};
use spec::syntax::types::Type;

use super::polynomial::{Atom, Polynomial};
use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::parameters::IntegerSets;

/// How deep definitions are followed.
const MOST_DEPTH: usize = 64;

/// Operations that move the elements of a tile.
const MOVES: [Op; 3] = [Op::Reshape, Op::Broadcast, Op::Permute];

/// A pointer: a single pointer, and the elements behind it.
pub(super) type Place = (ValueId, Polynomial);

/// What a loop carries at first, and to the next iteration.
struct Recurrence {
    first: ValueId,
    next: ValueId,
}

/// The polynomials of a kernel's values.
pub(super) struct AffineValues<'k> {
    kernel: &'k Kernel,
    definitions: &'k Definitions<'k>,
    integers: &'k IntegerSets,
    numbers: HashMap<ValueId, Option<Polynomial>>,
    places: HashMap<ValueId, Option<Place>>,
    depth: usize,
}

impl<'k> AffineValues<'k> {
    pub(super) fn new(
        kernel: &'k Kernel,
        definitions: &'k Definitions<'k>,
        integers: &'k IntegerSets,
    ) -> Self {
        let (numbers, places) = (HashMap::new(), HashMap::new());
        AffineValues { kernel, definitions, integers, numbers, places, depth: 0 }
    }

    fn shape(&self, value: ValueId) -> &'k [u32] {
        match self.kernel.ty(value) {
            Type::Tile(tile) => &tile.shape,
            Type::Token
            | Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_) => &[],
        }
    }

    /// An integer, or the integers of a tile.
    pub(super) fn number(&mut self, value: ValueId) -> Option<Polynomial> {
        if let Some(known) = self.numbers.get(&value) {
            return known.clone();
        }
        if self.depth >= MOST_DEPTH {
            return self.itself(value);
        }
        self.depth += 1;
        let found = self.defined_number(value).or_else(|| self.itself(value));
        self.depth -= 1;
        self.numbers.insert(value, found.clone());
        found
    }

    /// A single number is its own polynomial.
    fn itself(&self, value: ValueId) -> Option<Polynomial> {
        self.shape(value).is_empty().then(|| Polynomial::atom(Atom::Number(value)))
    }

    fn defined_number(&mut self, value: ValueId) -> Option<Polynomial> {
        let (op, at) = match self.definitions.get(value)? {
            Definition::Result(op, at) => (op, at),
            Definition::Region(op, at) => {
                return self.carried_number(op, at, value);
            }
            Definition::Parameter(_) => return None,
        };
        let is_exact = op.attributes.overflow.no_signed_wrap || self.integers.exact.contains(&value);
        let is_signed = op.attributes.signedness != Some(Signedness::Unsigned);
        if op.op == Op::Constant && at == 0 {
            self.constant(value).map(Polynomial::constant)
        } else if op.op == Op::Iota {
            Some(Polynomial::atom(Atom::Lane(0)))
        } else if is_exact && [Op::Addi, Op::Subi, Op::Muli].contains(&op.op) {
            let (left, right) = (self.number(op.operands[0])?, self.number(op.operands[1])?);
            if op.op == Op::Addi {
                left.add(&right)
            } else if op.op == Op::Subi {
                left.sub(&right)
            } else {
                left.mul(&right)
            }
        } else if op.op == Op::Exti && is_signed || op.op == Op::Assume {
            self.number(op.operands[0])
        } else if MOVES.contains(&op.op) {
            let number = self.number(op.operands[0])?;
            self.moved(op, &number)
        } else if op.op == Op::Remi && is_signed && self.shape(value).len() == 1 {
            Some(Polynomial::atom(Atom::Element(value, 0)))
        } else {
            None
        }
    }

    /// The number of a constant.
    pub(super) fn constant(&self, value: ValueId) -> Option<i64> {
        self.definitions.constant(self.kernel, value)
    }

    /// What a `reshape`, a `broadcast` or a `permute` makes of a polynomial. A reshape keeps the order of its axes with more than one element.
    fn moved(&self, op: &Operation, of: &Polynomial) -> Option<Polynomial> {
        let (from, to) = (self.shape(op.operands[0]), self.shape(op.results[0]));
        let long = |shape: &[u32]| (0..shape.len()).filter(|axis| shape[*axis] > 1).collect::<Vec<_>>();
        if op.op == Op::Permute {
            return of.renamed(|axis| op.attributes.permutation.iter().position(|one| *one == axis));
        }
        if op.op == Op::Broadcast {
            return of.renamed(|axis| Some(axis).filter(|axis| from[*axis] > 1));
        }
        let (before, after) = (long(from), long(to));
        let is_same = before.iter().map(|axis| from[*axis]).eq(after.iter().map(|axis| to[*axis]));
        let place = |axis| after.get(before.iter().position(|own| *own == axis)?).copied();
        is_same.then(|| of.renamed(place)).flatten()
    }

    /// A pointer, or the pointers of a tile.
    pub(super) fn place(&mut self, value: ValueId) -> Option<Place> {
        if let Some(known) = self.places.get(&value) {
            return known.clone();
        }
        let itself = || self.shape(value).is_empty().then(|| (value, Polynomial::default()));
        let itself = itself();
        if self.depth >= MOST_DEPTH {
            return itself;
        }
        self.depth += 1;
        let found = self.defined_place(value).or(itself);
        self.depth -= 1;
        self.places.insert(value, found.clone());
        found
    }

    fn defined_place(&mut self, value: ValueId) -> Option<Place> {
        let op = match self.definitions.get(value)? {
            Definition::Result(op, _) => op,
            Definition::Region(op, at) => {
                return self.carried_place(op, at, value);
            }
            Definition::Parameter(_) => return None,
        };
        if op.op == Op::Offset {
            let (base, behind) = self.place(op.operands[0])?;
            return Some((base, behind.add(&self.number(op.operands[1])?)?));
        }
        let is_tile = !self.shape(value).is_empty();
        if MOVES.contains(&op.op) && is_tile {
            let (base, behind) = self.place(op.operands[0])?;
            return Some((base, self.moved(op, &behind)?));
        }
        if op.op == Op::Assume && is_tile { self.place(op.operands[0]) } else { None }
    }

    /// An integer that a `for` carries.
    fn carried_number(&mut self, op: &'k Operation, at: usize, value: ValueId) -> Option<Polynomial> {
        let carried = self.recurrence(op, at, value)?;
        let start = self.number(carried.first)?;
        let own = self.itself(value)?;
        let next = self.suppose(value, |values| values.number(carried.next))?;
        start.add(&self.passed(op, &next.sub(&own)?)?)
    }

    /// A pointer, or a tile of pointers, that a `for` carries.
    fn carried_place(&mut self, op: &'k Operation, at: usize, value: ValueId) -> Option<Place> {
        let carried = self.recurrence(op, at, value)?;
        let (base, start) = self.place(carried.first)?;
        let (next, amount) = self.suppose(value, |values| values.place(carried.next))?;
        if next != value {
            return None;
        }
        Some((base, start.add(&self.passed(op, &amount)?)?))
    }

    /// The first and the next value of what a `for` carries, if there is one of each.
    fn recurrence(&self, op: &Operation, at: usize, value: ValueId) -> Option<Recurrence> {
        let carried = at.checked_sub(1)?;
        let is_for = op.op.meaning() == Meaning::Control(Control::For) && !op.attributes.unsigned_compare;
        let [first, next] = self.definitions.arriving(value)[..] else { return None };
        (is_for && op.operands.get(3 + carried) == Some(&first)).then_some(Recurrence { first, next })
    }

    /// By how much all iterations so far have advanced a value that each advances by an equal amount.
    fn passed(&mut self, op: &Operation, amount: &Polynomial) -> Option<Polynomial> {
        let inside = values_inside(op);
        if amount.has_lanes() || amount.numbers().any(|number| inside.contains(&number)) {
            return None;
        }
        let step = self.number(op.operands[2])?.value().filter(|step| *step > 0)?;
        let variable = Polynomial::atom(Atom::Number(op.regions[0].params[0]));
        variable.sub(&self.number(op.operands[0])?)?.mul(&amount.divided(step)?)
    }

    /// Reads a value while a carried value is its own base. What is read of other values then is forgotten.
    fn suppose<T>(&mut self, value: ValueId, read: impl FnOnce(&mut Self) -> T) -> T {
        let kept = (self.numbers.clone(), self.places.clone());
        self.numbers.insert(value, self.itself(value));
        self.places.insert(value, Some((value, Polynomial::default())));
        let found = read(self);
        (self.numbers, self.places) = kept;
        found
    }

    /// The dividend of a remainder's elements along an axis, and how far it is below the divisor: a negative number, if the remainder is the dividend.
    pub(super) fn dividend(&mut self, remainder: ValueId, axis: usize) -> Option<(Polynomial, Polynomial)> {
        let Definition::Result(op, _) = self.definitions.get(remainder)? else { return None };
        let along = |number: Polynomial| number.renamed(|_| Some(axis));
        let (dividend, divisor) =
            (along(self.number(op.operands[0])?)?, along(self.number(op.operands[1])?)?);
        let below = dividend.sub(&divisor)?;
        Some((dividend, below))
    }

    /// Conditions that are together equal to a mask: each says that a polynomial is negative.
    pub(super) fn bounds(&mut self, mask: ValueId) -> Option<Vec<Polynomial>> {
        let Definition::Result(op, _) = self.definitions.get(mask)? else { return None };
        if op.op == Op::Constant {
            return match op.attributes.constant.as_ref()? {
                Constant::Splat(literal) => (literal.0 & 1 == 1).then(Vec::new),
                Constant::Dense(_) => None,
            };
        }
        if op.op == Op::Andi {
            let mut all = self.bounds(op.operands[0])?;
            all.extend(self.bounds(op.operands[1])?);
            return Some(all);
        }
        if MOVES.contains(&op.op) {
            let all = self.bounds(op.operands[0])?;
            return all.iter().map(|one| self.moved(op, one)).collect();
        }
        if op.op == Op::Cmpi { self.compared(op).map(|one| vec![one]) } else { None }
    }

    fn compared(&mut self, op: &Operation) -> Option<Polynomial> {
        if op.attributes.signedness == Some(Signedness::Unsigned) {
            return None;
        }
        let (left, right) = (self.number(op.operands[0])?, self.number(op.operands[1])?);
        let one = Polynomial::constant(1);
        match op.attributes.comparison? {
            Comparison::LessThan => left.sub(&right),
            Comparison::LessThanOrEqual => left.sub(&right)?.sub(&one),
            Comparison::GreaterThan => right.sub(&left),
            Comparison::GreaterThanOrEqual => right.sub(&left)?.sub(&one),
            Comparison::Equal | Comparison::NotEqual => None,
        }
    }
}

/// The values that the regions of an operation define.
pub(super) fn values_inside(op: &Operation) -> HashSet<ValueId> {
    let mut all = HashSet::new();
    for region in &op.regions {
        all.extend(&region.params);
        for inside in &region.ops {
            all.extend(&inside.results);
            all.extend(values_inside(inside));
        }
    }
    all
}
