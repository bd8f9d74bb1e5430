//! Elements that many elements of other tiles come together in: what reductions, scans and matrix products give. The
//! value is not followed, but for its bounds, or that it is one of them; it is undetermined where one of them is.

use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number, greatest_signed, least_signed};
use spec::ops::mma;
use spec::syntax::types::{Scalar, TileType};

use crate::fault_injection::Flaw;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};
use crate::values::domain::SymbolicInt;
use crate::values::float::Real;
use crate::values::tile::{Element, Tile, Value};

/// Which elements of a tile take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The one at the same index.
    Same,
    /// All along an axis that the result does not have.
    Along(usize),
    /// Those up to the same index along an axis, or from there on.
    UpTo {
        /// The axis.
        axis: usize,
        /// From there on.
        reverse: bool,
    },
    /// Those of the same row, or batch and row.
    Row,
    /// Those of the same column, or batch and column.
    Column,
}

impl Place {
    /// How many of a shape there are, at most.
    fn extent(self, shape: &[u32]) -> u32 {
        let axis = match self {
            Place::Same => return 1,
            Place::Along(axis) | Place::UpTo { axis, .. } => axis,
            Place::Row => shape.len() - 1,
            Place::Column => shape.len() - 2,
        };
        shape[axis]
    }

    /// The index of one of them, by its number.
    fn at(self, lane: &[Num], number: &Num) -> Vec<Num> {
        let mut index = lane.to_vec();
        match self {
            Place::Same => {}
            Place::Along(axis) => index.insert(axis, number.clone()),
            Place::UpTo { axis, .. } => index[axis] = number.clone(),
            Place::Row => return mma::factors(lane, number).0,
            Place::Column => return mma::factors(lane, number).1,
        }
        index
    }

    /// The mistake that leaves such elements out.
    const fn forgotten_by(self) -> Flaw {
        match self {
            Place::Row | Place::Column => Flaw::ProductForgets,
            Place::Same | Place::Along(_) | Place::UpTo { .. } => Flaw::CombinedForgets,
        }
    }

    /// Whether the one of that number takes part.
    fn has(self, lane: &[Num], number: &Num) -> Truth {
        match self {
            Place::Same | Place::Along(_) | Place::Row | Place::Column => Truth::constant(true),
            Place::UpTo { axis, reverse: false } => number.at_most(&lane[axis]),
            Place::UpTo { axis, reverse: true } => lane[axis].at_most(number),
        }
    }
}

/// What comes together.
#[derive(Debug)]
pub(crate) struct Gathered<'k> {
    /// The tiles, and which of their elements.
    pub(crate) parts: Vec<(Tile<'k>, Place)>,
    /// What comes of them.
    pub(crate) value: Gives,
    /// Whether the result may be undetermined on its own.
    pub(crate) doubtful: bool,
}

/// What may come out instead of one of the elements.
#[derive(Debug, Clone)]
pub(crate) enum Other {
    /// Nothing.
    Never,
    /// This element.
    Always(Element),
    /// This element, where all elements are NaN.
    ForNan(Element),
}

/// What comes of the elements.
#[derive(Debug, Clone)]
pub(crate) enum Gives {
    /// One of the elements of the first part, or another; of it zero where it is subnormal and those are flushed.
    OneOf(Other, bool),
    /// The sum of elements of the first part, as many as there are or, of prefixes, fewer; it does not wrap.
    Sum(u32),
    /// A signed integer between these.
    Between(i128, i128),
    /// Anything of its type.
    Anything,
}

impl<'k> Machine<'k> {
    /// The element of gathered ones at a lane.
    pub(crate) fn gathered(&mut self, ty: &TileType, gathered: &Rc<Gathered<'k>>, lane: &[Num]) -> Element {
        let mut undetermined = if gathered.doubtful { Truth::fresh() } else { Truth::constant(false) };
        for (tile, place) in &gathered.parts {
            if self.setup.has(place.forgotten_by()) {
                continue;
            }
            // That there is one which is undetermined: then it is this one.
            undetermined = undetermined.or(&self.one_of(tile, *place, lane).undetermined);
        }
        let bits = ty.element.scalar().map_or(64, Scalar::bits);
        let value = match &gathered.value {
            Gives::Sum(count) => {
                let (tile, place) = &gathered.parts[0];
                self.bounded_sum(tile, *place, lane, *count)
            }
            Gives::OneOf(other, flushes) => {
                let (tile, place) = &gathered.parts[0];
                let one = self.one_of(tile, *place, lane);
                chosen(one, other, *flushes)
            }
            Gives::Between(lo, hi) if bits > 1 => {
                let (lo, hi) = ((*lo).max(least_signed(bits)), (*hi).min(greatest_signed(bits)));
                Value::Int(SymbolicInt::Number { bits, signed: Num::fresh("sum", lo, hi) })
            }
            Gives::Between(..) | Gives::Anything => crate::symbolic::eval::arbitrary(ty, &[]).value,
        };
        Element { value, undetermined }
    }

    /// A sum of integers: at most as many of the greatest as there are, at least as many of the least. Of fewer terms,
    /// one is enough where that is more, or less.
    fn bounded_sum(&mut self, tile: &Tile<'k>, place: Place, lane: &[Num], count: u32) -> Value {
        let (greatest, least) = (self.one_of(tile, place, lane), self.one_of(tile, place, lane));
        let (Some(greatest), Some(least)) = (greatest.as_int(), least.as_int()) else {
            return Value::Float(Real::any());
        };
        let (bits, count, zero) = (greatest.bits(), Num::constant(count.into()), Num::constant(0));
        let (greatest, least) = (greatest.signed(), least.signed());
        let (mut most, mut fewest) = (greatest.mul(&count), least.mul(&count));
        if matches!(place, Place::UpTo { .. }) {
            most = Num::choose(&zero.less(&greatest), &most, &greatest);
            fewest = Num::choose(&least.less(&zero), &fewest, &least);
        }
        let sum =
            Num::fresh("sum", least_signed(bits).max(fewest.lo()), greatest_signed(bits).min(most.hi()));
        let path = self.path.clone();
        self.solver.assume(&path.implies(&sum.at_most(&most).and(&fewest.at_most(&sum))));
        Value::Int(SymbolicInt::Number { bits, signed: sum })
    }

    /// Any one of the elements that take part.
    pub(crate) fn one_of(&mut self, tile: &Tile<'k>, place: Place, lane: &[Num]) -> Element {
        let extent = place.extent(&tile.ty.shape);
        let number = Num::fresh("k", 0, i128::from(extent) - 1);
        let path = self.path.clone();
        self.solver.assume(&path.implies(&place.has(lane, &number)));
        self.at(tile, &place.at(lane, &number))
    }
}

/// One of some elements, or another.
fn chosen(one: Element, other: &Other, flushes: bool) -> Value {
    let nan = one.as_float().map_or(Truth::constant(false), Real::is_nan);
    let value = match other {
        Other::Never => one.value,
        Other::Always(other) => Element::choose(&Truth::fresh(), other, &one).value,
        // Where all are NaN, any of them is.
        Other::ForNan(other) => Element::choose(&Truth::fresh().and(&nan), other, &one).value,
    };
    match value {
        Value::Float(real) => Value::Float(real.flushed(flushes)),
        value @ (Value::Int(_) | Value::Pointer(_)) => value,
    }
}
