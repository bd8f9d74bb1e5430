//! The positions of elements in tiles: those that an operation computes from, and conditions on the positions of two elements.

use crate::syntax::op::Core;

/// The positions of the operands' elements from which an element of a result is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Positions {
    /// The element's own position.
    Kept,
    /// The own position along each axis of more than one element.
    Broadcast,
    /// The own position with its axes in another order.
    Permuted,
    /// The own place in row-major order.
    Reshaped,
    /// The positions along one axis.
    Combined,
    /// A row and a column.
    Multiplied,
    /// None, or positions that are not followed.
    Other,
}

impl Core {
    /// The positions of the operands that count for an element of a result.
    pub(super) const fn positions(self) -> Positions {
        match self {
            Core::Select
            | Core::Offset
            | Core::Assume
            | Core::Bitcast
            | Core::IntToPtr
            | Core::PtrToInt
            | Core::PtrToPtr => Positions::Kept,
            Core::Broadcast => Positions::Broadcast,
            Core::Permute => Positions::Permuted,
            Core::Reshape => Positions::Reshaped,
            Core::Reduce | Core::Scan => Positions::Combined,
            Core::Mmaf | Core::Mmai => Positions::Multiplied,
            Core::Constant
            | Core::Iota
            | Core::GetTileBlockId
            | Core::GetNumTileBlocks
            | Core::Pack
            | Core::Unpack
            | Core::Cat
            | Core::Extract
            | Core::Insert
            | Core::MmafScaled => Positions::Other,
        }
    }
}

/// A condition on two positions: for each axis of the load an axis of the other access with a position to compare, or none.
pub type Axes = Vec<Option<Along>>;

/// A comparison of the positions along two axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Along {
    /// The axis of the dependent value.
    pub axis: usize,
    /// The positions of the load that count.
    pub reach: Reach,
}

/// The positions along an axis on which a position depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The equal position.
    Equal,
    /// The positions up to it.
    Before,
    /// The positions from it on.
    After,
}

impl Along {
    pub(super) const fn equal(axis: usize) -> Self {
        Along { axis, reach: Reach::Equal }
    }
}

impl Reach {
    /// The positions that are reached through another position; `None` for all.
    pub(super) fn through(self, next: Reach) -> Option<Reach> {
        match (self, next) {
            (Reach::Equal, other) | (other, Reach::Equal) => Some(other),
            (Reach::Before, Reach::Before) => Some(Reach::Before),
            (Reach::After, Reach::After) => Some(Reach::After),
            (Reach::Before, Reach::After) | (Reach::After, Reach::Before) => None,
        }
    }
}

/// The position of a lane along each axis.
pub(super) fn position(lane: u32, shape: &[u32]) -> Vec<i128> {
    let mut rest = lane;
    let mut axes: Vec<i128> = Vec::new();
    for extent in shape.iter().rev() {
        axes.push((rest % (*extent).max(1)).into());
        rest /= (*extent).max(1);
    }
    axes.reverse();
    axes
}

/// The condition that two positions are equal.
pub(super) fn own_position(rank: usize) -> Axes {
    (0..rank).map(|axis| Some(Along::equal(axis))).collect()
}
