//! What memory operations address: tensor views, views of their tiles, tiles of pointers, and loads and stores through them.

use std::collections::BTreeMap;
use std::rc::Rc;

use spec::domain::{Bool as _, Number, extents};
use spec::ops::view::Tiling;
use spec::syntax::kernel::OpId;
use spec::syntax::types::{Scalar, TiledView};

use crate::terms::{Num, Truth};
use crate::values::domain::WrapDecisions;
use crate::values::element::Pointer;
use crate::values::tile::Tile;

/// Bytes of an array of so many elements.
pub(crate) fn bytes_of(element: Scalar, len: &Num) -> Num {
    let share = i128::from(element.in_a_byte());
    let whole = len.add(&Num::constant(share - 1)).div_floor(&Num::constant(share));
    if share == 1 { len.mul(&Num::constant(element.bytes().into())) } else { whole }
}

/// A tensor view.
#[derive(Debug, Clone)]
pub(crate) struct TensorView {
    pub(crate) pointer: Pointer,
    /// Whether the pointer, an extent or a stride is undetermined.
    pub(crate) undetermined: Truth,
    pub(crate) extents: Vec<Num>,
    pub(crate) strides: Vec<Num>,
    pub(crate) element: Scalar,
}

/// A view of tiles.
#[derive(Debug, Clone)]
pub(crate) struct View<'k> {
    pub(crate) tensor: Rc<TensorView>,
    pub(crate) ty: TiledView<'k>,
    /// Extents of the tile.
    pub(crate) tile: Vec<Num>,
    /// How far apart tiles begin.
    pub(crate) steps: Vec<Num>,
}

impl<'k> View<'k> {
    /// A view of that type on a tensor.
    pub(crate) fn new(tensor: Rc<TensorView>, ty: TiledView<'k>) -> Self {
        let (tile, steps) =
            (extents(ty.tile), ty.steps.iter().map(|step| Num::constant((*step).into())).collect());
        View { tensor, ty, tile, steps }
    }

    pub(crate) fn tiling(&self) -> Tiling<'_, Num> {
        let View { ty, tile, steps, .. } = self;
        Tiling { tile, steps, dim_map: &ty.dim_map, sparse: ty.sparse }
    }
}

/// A tile of a view.
#[derive(Debug, Clone)]
pub(crate) struct ViewTile<'k> {
    pub(crate) view: Rc<View<'k>>,
    /// By tile axis; along a sparse one each row has its own, in `rows`.
    pub(crate) index: Vec<Num>,
    pub(crate) rows: Option<Tile<'k>>,
}

/// An element of a tensor that an access touches.
#[derive(Debug, Clone)]
pub(crate) struct ElementPlace<'k> {
    pub(crate) tile: ViewTile<'k>,
    /// By tensor axis.
    pub(crate) at: Vec<Num>,
}

/// The addresses of a memory operation.
#[derive(Debug, Clone)]
pub(crate) enum Addressing<'k> {
    /// A tile of a view.
    View(ViewTile<'k>),
    /// A tile of pointers, with a mask.
    Pointers { pointers: Tile<'k>, mask: Option<Tile<'k>> },
}

/// A load, as the source of its result's elements.
#[derive(Debug)]
pub(crate) struct Load<'k> {
    pub(crate) addressing: Addressing<'k>,
    /// The contents of lanes that are not loaded; for views, whether a padding determines them.
    pub(crate) padding: Option<Tile<'k>>,
    pub(crate) padded: bool,
    pub(crate) element: Scalar,
    /// The path condition of the operation.
    pub(crate) path: Truth,
    /// Whether offsets can wrap, as decided for all lanes.
    pub(crate) exact: WrapDecisions,
    /// Whether it reads memory only in an atomic update, whose result is determined in every lane.
    pub(crate) update: bool,
    /// The position in the kernel, if another block's store to the loaded memory is a race.
    pub(crate) alone: Option<usize>,
    /// Its iterations, outermost first: the loop and the iteration number.
    pub(crate) iterations: Vec<(OpId, Num)>,
    /// Earlier stores of the block to initially undetermined memory: the latest first.
    pub(crate) stores: Rc<[Rc<InitializingStore<'k>>]>,
    /// The contents of the block's arrays at the load.
    pub(crate) local: LocalMemory<'k>,
}

impl<'k> Load<'k> {
    /// A load without padding, of which nothing else is known.
    pub(crate) fn of_memory(
        addressing: Addressing<'k>,
        element: Scalar,
        path: Truth,
        exact: WrapDecisions,
    ) -> Self {
        Load {
            addressing,
            padding: None,
            padded: false,
            element,
            path,
            exact,
            update: false,
            alone: None,
            iterations: Vec::new(),
            stores: Rc::from([]),
            local: LocalMemory::default(),
        }
    }
}

/// What the arrays of the block hold at a place of the kernel, by their numbers; of one that is not listed nothing is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct LocalMemory<'k> {
    pub(crate) arrays: BTreeMap<usize, Pieces<'k>>,
}

/// The bytes of an array: pieces in order, without a gap.
pub(crate) type Pieces<'k> = Rc<[Piece<'k>]>;

/// Neighboring bytes, up to `end`, of one origin.
#[derive(Debug, Clone)]
pub(crate) struct Piece<'k> {
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) content: Content<'k>,
}

/// The origin of bytes.
#[derive(Debug, Clone)]
pub(crate) enum Content<'k> {
    /// No origin: the bytes are undetermined.
    Undetermined,
    /// Not followed: the bytes may be anything, and undetermined or not.
    Unknown,
    /// They are bytes of the elements of a tile, row-major and without a gap, from that byte on.
    Stored { tile: Tile<'k>, from: u64 },
}

/// Pieces of an array, read as a tile of consecutive elements.
#[derive(Debug)]
pub(crate) struct Remembered<'k> {
    pub(crate) pieces: Pieces<'k>,
    /// The first byte of the first element.
    pub(crate) start: u64,
}

/// A store to memory that is undetermined before.
#[derive(Debug)]
pub(crate) struct InitializingStore<'k> {
    pub(crate) which: usize,
    pub(crate) addressing: Addressing<'k>,
    pub(crate) shape: Vec<u32>,
    pub(crate) bytes: u64,
    pub(crate) exact: WrapDecisions,
    /// The path condition of the operation.
    pub(crate) path: Truth,
    /// The iterations, outermost first.
    pub(crate) iterations: Vec<(OpId, Num)>,
}

/// The number of elements from a tensor's first to behind its last.
pub(crate) fn span(tensor: &TensorView) -> Num {
    let one = Num::constant(1);
    tensor
        .extents
        .iter()
        .zip(&tensor.strides)
        .fold(one, |span, (extent, stride)| span.add(&extent.sub(&one).mul(stride)))
}

/// A pointer that belongs to no allocation.
pub(crate) fn nowhere() -> Pointer {
    Pointer {
        may: Rc::from([]),
        which: Num::constant(-1),
        offset: Num::constant(0),
        overflowed: Truth::constant(false),
    }
}
