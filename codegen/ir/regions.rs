//! The regions around the place where code is made, and what control carries out of them.

use spec::syntax::kernel::ValueId;

use crate::ir::ptx::{Label, Reg};
use crate::ir::value::Tile;
use crate::layout::linear::Layout;

/// A value that several ways lead to: registers that each way writes. Its layout is found by trying: as many bits matter as
/// in any of the values that arrive.
#[derive(Debug, Clone)]
pub(crate) enum CarriedValue {
    Tile {
        layout: Layout,
        regs: Vec<Reg>,
    },
    Token,
    /// A view cannot be carried.
    Nothing,
}

/// A place that control goes to with values.
#[derive(Debug, Clone)]
pub(crate) struct JumpTarget {
    pub(crate) label: Label,
    pub(crate) values: Vec<ValueId>,
    pub(crate) slots: Vec<CarriedValue>,
    /// Layouts in which more matters than in the slots': the region is made again with them.
    pub(crate) wanted: Vec<Option<Layout>>,
}

/// A region that is being made.
#[derive(Debug, Clone)]
pub(crate) enum RegionFrame {
    /// Of an `if`: where `yield` goes.
    If(JumpTarget),
    /// Of a loop: where `continue` and `break` go.
    Loop { next: JumpTarget, exit: Option<JumpTarget> },
    /// Of a combiner: what `yield` gave.
    Combiner(Vec<Tile>),
}
