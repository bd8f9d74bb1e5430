//! The rows of a gather/scatter view: each has an index of its own, from a tile.

use spec::syntax::kernel::ValueId;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Reg, Ty};
use crate::ir::value::Num;
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout};

/// The rows of a thread.
pub(crate) struct SparseRows {
    /// Which: the layout of the tile along the sparse axis.
    layout: Layout,
    /// Their indices as natural numbers, in 64 bits.
    indices: Vec<Reg>,
    /// Whether the rows lie in the tensor; empty if proved.
    inside: Vec<Reg>,
}

impl SparseRows {
    /// The rows of an index tile, for the tile's places along the axis; rows may lie outside the given extent.
    pub(crate) fn new(
        code: &mut Builder<'_>,
        index: ValueId,
        along: &[BitSource],
        extent: Option<Num>,
    ) -> Self {
        let layout = Layout { bits: along.to_vec() };
        let element = code.kernel().tile(index).element;
        let tile = code.tile(index);
        let tile = convert_layout(code, &tile, element, &layout);
        let indices: Vec<Reg> = tile.regs.iter().map(|reg| code.natural_of(*reg, element)).collect();
        // Read as unsigned, an index below zero is beyond every extent.
        let extent = extent.map(|extent| match extent {
            Num::Known(extent) => code.mov(Class::B64, extent),
            Num::Reg(extent) => extent,
        });
        let inside = extent.map_or_else(Vec::new, |extent| {
            indices.iter().map(|index| code.compare(Compare::Lt, Ty::U64, *index, extent)).collect()
        });
        SparseRows { layout, indices, inside }
    }

    /// The index of the row at a coordinate of a thread's registers.
    pub(crate) fn at(&self, coordinate: usize) -> Reg {
        self.indices[self.layout.register_of(coordinate)]
    }

    /// Whether the row lies in the tensor; `None` if proved.
    pub(crate) fn inside(&self, coordinate: usize) -> Option<Reg> {
        self.inside.get(self.layout.register_of(coordinate)).copied()
    }

    /// What is to be true for all of the thread's rows to be in the tensor.
    pub(crate) fn all_inside(&self) -> impl Iterator<Item = Reg> {
        self.inside.iter().copied()
    }
}
