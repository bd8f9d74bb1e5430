//! The regions around the current code, and the values that control carries out of regions.

use spec::syntax::kernel::ValueId;

use crate::ir::ptx::{Label, Reg};
use crate::ir::value::Tile;
use crate::layout::linear::Layout;

/// A value of several control-flow paths: registers that each path writes. Its layout is found by trying: as many bits
/// matter as in any of the values that arrive.
#[derive(Debug, Clone)]
pub(crate) enum CarriedValue {
    /// A tile: registers that every path writes, in a layout that suits all paths.
    Tile {
        /// The layout.
        layout: Layout,
        /// The registers.
        regs: Vec<Reg>,
    },
    /// A token: behind the join it waits for anything.
    Token,
    /// A view cannot be carried.
    Nothing,
}

/// A place that control goes to with values.
#[derive(Debug, Clone)]
pub(crate) struct JumpTarget {
    /// The target label.
    pub(crate) label: Label,
    /// The values live here.
    pub(crate) values: Vec<ValueId>,
    /// How each is carried.
    pub(crate) carried: Vec<CarriedValue>,
    /// The finer layouts that the carried values need: the region is compiled again with them.
    pub(crate) wanted: Vec<Option<Layout>>,
}

/// A region under construction.
#[derive(Debug, Clone)]
pub(crate) enum RegionFrame {
    /// Of an `if`: the target of `yield`.
    If(JumpTarget),
    /// Of a loop: where `continue` and `break` go.
    Loop {
        /// The next iteration.
        next: JumpTarget,
        /// Behind the loop, of a `loop`.
        exit: Option<JumpTarget>,
    },
    /// Of a combiner: the yielded tiles.
    Combiner(Vec<Tile>),
}
