//! Tiles side by side, and slices of tiles. The number of a slice is in the high bits of an index along every axis.

use std::collections::HashMap;

use spec::problem::Unsupported;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::numbers::immediate;
use crate::ir::ptx::{Class, Compare, Mode, Opcode, Operand, Reg, Ty};
use crate::ir::thread_bits::thread_bits_at;
use crate::ir::value::{Tile, bytes};
use crate::layout::conversion::{booleans_to_bytes, bytes_to_booleans, convert_layout};
use crate::layout::linear::{BitSource, Layout, MAX_TILE_REGISTERS, axis_bits, log2};
use crate::layout::shared_tile::{read_shared, write_shared};
use crate::layout::swizzle::Swizzle;
use crate::lower::operands::{spare_register_bits, unify_operands};

/// `cat`: the axis gets one more bit, a register bit.
pub(crate) fn cat(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (layout, operands) = unify_operands(code, op);
    let axis = op.attributes.axis();
    let (low, count) = axis_bits(&code.kernel().tile(op.operands[0]).shape)[axis];
    let top = low + count;
    let mut wide = layout.clone();
    wide.bits.insert(top, BitSource::Register);
    if wide.registers() > MAX_TILE_REGISTERS {
        return code.refuse(op, format!("a tile of {} registers a thread", wide.registers()));
    }
    let regs = (0..wide.registers()).map(|at| {
        let index = wide.index_of(at);
        let below = index & ((1 << top) - 1);
        operands[index >> top & 1][layout.register_of(below | index >> (top + 1) << top)]
    });
    let regs = regs.collect();
    code.set_tile(op.results[0], wide, regs);
    Ok(())
}

/// The bits of a whole tile's index, lowest first.
struct SliceBits {
    /// The bits of the slice number.
    number: Vec<usize>,
    /// The bits of the place in the slice.
    inside: Vec<usize>,
}

/// The bits of a whole tile's index, by what they say of a slice.
fn split_index_bits(whole: &[u32], part: &[u32]) -> SliceBits {
    let (mut number, mut inside) = (Vec::new(), Vec::new());
    for ((low, count), extent) in axis_bits(whole).into_iter().zip(part).rev() {
        inside.extend(low..low + log2(*extent));
        number.extend(low + log2(*extent)..low + count);
    }
    SliceBits { number, inside }
}

/// The part of a whole tile's index that the numbers of a slice give, as a register of 32 bits.
fn slice_start(code: &mut Builder<'_>, numbers: &[ValueId], whole: &[u32], part: &[u32]) -> Reg {
    let mut start = None;
    for ((number, (low, _)), extent) in numbers.iter().zip(axis_bits(whole)).zip(part) {
        let number = code.natural(*number);
        let number = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, number);
        let by = Operand::Int(immediate(low + log2(*extent)));
        let along = code.op(Opcode::Shl, Ty::B32, Class::B32, &[number.into(), by]);
        start = Some(match start {
            None => along,
            Some(start) => code.op(Opcode::Or, Ty::B32, Class::B32, &[along.into(), Operand::Reg(start)]),
        });
    }
    start.unwrap_or_else(|| code.mov(Class::B32, 0))
}

/// `extract`: chosen among registers where one thread holds every slice's element, else read from shared memory.
pub(crate) fn extract(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    let ty = code.kernel().tile(op.operands[0]);
    let part = &code.kernel().tile(op.results[0]).shape;
    let slice = split_index_bits(&ty.shape, part);
    let start = slice_start(code, &op.operands[1..], &ty.shape, part);
    let layout = Layout { bits: slice.inside.iter().map(|bit| tile.layout.bits[*bit]).collect() };
    let threads = |bit: &usize| matches!(tile.layout.bits[*bit], BitSource::Thread(_));
    // If the slice number selects threads, the elements are in other threads.
    let regs = if slice.number.iter().any(threads) {
        slice_from_shared(code, op, &tile, ty.element, &layout, &slice.inside, start)?
    } else {
        slice_from_registers(code, &tile, &slice, &layout, start)
    };
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}

/// A slice's registers, picked bit by bit of its number.
fn slice_from_registers(
    code: &mut Builder<'_>,
    tile: &Tile,
    slice: &SliceBits,
    layout: &Layout,
    start: Reg,
) -> Vec<Reg> {
    let number: Vec<usize> =
        slice.number.iter().copied().filter(|bit| tile.layout.bits[*bit] == BitSource::Register).collect();
    let preds: Vec<Reg> = number
        .iter()
        .map(|bit| {
            let own = code.op(Opcode::And, Ty::B32, Class::B32, &[start.into(), Operand::Int(1 << bit)]);
            code.compare(Compare::Ne, Ty::U32, own, 0)
        })
        .collect();
    let mut regs = Vec::new();
    for at in 0..layout.registers() {
        let index = deposit_bits(layout.index_of(at), &slice.inside);
        let mut candidates: Vec<Reg> = (0..1 << number.len())
            .map(|k| tile.regs[tile.layout.register_of(index | deposit_bits(k, &number))])
            .collect();
        for pred in &preds {
            // A binary tree of selections, one bit of the number a level.
            candidates = candidates.chunks(2).map(|pair| code.choose(*pred, pair[1], pair[0])).collect();
        }
        regs.push(candidates[0]);
    }
    regs
}

/// A slice's registers from shared memory, where the whole tile is put in the order of its index.
fn slice_from_shared(
    code: &mut Builder<'_>,
    op: &Operation,
    tile: &Tile,
    element: Element,
    layout: &Layout,
    inside: &[usize],
    start: Reg,
) -> Result<Vec<Reg>, Unsupported> {
    if element == Element::Scalar(Scalar::I1) {
        let words = booleans_to_bytes(code, tile);
        let regs = slice_from_shared(code, op, &words, Element::Scalar(Scalar::I8), layout, inside, start)?;
        return Ok(bytes_to_booleans(code, &Tile { layout: layout.clone(), regs }).regs);
    }
    // Equal elements are written once for all: the whole layout ignores broadcast bits.
    let swizzle =
        Swizzle::in_order(tile.layout.bits.len(), bytes(element)).without_broadcast_bits(&tile.layout);
    if swizzle.bytes() > code.target().shared_bytes() {
        return code.refuse(op, format!("a slice of a tile of {} bytes", swizzle.bytes()));
    }
    let base = code.allocate_shared(swizzle.bytes());
    write_shared(code, &swizzle, tile, element, 0, base);
    code.barrier();
    // Slices that differ only in broadcast bits are equal.
    let same: i64 = (0..tile.layout.bits.len())
        .filter(|bit| tile.layout.bits[*bit] == BitSource::Broadcast)
        .map(|bit| 1 << bit)
        .sum();
    let start = code.op(Opcode::And, Ty::B32, Class::B32, &[start.into(), Operand::Int(!same & 0xffff_ffff)]);
    let size = Operand::Int(bytes(element).cast_signed());
    let begin = code.op(Opcode::MadLo, Ty::U32, Class::B32, &[start.into(), size, base.into()]);
    let mut regs = vec![None; layout.registers()];
    read_shared(code, &swizzle.select_bits(inside), layout, &mut regs, element, 0, begin);
    code.mark_shared_read();
    Ok(regs.into_iter().flatten().collect())
}

/// The bits of a number at some places.
fn deposit_bits(number: usize, places: &[usize]) -> usize {
    places.iter().enumerate().map(|(at, place)| (number >> at & 1) << place).sum()
}

/// `insert`: elements of the numbered slice are replaced.
pub(crate) fn insert(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (slice, whole) = (op.operands[0], op.operands[1]);
    let ty = code.kernel().tile(whole);
    let part = &code.kernel().tile(slice).shape;
    let SliceBits { number, inside } = split_index_bits(&ty.shape, part);
    let start = slice_start(code, &op.operands[2..], &ty.shape, part);
    let tile = code.tile(whole);
    // In the result every bit of the number matters, and what matters in the slice.
    let axes: Vec<usize> = (0..ty.shape.len()).rev().collect();
    let spare = spare_register_bits(code, &ty.shape).min(2);
    let layout =
        tile.layout.join(&Layout::blocked(&ty.shape, &axes, spare, code.log2_threads()), code.log2_threads());
    if layout.registers() > MAX_TILE_REGISTERS {
        return code.refuse(op, format!("a tile of {} registers a thread", layout.registers()));
    }
    let tile = convert_layout(code, &tile, ty.element, &layout);
    let own = Layout { bits: inside.iter().map(|bit| layout.bits[*bit]).collect() };
    let slice = code.tile(slice);
    // The slice keeps the places of its elements in the whole.
    let slice = convert_layout(code, &slice, ty.element, &own);

    let pairs: Vec<(usize, usize)> = layout.thread_bits().filter(|(_, bit)| number.contains(bit)).collect();
    let thread = thread_bits_at(code, &pairs);
    let mut here = HashMap::new();
    let mut regs = Vec::new();
    for at in 0..layout.registers() {
        let index = layout.index_of(at);
        let of_number: usize = number.iter().map(|bit| index & 1 << bit).sum();
        let pred = *here.entry(of_number).or_insert_with(|| {
            let known = Operand::Int(immediate(of_number));
            match thread {
                None => code.compare(Compare::Eq, Ty::U32, start, known),
                Some(thread) => {
                    let at = code.op(Opcode::Or, Ty::B32, Class::B32, &[thread.into(), known]);
                    code.compare(Compare::Eq, Ty::U32, start, at)
                }
            }
        });
        let place: usize = inside.iter().enumerate().map(|(at, bit)| (index >> bit & 1) << at).sum();
        regs.push(code.choose(pred, slice.regs[own.register_of(place)], tile.regs[at]));
    }
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}
