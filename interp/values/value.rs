//! What a value of a kernel is at run time.

use std::rc::Rc;

use crate::memory::shadow::happens_before::Token;
use crate::values::element::number::Exact;
use crate::values::pointers::Provenance;
use crate::values::tile::Tile;

/// A value.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// A tile.
    Tile(Tile),
    /// A token.
    Token(Token),
    /// A tensor view, or a view of its tiles; the type gives the layout.
    View(Rc<TensorView>),
}

/// A tensor in memory.
#[derive(Debug)]
pub(crate) struct TensorView {
    /// The allocation of the base pointer.
    pub(crate) buffer: Provenance,
    /// Bytes from the allocation's start.
    pub(crate) offset: i64,
    /// Whether the base pointer's offset overflowed.
    pub(crate) overflowed: bool,
    /// Whether the base pointer, an extent or a stride is undetermined.
    pub(crate) undetermined: bool,
    /// Elements along each axis.
    pub(crate) extents: Vec<Exact>,
    /// Elements between neighbours along each axis.
    pub(crate) strides: Vec<Exact>,
}
