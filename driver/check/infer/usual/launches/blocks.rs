//! The grid of a usual launch.

use std::collections::BTreeMap;

use spec::syntax::op::Op;

use super::{Counter, Usual, length};

/// The blocks of a kernel whose blocks share the tiles.
const SHARED: u32 = 2;

/// The blocks along an axis that the kernel uses and no extent counts.
const UNCOUNTED: u32 = 2;

impl Usual<'_> {
    /// The number of blocks along each axis: the number of tiles of the stored arrays, the fewest of several; without stored tiles,
    /// of the loaded arrays.
    pub(super) fn grid(&self, extents: &BTreeMap<usize, u32>) -> [u32; 3] {
        let shares = self.kernel.operations().any(|op| op.op == Op::GetNumTileBlocks);
        let mut grid = [None; 3];
        for stores in [true, false] {
            for access in self.accesses.iter().filter(|access| access.stores == stores) {
                let mut tiles = [None; 3];
                for axis in &access.axes {
                    let Some(along) = self.definitions.grid_axis(axis.index) else { continue };
                    let every = self.definitions.tiles_of_a_block(axis.index);
                    let count = length(axis.extent, extents).div_ceil(axis.tile).div_ceil(every);
                    tiles[along] = Some(tiles[along].unwrap_or(1u32).saturating_mul(count));
                }
                let known = grid;
                for (along, count) in tiles.into_iter().enumerate() {
                    if let Some(count) = count
                        && (stores || known[along].is_none())
                    {
                        grid[along] = Some(grid[along].map_or(count, |other: u32| other.min(count)));
                    }
                }
            }
        }
        for (position, counted) in &self.extents {
            if let Counter::Block(along) = counted.counter
                && grid[along].is_none()
            {
                grid[along] = extents.get(position).map(|extent| extent.div_ceil(counted.tile));
            }
        }
        // Blocks that query their number share the tiles: there are at most as many blocks as tiles.
        let most = if shares { SHARED } else { u32::MAX };
        // Nothing counts the blocks along some axes, but an index of rows is there for several rows.
        let used = self.kernel.used_axes();
        let uncounted = |axis: usize| if used.contains(&axis) { UNCOUNTED } else { 1 };
        let count = |axis: usize| grid[axis].map_or(uncounted(axis), |count: u32| count.clamp(1, most));
        [count(0), count(1), count(2)]
    }
}
