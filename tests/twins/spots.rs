//! Where a twin may lie: in front of any operation, at any depth.

use spec::syntax::kernel::{Block, Kernel};
use spec::syntax::op::Op;

use crate::launches::Draw;

/// A place in front of an operation.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    /// The number of the operation.
    pub(crate) number: usize,
    /// Whether a loop or a branch stands in front of it.
    behind: bool,
}

/// The places of each block, the innermost first. Combiners have none: they access no memory.
pub(crate) fn blocks(kernel: &Kernel) -> Vec<Vec<Spot>> {
    let mut found = Vec::new();
    walk(&kernel.body, &mut 0, true, &mut found);
    found.retain(|block: &Vec<Spot>| !block.is_empty());
    found
}

fn walk(block: &Block, number: &mut usize, open: bool, found: &mut Vec<Vec<Spot>>) {
    let (mut spots, mut behind) = (Vec::new(), false);
    for op in &block.ops {
        if open {
            spots.push(Spot { number: *number, behind });
        }
        *number += 1;
        behind = matches!(op.op, Op::If | Op::For | Op::Loop);
        op.regions.iter().for_each(|region| walk(region, number, open && behind, found));
    }
    found.push(spots);
}

/// One of the places: all blocks are equally likely, and in a block half of the places are behind a loop or a branch,
/// if any.
pub(crate) fn draw(blocks: &[Vec<Spot>], draw: &mut Draw) -> Spot {
    let block = draw.one(blocks);
    let behind: Vec<Spot> = block.iter().copied().filter(|spot| spot.behind).collect();
    if behind.is_empty() || draw.below(2) == 0 { *draw.one(block) } else { *draw.one(&behind) }
}
