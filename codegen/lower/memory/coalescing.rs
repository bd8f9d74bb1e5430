//! Coalescing: the choice of layouts for a view. Neighbours in memory are in a thread's registers (a vector access), then in
//! neighbouring lanes (a coalesced one).

use spec::syntax::types::{Element, TiledView};

use crate::ir::builder::Builder;
use crate::ir::numbers::log2_of;
use crate::ir::ptx::Order;
use crate::ir::value::{Num, Tensor, bytes};
use crate::layout::linear::{BitSource, Layout, axis_bits};
use crate::lower::operands::spare_register_bits;

/// The tile axes, starting with the axis of stride one, and whether such an axis exists.
fn order_of_axes(tiling: &TiledView<'_>, tensor: &Tensor) -> (Vec<usize>, bool) {
    let rank = tiling.tile.len();
    let unit = (0..rank)
        .rev()
        // Along a sparse axis nothing is known of neighbours.
        .filter(|axis| tiling.sparse != Some(*axis))
        .find(|axis| tensor.strides[tiling.dim_map[*axis]] == Num::Known(1) && tiling.tile[*axis] > 1);
    // Without neighbours the last axis comes first, as in row-major order.
    let first = unit.or(rank.checked_sub(1));
    let rest = (0..rank).rev().filter(|axis| Some(*axis) != first);
    (first.into_iter().chain(rest).collect(), unit.is_some())
}

/// Bytes of a word: what a lane moves at least, so that a warp moves whole sectors.
const WORD: u64 = 4;

/// How many bits of an index make a run that one thread moves at once.
fn max_vector_bits(code: &Builder<'_>, tensor_element: Element) -> usize {
    log2_of((code.options().max_vector_bytes() / bytes(tensor_element)).max(1))
}

/// Whether all rows of a tile of several are known to begin at multiples of so many bytes, if the tensor does.
fn rows_are_aligned(axes: &[usize], tiling: &TiledView<'_>, tensor: &Tensor, wide: u64) -> bool {
    let size = bytes(tiling.tensor.element);
    let rows = axes.iter().skip(1).filter(|axis| tiling.tile[**axis] > 1);
    rows.map(|axis| tiling.dim_map[*axis]).all(|axis| tensor.multiples[axis].saturating_mul(size) >= wide)
}

/// The layout in which a tile of a view is best loaded.
pub(crate) fn coalesced_layout(code: &Builder<'_>, tiling: &TiledView<'_>, tensor: &Tensor) -> Layout {
    let (axes, unit) = order_of_axes(tiling, tensor);
    let spare = spare_register_bits(code, tiling.tile);
    let wide = max_vector_bits(code, tiling.tensor.element);
    // Unaligned sparse rows are read word by word across lanes, at full speed. Wider runs would be split for odd rows, with gaps between
    // lanes.
    let word = log2_of((WORD / bytes(tiling.tensor.element)).max(1));
    let wide = if rows_are_aligned(&axes, tiling, tensor, code.options().max_vector_bytes()) {
        wide
    } else {
        word.min(wide)
    };
    // Without an axis of stride one, vectors would gather.
    let vector = if unit { wide.min(spare) } else { 0 };
    Layout::blocked(tiling.tile, &axes, vector, code.log2_threads())
}

/// Whether a layout reaches memory in pieces that are large enough, next to the best one: neighbouring elements in a thread's
/// registers, then in neighbouring lanes.
pub(crate) fn is_coalesced(
    code: &Builder<'_>,
    layout: &Layout,
    best: &Layout,
    tiling: &TiledView<'_>,
    tensor: &Tensor,
) -> bool {
    // Copies of an element would be stored by several threads.
    if layout.bits.contains(&BitSource::Broadcast) {
        return false;
    }
    let (axes, unit) = order_of_axes(tiling, tensor);
    let Some(first) = axes.first().filter(|_| unit) else { return true };
    let (low, count) = axis_bits(tiling.tile)[*first];
    let run = |layout: &Layout| {
        layout.bits[low..low + count].iter().take_while(|p| **p == BitSource::Register).count()
    };
    let own = run(layout).min(max_vector_bits(code, tiling.tensor.element));
    // Eight lanes side by side, or as many as the best layout has.
    let lanes = |layout: &Layout, from: usize| {
        let bits = &layout.bits[low + from..low + count];
        bits.iter().enumerate().take_while(|(at, place)| **place == BitSource::Thread(*at)).count().min(3)
    };
    lanes(layout, own) >= lanes(best, run(best).min(count))
        || own >= run(best) && own > 0 && lanes(layout, own) >= 1
}

/// The best layout, or an equally good layout in which every warp stores its own elements, so that no warp waits. Lanes and runs
/// stay in place.
pub(crate) fn layout_within_warps(
    code: &Builder<'_>,
    own: &Layout,
    best: Layout,
    tiling: &TiledView<'_>,
    tensor: &Tensor,
) -> Layout {
    let VectorRun { axis, bits: run } = vector_run(code, tiling, tensor, &best, Order::Weak);
    let low = axis_bits(tiling.tile).get(axis).map_or(0, |(low, _)| *low);
    best.with_warps_of(own, code.log2_threads(), low..low + run).unwrap_or(best)
}

/// The runs of neighbouring elements that a thread moves at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VectorRun {
    /// The tile axis of the runs.
    pub(crate) axis: usize,
    /// A run has 2^`bits` elements.
    pub(crate) bits: usize,
}

/// The axis of runs, and the bits of an index in one: as many neighbours as a thread has in registers, up to sixteen bytes. Strong
/// accesses have one element each.
pub(crate) fn vector_run(
    code: &Builder<'_>,
    tiling: &TiledView<'_>,
    tensor: &Tensor,
    layout: &Layout,
    order: Order,
) -> VectorRun {
    let (axes, unit) = order_of_axes(tiling, tensor);
    let axis = axes.first().copied().unwrap_or(0);
    if !unit || order != Order::Weak {
        return VectorRun { axis, bits: 0 };
    }
    let (low, count) = axis_bits(tiling.tile)[axis];
    let own = layout.bits[low..low + count].iter().take_while(|place| **place == BitSource::Register).count();
    VectorRun { axis, bits: own.min(max_vector_bits(code, tiling.tensor.element)) }
}
