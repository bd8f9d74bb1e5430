//! Causes that the operation of a violation shows: an element offset in place of a tile index, an overflowing index, or a store that
//! does not depend on the block.

use std::collections::BTreeSet;

use spec::memory::access::Access;
use spec::problem::{Scene, Violation};
use spec::rules::Rule;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use crate::check::infer::Definitions;

/// The names of the axes of a grid.
const AXES: [&str; 3] = ["x", "y", "z"];

/// The likely cause of a violation in words, if the operation shows it.
pub fn find_cause(kernel: &Kernel, violation: &Violation) -> Option<String> {
    let at = |offset: usize| kernel.operations().find(|op| op.at.offset == offset);
    let op = at(violation.party.at.offset)?;
    if violation.rule == Rule::IndexSpace {
        return find_element_offset(kernel, op, violation.scene.as_ref()?);
    }
    if violation.rule == Rule::MemoryBounds {
        return describe_wrapped_index(violation.scene.as_ref()?);
    }
    if violation.rule != Rule::RaceBlock {
        return None;
    }
    let other = violation.other.as_ref()?;
    let differ: Vec<usize> =
        (0..3).filter(|axis| violation.party.block[*axis] != other.block[*axis]).collect();
    describe_unused_block(kernel, &[op, at(other.at.offset)?], &differ)
}

/// The words where an index that lies outside is a multiple of the tile's extent: it counts elements, and an index counts tiles.
fn find_element_offset(kernel: &Kernel, op: &Operation, scene: &Scene) -> Option<String> {
    let Scene::Tile { extents, tile, steps, index, dim_map } = scene else { return None };
    let is_view =
        |value: &ValueId| !matches!(kernel.ty(*value), Type::Tile(_) | Type::Token | Type::TensorView(_));
    let first = op.operands.iter().position(is_view)? + 1;
    let definitions = Definitions::new(kernel);
    let is_multiple = |axis: &usize| {
        let (Some(index), Some(value), Some(size)) =
            (index.get(*axis), op.operands.get(first + axis), tile.get(*axis))
        else {
            return false;
        };
        let tiles = dim_map.get(*axis).and_then(|along| extents.get(*along)).zip(steps.get(*axis));
        let outside = tiles.is_some_and(|(extent, step)| *index >= extent.div_ceil((*step).max(1)));
        let whole = definitions.spread(*value);
        let made = definitions.maker(whole).filter(|made| made.op == Op::Muli);
        let factors = made.iter().flat_map(|made| &made.operands).copied();
        // A constant index is an offset of its own.
        let factors = factors.chain([whole]).filter_map(|one| definitions.constant(one));
        let size = i128::from(*size);
        outside && size > 1 && factors.into_iter().any(|factor| factor != 0 && factor % size == 0)
    };
    let axis = (0..index.len()).find(is_multiple)?;
    let size = tile.get(axis)?;
    Some(format!(
        "the index along axis {axis} is a multiple of {size}, as the offset of an element is; an index counts tiles of {size} elements: \
         leave out the factor"
    ))
}

/// The words where an index lies before the array, and inside of it without the overflow of a 32-bit number.
fn describe_wrapped_index(scene: &Scene) -> Option<String> {
    let Scene::Elements { len, touched, .. } = scene else { return None };
    let first = i128::from(1u32 << 31);
    let is_inside =
        |index: &i64| *index < 0 && (0..i128::from(*len)).contains(&(i128::from(*index) + 2 * first));
    touched.iter().any(is_inside).then(|| {
        format!(
            "the index is computed in 32 bits, which overflow from element {first} on, and the array has {len}: compute the index in 64 \
             bits, or bound the size"
        )
    })
}

/// The words where nothing in the places of two accesses depends on the block along the axes in which two blocks differ.
fn describe_unused_block(kernel: &Kernel, accesses: &[&Operation], differ: &[usize]) -> Option<String> {
    let definitions = Definitions::new(kernel);
    let used: BTreeSet<usize> = accesses
        .iter()
        .filter_map(|op| Access::of(kernel, op))
        .flat_map(|access| access.place())
        .flat_map(|value| find_block_axes(&definitions, value))
        .collect();
    if differ.is_empty() || differ.iter().any(|axis| used.contains(axis)) {
        return None;
    }
    let store = if accesses[0].at.coincides(&accesses[1].at) { "this store" } else { "these accesses" };
    if used.is_empty() {
        return Some(format!(
            "the block index is not used in the index of {store}, so all blocks access the same elements: use it, or an atomic update"
        ));
    }
    let along: Vec<&str> = differ.iter().filter_map(|axis| AXES.get(*axis).copied()).collect();
    let along = along.join(" and ");
    Some(format!(
        "the block index along {along} is not used in the index of {store}, so blocks that differ only along {along} access the same \
         elements: use it, or an atomic update"
    ))
}

/// The axes along which the index of the block may go into a value, through loops and branches too.
fn find_block_axes(definitions: &Definitions<'_>, value: ValueId) -> BTreeSet<usize> {
    let (mut found, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![value]);
    while let Some(value) = open.pop() {
        found.extend(definitions.block_axis(value));
        let Some(maker) = definitions.maker(value).filter(|_| seen.insert(value)) else { continue };
        open.extend(&maker.operands);
        let mut regions: Vec<_> = maker.regions.iter().collect();
        while let Some(region) = regions.pop() {
            for inner in &region.ops {
                // The ends of a region hand over values.
                if inner.op.terminates() {
                    open.extend(&inner.operands);
                }
                regions.extend(&inner.regions);
            }
        }
    }
    found
}
