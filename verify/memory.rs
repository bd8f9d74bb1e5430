//! What the symbolic machine knows of memory: views, accesses, loads.

use std::rc::Rc;

use spec::domain::{Bool as _, Number};
use spec::memory::strength::Manner;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{PartitionViewType, Scalar};

use crate::terms::{Num, Truth};
use crate::tile::{Pointer, Tile};

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

/// A partition view.
#[derive(Debug, Clone)]
pub(crate) struct Partition<'k> {
    pub(crate) tensor: Rc<TensorView>,
    pub(crate) ty: &'k PartitionViewType,
}

/// A tile of a view: the geometry that the disjointness of partitions speaks of.
#[derive(Debug, Clone)]
pub(crate) struct ViewTile<'k> {
    pub(crate) partition: Partition<'k>,
    pub(crate) index: Vec<Num>,
}

/// What a memory operation addresses.
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
    /// What lanes hold that are not loaded; for views, whether there is a padding.
    pub(crate) padding: Option<Tile<'k>>,
    pub(crate) padded: bool,
    pub(crate) element: Scalar,
    /// Where it was run.
    pub(crate) path: Truth,
    /// Whether offsets can wrap, as decided for all lanes.
    pub(crate) exact: Vec<bool>,
    /// Whether it reads memory only in an atomic update, whose result is determined in every lane.
    pub(crate) update: bool,
}

/// A value that a model may have to put into memory.
#[derive(Debug, Clone)]
pub(crate) struct LoadRecord {
    pub(crate) when: Truth,
    pub(crate) which: Num,
    pub(crate) offset: Num,
    /// The element, read as signed; of a boolean 0 or 1.
    pub(crate) value: Num,
    pub(crate) bytes: u64,
}

/// An access of an arbitrary lane, for the search for races.
#[derive(Debug, Clone)]
pub(crate) struct Access<'k> {
    pub(crate) op: &'k Operation,
    pub(crate) manner: Manner,
    /// The path: the operation is run.
    pub(crate) path: Truth,
    /// Path, mask and bounds: the lane is accessed.
    pub(crate) when: Truth,
    pub(crate) pointer: Pointer,
    pub(crate) bytes: u64,
    pub(crate) tile: Option<ViewTile<'k>>,
    /// The iterations that it belongs to, outermost first.
    pub(crate) iterations: Vec<(usize, Num)>,
}

/// One lane of a memory operation.
pub(crate) struct Target {
    pub(crate) active: Truth,
    pub(crate) pointer: Pointer,
    pub(crate) undetermined: Truth,
    pub(crate) mask_undetermined: Truth,
}

/// How many elements a tensor spans, from its first to behind its last.
pub(crate) fn span(tensor: &TensorView) -> Num {
    let one = Num::constant(1);
    tensor
        .extents
        .iter()
        .zip(&tensor.strides)
        .fold(one.clone(), |span, (extent, stride)| span.add(&extent.sub(&one).mul(stride)))
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
