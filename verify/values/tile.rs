//! Tiles: functions from a lane to an element, kept as the operations that made them.

use std::rc::Rc;

use spec::syntax::attributes::Constant;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element as ElementType, Scalar, TileType};

use crate::terms::{Num, Substitution, Truth, Var};
use crate::values::domain::WrapDecisions;
use crate::values::element::Element;
use crate::values::lanes::LaneSet;
use crate::values::view::{Addressing, Load, Remembered};

/// A tile.
pub(crate) type Tile<'k> = Rc<Node<'k>>;

/// A tile's type and making.
#[derive(Debug)]
pub(crate) struct Node<'k> {
    /// The type.
    pub(crate) ty: TileType,
    /// The source of the elements.
    pub(crate) kind: TileKind<'k>,
    /// How many combinations of many elements an element comes through, at most.
    pub(crate) depth: u32,
}

/// How elements come about.
#[derive(Debug)]
pub(crate) enum TileKind<'k> {
    /// A literal.
    Constant(&'k Constant),
    /// One element everywhere.
    Splat(Element),
    /// The index.
    Iota,
    /// The element of another tile at a mapped index.
    Mapped(Tile<'k>, IndexMap<'k>),
    /// Two tiles, concatenated along an axis.
    Cat(Tile<'k>, Tile<'k>, usize),
    /// A slice of a tile, by its number along each axis.
    Slice(Tile<'k>, Rc<[Num]>),
    /// A tile with that slice replaced by another tile.
    Inserted { whole: Tile<'k>, number: Rc<[Num]>, part: Tile<'k> },
    /// An element function; the decisions about wrapping that were made for all lanes.
    Apply { op: &'k Operation, args: Vec<Tile<'k>>, exact: WrapDecisions },
    /// The same bits as another type: of floats nothing is followed.
    Bitcast(Tile<'k>),
    /// Elements cut into narrower ones, or joined to wider ones.
    Repacked(Tile<'k>),
    /// The addresses of pointers; whether they can wrap was decided.
    Address { pointer: Tile<'k>, exact: WrapDecisions },
    /// Pointers to addresses, into the allocation whose address each is a distance from.
    FromAddress { address: Tile<'k>, exact: WrapDecisions },
    /// One of two tiles, lane by lane.
    Select(Tile<'k>, Tile<'k>, Tile<'k>),
    /// A pointer moved by an index, in elements of so many bytes; whether the new offset can wrap was decided.
    Offset { pointer: Tile<'k>, index: Tile<'k>, bytes: u64, exact: WrapDecisions },
    /// One of two tiles as a whole.
    Either(Truth, Tile<'k>, Tile<'k>),
    /// The result of a load.
    Loaded(Rc<Load<'k>>),
    /// What an array of the block holds.
    Remembered(Rc<Remembered<'k>>),
    /// A combination of many elements.
    Aggregate(Rc<Aggregate<'k>>),
    /// A carried value with few known facts.
    Carried(Rc<Carried<'k>>),
    /// `start + count·step`, of integers or of pointer offsets.
    AddRec { start: Tile<'k>, step: Num, count: Num },
    /// The elements of another tile, with their doubts.
    WithDoubts(Tile<'k>, Rc<Doubts<'k>>),
}

/// Arbitrary carried elements of a loop, at the head of one iteration.
#[derive(Debug)]
pub(crate) struct Carried<'k> {
    /// The allocations that pointers may go into.
    pub(crate) may: Rc<[usize]>,
    /// The path condition of the head.
    pub(crate) here: Truth,
    /// The condition of the first head, where the elements and their doubts are those of this tile.
    pub(crate) first: (Truth, Tile<'k>),
    /// The fact about the integer, or the pointer's offset, of every lane, by a stand-in variable.
    pub(crate) holds: Option<(Var, Truth)>,
}

/// Possible defects of elements.
#[derive(Debug)]
pub(crate) struct Doubts<'k> {
    /// Whether the elements are undetermined.
    pub(crate) undetermined: Doubt,
    /// Whether the elements are pointers with an overflowed offset.
    pub(crate) overflowed: Doubt,
    /// A condition under which the doubts are those of this tile.
    pub(crate) first: Option<(Truth, Tile<'k>)>,
}

/// When something is in doubt of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// Unchanged.
    Kept,
    /// Under the formula, with the element's lane in place of this lane.
    Where { lane: Rc<[Num]>, holds: Truth },
    /// Anywhere, lane by lane.
    Anywhere,
}

impl Doubt {
    /// The formula at a lane, if any.
    pub(crate) fn at(&self, lane: &[Num]) -> Option<Truth> {
        let Doubt::Where { lane: from, holds } = self else { return None };
        let mut moved = Substitution::default();
        let pairs = from.iter().zip(lane);
        moved.nums.extend(pairs.filter_map(|(from, to)| Some((from.as_var()?, *to))));
        Some(moved.truth(holds))
    }
}

/// An index map.
#[derive(Debug, Clone, Copy)]
pub(crate) enum IndexMap<'k> {
    /// Row-major relabelling.
    Reshape,
    /// Axes of extent 1 replicated.
    Broadcast,
    /// Axes in another order.
    Permute(&'k [usize]),
}

impl<'k> Node<'k> {
    /// A tile.
    pub(crate) fn tile(ty: &TileType, kind: TileKind<'k>) -> Tile<'k> {
        Rc::new(Node { ty: ty.clone(), depth: kind.depth(), kind })
    }

    /// The scalar type of the elements, if they are numbers.
    pub(crate) fn scalar(&self) -> Option<Scalar> {
        self.ty.element.scalar()
    }

    /// The type of the elements.
    pub(crate) fn element(&self) -> ElementType {
        self.ty.element
    }
}

impl<'k> TileKind<'k> {
    /// The combinations on the longest way to an element.
    fn depth(&self) -> u32 {
        let most = |tiles: &[&Tile<'k>]| tiles.iter().map(|tile| tile.depth).max().unwrap_or(0);
        match self {
            TileKind::Constant(_) | TileKind::Splat(_) | TileKind::Iota | TileKind::Remembered(_) => 0,
            TileKind::Mapped(tile, _)
            | TileKind::Slice(tile, _)
            | TileKind::Bitcast(tile)
            | TileKind::Repacked(tile)
            | TileKind::Address { pointer: tile, .. }
            | TileKind::FromAddress { address: tile, .. }
            | TileKind::AddRec { start: tile, .. }
            | TileKind::WithDoubts(tile, _) => tile.depth,
            TileKind::Cat(a, b, _)
            | TileKind::Inserted { whole: a, part: b, .. }
            | TileKind::Offset { pointer: a, index: b, .. }
            | TileKind::Either(_, a, b) => most(&[a, b]),
            TileKind::Select(condition, a, b) => most(&[condition, a, b]),
            TileKind::Apply { args, .. } => most(&args.iter().collect::<Vec<_>>()),
            TileKind::Loaded(load) => {
                let parts = match &load.addressing {
                    Addressing::View(_) => [None, None],
                    Addressing::Pointers { pointers, mask } => [Some(pointers), mask.as_ref()],
                };
                most(&parts.into_iter().chain([load.padding.as_ref()]).flatten().collect::<Vec<_>>())
            }
            TileKind::Carried(carried) => carried.first.1.depth,
            TileKind::Aggregate(aggregate) => {
                1 + most(&aggregate.parts.iter().map(|(tile, _)| tile).collect::<Vec<_>>())
            }
        }
    }
}

/// The combined elements.
#[derive(Debug)]
pub(crate) struct Aggregate<'k> {
    /// The operation, and the position of the result.
    pub(crate) op: &'k Operation,
    pub(crate) position: usize,
    /// Control comes to the operation.
    pub(crate) here: Truth,
    /// The tiles, and which of their elements.
    pub(crate) parts: Vec<(Tile<'k>, LaneSet)>,
    /// The combination.
    pub(crate) value: Combined,
    /// Whether the result may be undetermined on its own.
    pub(crate) doubtful: bool,
}

/// A possible result other than one of the elements.
#[derive(Debug, Clone)]
pub(crate) enum Other {
    /// Nothing.
    Never,
    /// This element.
    Always(Element),
    /// This element, if all elements are NaN.
    ForNan(Element),
}

/// The result of a combination.
#[derive(Debug, Clone)]
pub(crate) enum Combined {
    /// One of the elements of the first part, or another; subnormal results may be flushed to zero.
    OneOf(Other, bool),
    /// The sum of elements of the first part, as many as there are or, of prefixes, fewer; it does not wrap.
    Sum(u32),
    /// A signed integer between these.
    Between(i128, i128),
    /// Anything of the type.
    Anything,
}
