//! Layout conversion: a tile from one linear layout to another, as Triton's `convert_layout`. Elements that change threads go
//! through shared memory. If every element stays in its warp, only the threads of a warp wait for each other.

use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Opcode, Operand, Reg, Shuffle, Ty};
use crate::ir::shuffle::shuffle;
use crate::ir::value::{Tile, bytes};
use crate::layout::linear::{LANE_BITS, Layout};
use crate::layout::shared_tile::{read_shared, write_shared};
use crate::layout::swizzle::Swizzle;

/// Converts a tile to a layout that separates at least the bits of its own layout.
pub(crate) fn convert_layout(code: &mut Builder<'_>, tile: &Tile, element: Element, to: &Layout) -> Tile {
    if !tile.layout.can_serve_as(to) {
        return convert_through_shared(code, tile, element, to);
    }
    let regs = (0..to.registers()).map(|at| tile.regs[tile.layout.register_of(to.index_of(at))]).collect();
    Tile { layout: to.clone(), regs }
}

/// Copies a tile from its first holders to all threads with equal elements.
pub(crate) fn broadcast_from_first_holder(code: &mut Builder<'_>, tile: &Tile, element: Element) -> Tile {
    let idle = tile.layout.idle_thread_bits(code.log2_threads());
    if idle.is_empty() {
        return tile.clone();
    }
    if idle.iter().any(|bit| *bit >= LANE_BITS) {
        return convert_through_shared(code, tile, element, &tile.layout);
    }
    // The first holder is the lane with zeros in all other bits.
    let used: i64 = 31 - idle.iter().map(|bit| 1 << bit).sum::<i64>();
    let from = code.op(Opcode::And, Ty::B32, Class::B32, &[code.thread().into(), Operand::Int(used)]);
    let regs = tile.regs.iter().map(|reg| shuffle(code, Shuffle::Idx, *reg, from.into())).collect();
    Tile { layout: tile.layout.clone(), regs }
}

fn convert_through_shared(code: &mut Builder<'_>, tile: &Tile, element: Element, to: &Layout) -> Tile {
    if element == Element::Scalar(Scalar::I1) {
        // Predicates have no place in memory.
        let words = booleans_to_bytes(code, tile);
        let moved = convert_through_shared(code, &words, Element::Scalar(Scalar::I8), to);
        return bytes_to_booleans(code, &moved);
    }
    let mut regs = Vec::new();
    convert_tiles(code, std::slice::from_ref(tile), element, to, &mut |_, _, moved| regs = moved);
    Tile { layout: to.clone(), regs }
}

/// Converts tiles of one layout to an incompatible layout, in turn through one buffer of shared memory. Each tile is used, with its
/// position and registers, before the next conversion. The use may not need shared memory. Booleans are excluded.
pub(crate) fn convert_tiles(
    code: &mut Builder<'_>,
    tiles: &[Tile],
    element: Element,
    to: &Layout,
    then: &mut dyn FnMut(&mut Builder<'_>, usize, Vec<Reg>),
) {
    let Some(first) = tiles.first() else { return };
    let swizzle = Swizzle::new(&first.layout, to, bytes(element));
    // Every element has its own place in all parts: a warp touches no place of another warp. With one warp, a warp barrier
    // suffices.
    let inside = code.log2_threads() > LANE_BITS && first.layout.has_same_warps_as(to, code.log2_threads());
    let mut base = code.allocate_shared(swizzle.bytes());
    for (at, tile) in tiles.iter().enumerate() {
        let mut regs: Vec<Option<Reg>> = vec![None; to.registers()];
        for part in 0..swizzle.parts() {
            // Whoever still reads the part before must be done.
            match (at + part, inside) {
                (0, _) => {}
                (_, true) => code.push(Inst::WarpBarrier),
                (_, false) => base = code.allocate_shared(swizzle.bytes()),
            }
            write_shared(code, &swizzle, tile, element, part, base);
            if inside {
                code.push(Inst::WarpBarrier);
            } else {
                code.barrier();
            }
            read_shared(code, &swizzle, to, &mut regs, element, part, base);
            code.mark_shared_read();
        }
        then(code, at, regs.into_iter().flatten().collect());
    }
}

/// Booleans as bytes, 0 or 1.
pub(crate) fn booleans_to_bytes(code: &mut Builder<'_>, tile: &Tile) -> Tile {
    let word = |reg: &Reg| code.op(Opcode::Selp, Ty::B32, Class::B32, &[1.into(), 0.into(), (*reg).into()]);
    Tile { layout: tile.layout.clone(), regs: tile.regs.iter().map(word).collect() }
}

/// And back.
pub(crate) fn bytes_to_booleans(code: &mut Builder<'_>, tile: &Tile) -> Tile {
    let truth = |reg: &Reg| code.compare(Compare::Ne, Ty::S32, *reg, 0);
    Tile { layout: tile.layout.clone(), regs: tile.regs.iter().map(truth).collect() }
}
