//! Tiles: functions from a lane to an element, kept as the operations that made them.

use std::rc::Rc;

use spec::domain::{Bool as _, Number};
use spec::syntax::attributes::Constant;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element as ElementType, Scalar, TileType};

use crate::symbolic::aggregate::Gathered;
use crate::terms::{Num, Substitution, Truth, Var};
use crate::values::domain::SymbolicInt;
use crate::values::float::Real;
use crate::values::view_access::Load;

/// What one element is.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// An integer.
    Int(SymbolicInt),
    /// A float, and what is known of it.
    Float(Real),
    /// A pointer.
    Pointer(Pointer),
}

/// A pointer: which allocations it may belong to, and how far it is from the start.
#[derive(Debug, Clone)]
pub(crate) struct Pointer {
    /// The allocations that it may belong to.
    pub(crate) may: Rc<[usize]>,
    /// The one that it belongs to.
    pub(crate) which: Num,
    /// Bytes from the start of the allocation.
    pub(crate) offset: Num,
    /// Whether its computation overflowed.
    pub(crate) overflowed: Truth,
}

/// One element.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    /// What it is.
    pub(crate) value: Value,
    /// Whether it is undetermined.
    pub(crate) undetermined: Truth,
}

impl Element {
    /// A determined element.
    pub(crate) fn known(value: Value) -> Self {
        Element { value, undetermined: Truth::constant(false) }
    }

    /// A determined integer, by its signed number.
    pub(crate) fn int(bits: u32, signed: Num) -> Self {
        Element::known(Value::Int(SymbolicInt::Number { bits, signed }))
    }

    /// The integer, if it is one.
    pub(crate) fn as_int(&self) -> Option<&SymbolicInt> {
        if let Value::Int(int) = &self.value { Some(int) } else { None }
    }

    /// The float, if it is one.
    pub(crate) fn as_float(&self) -> Option<&Real> {
        if let Value::Float(real) = &self.value { Some(real) } else { None }
    }

    /// The pointer, if it is one.
    pub(crate) fn as_pointer(&self) -> Option<&Pointer> {
        if let Value::Pointer(pointer) = &self.value { Some(pointer) } else { None }
    }

    /// The truth value of a boolean.
    pub(crate) fn as_truth(&self) -> Truth {
        match &self.value {
            Value::Int(SymbolicInt::Bit(bit)) => bit.clone(),
            Value::Int(SymbolicInt::Number { signed, .. }) => signed.equals(&Num::constant(0)).not(),
            Value::Float(_) | Value::Pointer(_) => Truth::fresh(),
        }
    }

    /// The signed integer, or the pointer's offset.
    pub(crate) fn place(&self) -> Option<Num> {
        match &self.value {
            Value::Int(SymbolicInt::Number { signed, .. }) => Some(signed.clone()),
            Value::Pointer(pointer) => Some(pointer.offset.clone()),
            Value::Int(SymbolicInt::Bit(_)) | Value::Float(_) => None,
        }
    }

    /// The two have one value, as far as values are followed: of floats nothing is said.
    pub(crate) fn same_value(&self, other: &Element) -> Truth {
        match (&self.value, &other.value) {
            (Value::Int(SymbolicInt::Bit(a)), Value::Int(SymbolicInt::Bit(b))) => {
                Truth::choose(a, b, &b.not())
            }
            (Value::Int(SymbolicInt::Number { signed, .. }), Value::Int(b)) => {
                signed.equals(&spec::domain::Int::signed(b))
            }
            (Value::Pointer(a), Value::Pointer(b)) => {
                a.which.equals(&b.which).and(&a.offset.equals(&b.offset))
            }
            (Value::Float(_) | Value::Int(_) | Value::Pointer(_), _) => Truth::constant(true),
        }
    }

    /// One of two elements of one type.
    pub(crate) fn choose(condition: &Truth, then: &Element, otherwise: &Element) -> Element {
        let value = match (&then.value, &otherwise.value) {
            (Value::Int(a), Value::Int(b)) => Value::Int(choose_int(condition, a, b)),
            (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(choose_pointer(condition, a, b)),
            (Value::Float(a), Value::Float(b)) => Value::Float(Real::choose(condition, a, b)),
            (Value::Float(_) | Value::Int(_) | Value::Pointer(_), _) => Value::Float(Real::any()),
        };
        Element { value, undetermined: Truth::choose(condition, &then.undetermined, &otherwise.undetermined) }
    }
}

fn choose_int(condition: &Truth, a: &SymbolicInt, b: &SymbolicInt) -> SymbolicInt {
    use spec::domain::Int;
    match (a, b) {
        (SymbolicInt::Bit(a), SymbolicInt::Bit(b)) => SymbolicInt::Bit(Truth::choose(condition, a, b)),
        (SymbolicInt::Number { bits, signed }, _) => {
            SymbolicInt::Number { bits: *bits, signed: Num::choose(condition, signed, &b.signed()) }
        }
        (SymbolicInt::Bit(_), SymbolicInt::Number { .. }) => a.clone(),
    }
}

fn choose_pointer(condition: &Truth, a: &Pointer, b: &Pointer) -> Pointer {
    let mut may: Vec<usize> = a.may.iter().chain(b.may.iter()).copied().collect();
    may.sort_unstable();
    may.dedup();
    Pointer {
        may: may.into(),
        which: Num::choose(condition, &a.which, &b.which),
        offset: Num::choose(condition, &a.offset, &b.offset),
        overflowed: Truth::choose(condition, &a.overflowed, &b.overflowed),
    }
}

/// A tile.
pub(crate) type Tile<'k> = Rc<Node<'k>>;

/// A tile's type and making.
#[derive(Debug)]
pub(crate) struct Node<'k> {
    /// Its type.
    pub(crate) ty: TileType,
    /// How its elements come about.
    pub(crate) kind: Kind<'k>,
}

/// How elements come about.
#[derive(Debug)]
pub(crate) enum Kind<'k> {
    /// A literal.
    Constant(&'k Constant),
    /// The same element everywhere.
    Splat(Element),
    /// The index.
    Iota,
    /// The element of another tile at a mapped index.
    Moved(Tile<'k>, Move<'k>),
    /// Two tiles one behind the other along an axis.
    Cat(Tile<'k>, Tile<'k>, usize),
    /// A slice of a tile, by its number along each axis.
    Slice(Tile<'k>, Rc<[Num]>),
    /// A tile with that slice replaced by another tile.
    Replaced { whole: Tile<'k>, number: Rc<[Num]>, part: Tile<'k> },
    /// An element function; the decisions about wrapping that were made for all lanes.
    Apply { op: &'k Operation, args: Vec<Tile<'k>>, exact: Vec<bool> },
    /// The same bits as another type: of floats nothing is followed.
    Recast(Tile<'k>),
    /// Elements cut into narrower ones, or joined to wider ones.
    Repacked(Tile<'k>),
    /// The addresses of pointers; whether they can wrap was decided.
    Address { pointer: Tile<'k>, exact: Vec<bool> },
    /// Pointers to addresses, into the allocation whose address each is a distance from.
    Pointed { address: Tile<'k>, exact: Vec<bool> },
    /// One of two tiles, lane by lane.
    Select(Tile<'k>, Tile<'k>, Tile<'k>),
    /// A pointer moved by an index, in elements of so many bytes; whether the new offset can wrap was decided.
    Offset { pointer: Tile<'k>, index: Tile<'k>, bytes: u64, exact: Vec<bool> },
    /// One of two tiles as a whole.
    Either(Truth, Tile<'k>, Tile<'k>),
    /// What a load gave.
    Loaded(Rc<Load<'k>>),
    /// What comes of many elements.
    Gathered(Rc<Gathered<'k>>),
    /// What a loop carries, where little is known of it.
    Carried(Rc<Carried<'k>>),
    /// `start + count·step`, of integers or of pointer offsets.
    Advanced { start: Tile<'k>, step: Num, count: Num },
    /// The elements of another tile, with what is in doubt of them.
    Doubted(Tile<'k>, Rc<Doubts<'k>>),
}

/// Arbitrary elements that a loop carries, at the head of one iteration.
#[derive(Debug)]
pub(crate) struct Carried<'k> {
    /// The allocations that pointers may go into.
    pub(crate) may: Rc<[usize]>,
    /// The loop comes to this head.
    pub(crate) here: Truth,
    /// It is the first head, where the elements are those of this tile. In doubt is what is in doubt of it.
    pub(crate) first: (Truth, Tile<'k>),
    /// What holds of the integer, or of the pointer's offset, of every lane, by a variable that stands for it.
    pub(crate) holds: Option<(Var, Truth)>,
}

/// What is in doubt of elements.
#[derive(Debug)]
pub(crate) struct Doubts<'k> {
    /// They are undetermined.
    pub(crate) undetermined: Doubt,
    /// They are pointers whose offset overflowed on the way.
    pub(crate) overflowed: Doubt,
    /// Where this holds, what is in doubt is what is of this tile.
    pub(crate) first: Option<(Truth, Tile<'k>)>,
}

/// When something is in doubt of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// As it comes.
    Kept,
    /// Where the formula holds, with the element's lane in the place of this one.
    Where { lane: Rc<[Num]>, holds: Truth },
    /// Anywhere, lane by lane.
    Anywhere,
}

impl Doubt {
    /// The formula at a lane, where there is one.
    pub(crate) fn at(&self, lane: &[Num]) -> Option<Truth> {
        let Doubt::Where { lane: from, holds } = self else { return None };
        let mut moved = Substitution::default();
        let pairs = from.iter().zip(lane);
        moved.nums.extend(pairs.filter_map(|(from, to)| Some((from.as_var()?, to.clone()))));
        Some(moved.truth(holds))
    }
}

/// An index map.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Move<'k> {
    /// Row-major relabelling.
    Reshape,
    /// Axes of extent 1 replicated.
    Broadcast,
    /// Axes in another order.
    Permute(&'k [usize]),
}

impl<'k> Node<'k> {
    /// A tile.
    pub(crate) fn tile(ty: &TileType, kind: Kind<'k>) -> Tile<'k> {
        Rc::new(Node { ty: ty.clone(), kind })
    }

    /// The scalar type of its elements, if they are numbers.
    pub(crate) fn scalar(&self) -> Option<Scalar> {
        self.ty.element.scalar()
    }

    /// The type of its elements.
    pub(crate) fn element(&self) -> ElementType {
        self.ty.element
    }
}
