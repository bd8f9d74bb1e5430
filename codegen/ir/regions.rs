//! The regions around the current code, and the values that control carries out of regions.

use spec::syntax::kernel::ValueId;

use crate::ir::ptx::{Label, Reg, Ty};
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

/// A loop with loads that are copied to shared memory some iterations ahead.
#[derive(Debug, Clone)]
pub(crate) struct CopiedLoop {
    /// The loop's variable.
    pub(crate) induction: ValueId,
    /// By result, the offset of the load's slot in a stage.
    pub(crate) slots: Vec<(ValueId, u64)>,
    /// The bound, its type, and the number of the iteration.
    pub(crate) counter: (Reg, Ty, Reg),
    /// The distance of two iterations.
    pub(crate) step: i64,
    /// How many stages there are: iterations from a copy to its load.
    pub(crate) stages: u64,
    /// Bytes of a stage.
    pub(crate) bytes: u64,
    /// The address of this thread's first vector in the first stage, and in the stage of the iteration.
    pub(crate) first: Reg,
    pub(crate) stage: Reg,
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
        /// The loads that are copied ahead, of a `for`.
        copied: Option<CopiedLoop>,
    },
    /// Of a combiner: the yielded tiles.
    Combiner(Vec<Tile>),
}
