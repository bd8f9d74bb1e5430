//! The regions around the place where code is made, and what control carries out of them.

use spec::syntax::kernel::ValueId;

use crate::ir::ptx::{Label, Reg};
use crate::ir::value::Tile;
use crate::layout::linear::Layout;

/// A value that several ways lead to: registers that each way writes. Its layout is found by trying: as many bits matter as
/// in any of the values that arrive.
#[derive(Debug, Clone)]
pub(crate) enum CarriedValue {
    /// A tile: the registers that every way writes, in a layout that serves all of them.
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
    /// Where the code goes on.
    pub(crate) label: Label,
    /// The values at this point.
    pub(crate) values: Vec<ValueId>,
    /// How each is carried.
    pub(crate) carried: Vec<CarriedValue>,
    /// Layouts in which more matters than in those of the carried values: the region is made again with them.
    pub(crate) wanted: Vec<Option<Layout>>,
}

/// A region that is being made.
#[derive(Debug, Clone)]
pub(crate) enum RegionFrame {
    /// Of an `if`: where `yield` goes.
    If(JumpTarget),
    /// Of a loop: where `continue` and `break` go.
    Loop {
        /// The next iteration.
        next: JumpTarget,
        /// Behind the loop, of a `loop`.
        exit: Option<JumpTarget>,
    },
    /// Of a combiner: what `yield` gave.
    Combiner(Vec<Tile>),
}
