//! Causes that the operation of a violation shows. Examples are an element offset in place of a tile index, an overflowing index, a mask
//! that admits too much, and a store that does not depend on the block.

use std::collections::BTreeSet;

use spec::memory::access::{Access, Target};
use spec::problem::{Scene, Violation};
use spec::rules::Rule;
use spec::syntax::attributes::Comparison;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
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
        let scene = violation.scene.as_ref()?;
        return find_element_offset(kernel, op, scene).or_else(|| describe_reduced_index(kernel, op, scene));
    }
    if violation.rule == Rule::MemoryBounds {
        let scene = violation.scene.as_ref()?;
        return describe_wrapped_index(scene)
            .or_else(|| describe_outside_mask(kernel, op, scene))
            .or_else(|| describe_idle_block(kernel, op, violation));
    }
    if violation.rule != Rule::RaceBlock {
        return None;
    }
    let other = violation.other.as_ref()?;
    let differ: Vec<usize> =
        (0..3).filter(|axis| violation.party.block[*axis] != other.block[*axis]).collect();
    describe_unused_block(kernel, &[op, at(other.at.offset)?], &differ)
}

/// The axes along which the tile of an access lies outside of a view, with the index of each.
fn find_outside(kernel: &Kernel, op: &Operation, scene: &Scene) -> Vec<(usize, ValueId)> {
    let Scene::Tile { extents, steps, index, dim_map, .. } = scene else { return Vec::new() };
    let is_view =
        |value: &ValueId| !matches!(kernel.ty(*value), Type::Tile(_) | Type::Token | Type::TensorView(_));
    let Some(view) = op.operands.iter().position(is_view) else { return Vec::new() };
    let outside = |(axis, index): (usize, &u64)| {
        let (extent, step) = dim_map.get(axis).and_then(|along| extents.get(*along)).zip(steps.get(axis))?;
        let value = op.operands.get(view + 1 + axis)?;
        (*index >= extent.div_ceil((*step).max(1))).then_some((axis, *value))
    };
    index.iter().enumerate().filter_map(outside).collect()
}

/// The words where an index that lies outside is the place of a least or greatest element: a reduction of values and their places.
fn describe_reduced_index(kernel: &Kernel, op: &Operation, scene: &Scene) -> Option<String> {
    let definitions = Definitions::new(kernel);
    let is_place = |made: &&Operation| made.op == Op::Reduce && made.results.len() > 1;
    let is_reduced = |value: ValueId| definitions.sources(value).iter().any(is_place);
    let (axis, _) = find_outside(kernel, op, scene).into_iter().find(|(_, value)| is_reduced(*value))?;
    Some(format!(
        "the index along axis {axis} comes from a reduction, in which padded lanes take part: give these a value that never wins (as in \
         `where(lane < rows, x, inf)` before an `argmin`)"
    ))
}

/// The words where an index that lies outside is a multiple of the tile's extent: it counts elements, and an index counts tiles.
fn find_element_offset(kernel: &Kernel, op: &Operation, scene: &Scene) -> Option<String> {
    let Scene::Tile { tile, .. } = scene else { return None };
    let definitions = Definitions::new(kernel);
    let is_multiple = |(axis, value): &(usize, ValueId)| {
        let Some(size) = tile.get(*axis) else { return false };
        let whole = definitions.spread(*value);
        let made = definitions.maker(whole).filter(|made| made.op == Op::Muli);
        let factors = made.iter().flat_map(|made| &made.operands).copied();
        // A constant index is an offset of its own.
        let factors = factors.chain([whole]).filter_map(|one| definitions.constant(one));
        let size = i128::from(*size);
        size > 1 && factors.into_iter().any(|factor| factor != 0 && factor % size == 0)
    };
    let (axis, _) = find_outside(kernel, op, scene).into_iter().find(is_multiple)?;
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

/// The words where a mask admits only the first element behind the array.
fn describe_outside_mask(kernel: &Kernel, op: &Operation, scene: &Scene) -> Option<String> {
    let Scene::Elements { len, touched, .. } = scene else { return None };
    let is_masked = Access::of(kernel, op).is_some_and(|access| access.mask().is_some());
    let mut outside = touched.iter().filter(|index| !(0..i128::from(*len)).contains(&i128::from(**index)));
    let is_next = outside.next().is_some_and(|index| i128::from(*index) == i128::from(*len))
        && outside.next().is_none();
    (is_masked && is_next && touched.len() > 1).then(|| {
        let change = if bounds_by_equal(kernel, op) {
            "compare with `<` in place of `<=`"
        } else {
            "compare the accessed index itself with the length"
        };
        format!("the mask admits element {len}, one more than the array has: {change}")
    })
}

/// Whether the mask of an access bounds the index by `<=`.
fn bounds_by_equal(kernel: &Kernel, op: &Operation) -> bool {
    let Some(Target::Pointers { pointers, mask: Some(mask) }) = Access::of(kernel, op).map(|one| one.target)
    else {
        return false;
    };
    let definitions = Definitions::new(kernel);
    let indices: BTreeSet<ValueId> = definitions
        .sources(pointers)
        .iter()
        .flat_map(|op| &op.operands)
        .map(|one| definitions.spread(*one))
        .collect();
    let smaller = definitions.sources(mask).into_iter().filter(|op| op.op == Op::Cmpi).filter_map(|op| {
        let [left, right] = op.operands[..] else { return None };
        match op.attributes.comparison? {
            Comparison::LessThanOrEqual => Some(left),
            Comparison::GreaterThanOrEqual => Some(right),
            Comparison::Equal | Comparison::NotEqual | Comparison::LessThan | Comparison::GreaterThan => None,
        }
    });
    let is_number = |value: ValueId| definitions.constant(value).is_some() || kernel.params.contains(&value);
    smaller.map(|value| definitions.spread(value)).any(|value| indices.contains(&value) && !is_number(value))
}

/// The words where a block has no element inside, although its access has a mask: the mask bounds other numbers than the block's.
fn describe_idle_block(kernel: &Kernel, op: &Operation, violation: &Violation) -> Option<String> {
    let Some(Scene::Elements { len, touched, .. }) = &violation.scene else { return None };
    let Target::Pointers { pointers, mask: Some(mask) } = Access::of(kernel, op)?.target else { return None };
    let behind = |index: &i64| i128::from(*index) >= i128::from(*len);
    let definitions = Definitions::new(kernel);
    let [of_place, of_mask] = [pointers, mask].map(|value| find_block_axes(&definitions, value));
    let block = violation.party.block;
    let axis = *of_place.difference(&of_mask).find(|axis| block.get(**axis).is_some_and(|at| *at > 0))?;
    // A loaded index is wrong by itself.
    let loads = |op: &&Operation| Access::of(kernel, op).is_some_and(|access| access.manner.reads);
    let is_loaded = definitions.sources(pointers).iter().any(loads);
    let is_guarded = conditions_before(&kernel.body, op)
        .is_some_and(|all| all.into_iter().any(|one| find_block_axes(&definitions, one).contains(&axis)));
    let axis = AXES.get(axis)?;
    (!touched.is_empty() && touched.iter().all(behind) && !is_loaded).then(|| {
        let reason = "every element of this block is outside the array";
        if is_guarded {
            format!(
                "{reason}; the condition on the block index along {axis} admits this block, so tighten it, or launch fewer blocks"
            )
        } else {
            format!(
                "{reason}; the mask does not depend on the block index along {axis}, so guard it (as in `row < rows`), or launch fewer \
                 blocks"
            )
        }
    })
}

/// The conditions on the path to an operation of a block: of surrounding branches, and of earlier branches with an early exit. `None` for an operation of another block.
fn conditions_before(block: &Block, wanted: &Operation) -> Option<Vec<ValueId>> {
    let mut found = Vec::new();
    for op in &block.ops {
        if op.id == wanted.id {
            return Some(found);
        }
        let condition = op.operands.first().copied().filter(|_| op.op == Op::If);
        if let Some(inner) = op.regions.iter().find_map(|region| conditions_before(region, wanted)) {
            found.extend(condition.into_iter().chain(inner));
            return Some(found);
        }
        found.extend(condition.filter(|_| op.regions.iter().any(has_way_out)));
    }
    None
}

/// Whether a block has an early return, or a jump out of its loop.
fn has_way_out(block: &Block) -> bool {
    block.ops.iter().any(|op| {
        [Op::Return, Op::Break, Op::Continue].contains(&op.op) || op.regions.iter().any(has_way_out)
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

/// The axes along which the index of the block may go into a value.
fn find_block_axes(definitions: &Definitions<'_>, value: ValueId) -> BTreeSet<usize> {
    let sources = definitions.sources(value);
    let read: BTreeSet<ValueId> =
        sources.iter().flat_map(|op| &op.operands).copied().chain([value]).collect();
    read.into_iter().filter_map(|value| definitions.block_axis(value)).collect()
}
