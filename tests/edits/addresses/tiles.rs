//! Another tile size: all tiles of the kernel that have an extent, doubled or halved along it.

use std::collections::BTreeSet;

use spec::syntax::attributes::{Assumption, Constant, Literal};
use spec::syntax::kernel::{Block, Kernel};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use crate::edits::sites::Sites;

/// Every extent of the kernel's tiles, doubled and halved: in types alone, and in constants of that value too.
pub(crate) fn sizes(sites: &mut Sites<'_>) {
    let kernel = sites.kernel;
    let tiles = kernel.values.iter().filter_map(|value| match &value.ty {
        Type::Tile(tile) => Some(&tile.shape),
        Type::PartitionView(view) => Some(&view.tile),
        Type::StridedView(view) => Some(&view.partition.tile),
        Type::GatherScatterView(view) => Some(&view.tile),
        Type::Token | Type::TensorView(_) => None,
    });
    let extents: BTreeSet<u32> = tiles.flatten().copied().filter(|extent| *extent > 1).collect();
    for extent in extents {
        for other in [2 * extent, extent / 2] {
            for constants in [false, true] {
                let with = if constants { ", and constants with them" } else { "" };
                let change = format!("tiles of {other} for {extent}{with}");
                sites.add(0, &change, resized(kernel, (extent, other), constants));
            }
        }
    }
}

fn resized(kernel: &Kernel, (from, to): (u32, u32), constants: bool) -> Kernel {
    let mut copy = kernel.clone();
    let change = |shape: &mut [u32]| shape.iter_mut().filter(|e| **e == from).for_each(|e| *e = to);
    for value in &mut copy.values {
        match &mut value.ty {
            Type::Tile(tile) => change(&mut tile.shape),
            Type::PartitionView(view) => change(&mut view.tile),
            Type::StridedView(view) => change(&mut view.partition.tile),
            Type::GatherScatterView(view) => change(&mut view.tile),
            Type::Token | Type::TensorView(_) => {}
        }
    }
    attributes(&mut copy.body, (from, to), constants);
    copy
}

/// The tile parts of attributes: runs and partitions; and the constants, if they follow.
fn attributes(block: &mut Block, (from, to): (u32, u32), constants: bool) {
    for op in &mut block.ops {
        if let Some(Assumption::SameElements(shape)) = &mut op.attributes.assumption {
            shape.iter_mut().filter(|extent| **extent == from).for_each(|extent| *extent = to);
        }
        if let Some(Constant::Splat(literal)) = &mut op.attributes.constant
            && constants
            && op.op == Op::Constant
            && *literal == Literal(from.into())
        {
            *literal = Literal(to.into());
        }
        op.regions.iter_mut().for_each(|region| attributes(region, (from, to), constants));
    }
}
