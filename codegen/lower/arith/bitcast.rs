//! The same bits as another type; elements as bytes, and back.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Core;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::numbers::{immediate, to_index};
use crate::ir::ptx::{Class, Compare, Inst, Mode, Opcode, Operand, Reg, Ty};
use crate::ir::value::{Tile, class};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout, MAX_TILE_REGISTERS};
use crate::lower::element_type::scalar_of;

/// Lowers an operation that preserves bits.
pub(crate) fn lower(code: &mut Builder<'_>, op: &Operation, family: Core) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    if [Core::PtrToPtr, Core::IntToPtr, Core::PtrToInt].contains(&family) {
        code.set_tile(op.results[0], tile.layout, tile.regs);
        return Ok(());
    }
    let (from, to) = (scalar_of(code, op.operands[0]), scalar_of(code, op.results[0]));
    let made = match from.bits().cmp(&to.bits()) {
        std::cmp::Ordering::Equal => {
            let regs = tile.regs.iter().map(|reg| recast(code, from, to, *reg)).collect();
            Tile { layout: tile.layout, regs }
        }
        std::cmp::Ordering::Greater => split_elements(code, &tile, from, to),
        std::cmp::Ordering::Less => join_elements(code, &tile, from, to),
    };
    if made.layout.registers() > MAX_TILE_REGISTERS {
        return code.refuse(op, format!("a tile of {} registers a thread", made.layout.registers()));
    }
    code.set_tile(op.results[0], made.layout, made.regs);
    Ok(())
}

/// An element's bits as an element of a type of the same width.
fn recast(code: &mut Builder<'_>, from: Scalar, to: Scalar, reg: Reg) -> Reg {
    if from == to {
        return reg;
    }
    let word = element_to_word(code, from, reg);
    element_from_word(code, to, word)
}

/// An element's bits in a register of 32, the upper ones zero; of 64 in one of 64.
fn element_to_word(code: &mut Builder<'_>, scalar: Scalar, reg: Reg) -> Reg {
    match reg.class {
        Class::Pred => code.op(Opcode::Selp, Ty::B32, Class::B32, &[1.into(), 0.into(), reg.into()]),
        Class::B16 => code.convert(Ty::U32, Ty::U16, Mode::default(), Class::B32, reg),
        Class::B32 if scalar.is_integer() && scalar.bits() < 32 => {
            let mask = Operand::Int((1 << scalar.bits()) - 1);
            code.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), mask])
        }
        Class::B32 | Class::B64 => reg,
    }
}

/// Extracts an element from the low bits of a register; the high bits are arbitrary.
fn element_from_word(code: &mut Builder<'_>, scalar: Scalar, word: Reg) -> Reg {
    match class(Element::Scalar(scalar)) {
        Class::Pred => {
            let low = code.op(Opcode::And, Ty::B32, Class::B32, &[word.into(), 1.into()]);
            code.compare(Compare::Ne, Ty::U32, low, 0)
        }
        Class::B16 => {
            let [to, rest] = [code.reg(Class::B16), code.reg(Class::B16)];
            code.push(Inst::Unpack { to: vec![to, rest], from: word });
            to
        }
        Class::B32 if scalar.bits() < 32 => field(code, scalar, word, 0),
        Class::B32 | Class::B64 => word,
    }
}

/// An element of a narrow type at a place in a register of 32.
fn field(code: &mut Builder<'_>, scalar: Scalar, word: Reg, at: u32) -> Reg {
    let ty = if scalar.is_integer() { Ty::S32 } else { Ty::U32 };
    let from = [word.into(), Operand::Int(at.into()), Operand::Int(scalar.bits().into())];
    code.op(Opcode::Bfe, ty, Class::B32, &from)
}

/// The words of a register, lowest first.
fn words(code: &mut Builder<'_>, reg: Reg) -> Vec<Reg> {
    if reg.class != Class::B64 {
        return vec![reg];
    }
    let halves = vec![code.reg(Class::B32), code.reg(Class::B32)];
    code.push(Inst::Unpack { to: halves.clone(), from: reg });
    halves
}

/// Elements cut into narrower ones: as many more bits of the index are registers', below the others.
fn split_elements(code: &mut Builder<'_>, tile: &Tile, from: Scalar, to: Scalar) -> Tile {
    let count = from.bits() / to.bits();
    let mut layout = tile.layout.clone();
    layout.bits.splice(0..0, vec![BitSource::Register; to_index(count.trailing_zeros())]);
    let mut regs = Vec::new();
    for reg in &tile.regs {
        let whole = element_to_word(code, from, *reg);
        // Elements of 64 bits are cut into words first.
        let words = words(code, whole);
        for part in 0..count {
            let at = part * to.bits();
            let word = words[to_index(at / 32)];
            // Parts that begin a word need no shift.
            let place = if at.is_multiple_of(32) {
                word
            } else {
                code.op(Opcode::Shr, Ty::U32, Class::B32, &[word.into(), Operand::Int((at % 32).into())])
            };
            regs.push(element_from_word(code, to, place));
        }
    }
    Tile { layout, regs }
}

/// Elements joined to wider ones: neighbours in registers first.
fn join_elements(code: &mut Builder<'_>, tile: &Tile, from: Scalar, to: Scalar) -> Tile {
    let count = to.bits() / from.bits();
    let joined = to_index(count.trailing_zeros());
    let mut layout = tile.layout.clone();
    layout.bits[..joined].fill(BitSource::Register);
    // Joined elements must be in one thread.
    let tile = convert_layout(code, tile, Element::Scalar(from), &layout);
    let regs = tile.regs.chunks(to_index(count)).map(|parts| {
        let parts: Vec<Reg> = parts.iter().map(|reg| element_to_word(code, from, *reg)).collect();
        let per_word = to_index(32 / from.bits());
        let words: Vec<Reg> =
            parts.chunks(per_word).map(|parts| pack_in_word(code, parts, from.bits())).collect();
        match words[..] {
            [word] => element_from_word(code, to, word),
            _ => {
                let whole = code.reg(Class::B64);
                code.push(Inst::Pack { to: whole, from: words });
                whole
            }
        }
    });
    let regs = regs.collect();
    layout.bits.drain(..joined);
    Tile { layout: Layout { bits: layout.bits }, regs }
}

/// Elements of a type in one register, as many as are given.
pub(crate) fn pack_in_register(code: &mut Builder<'_>, scalar: Scalar, parts: &[Reg]) -> Reg {
    match parts {
        [one] => *one,
        [low, high] if low.class == Class::B16 => {
            let to = code.reg(Class::B32);
            code.push(Inst::Pack { to, from: vec![*low, *high] });
            to
        }
        // Parts are adjacent, so a later part overwrites the high bits of the part before.
        parts => pack_in_word(code, parts, scalar.bits()),
    }
}

/// Elements of so many bits side by side, each with zeros above.
fn pack_in_word(code: &mut Builder<'_>, parts: &[Reg], bits: u32) -> Reg {
    let mut word = parts[0];
    for (at, part) in parts.iter().enumerate().skip(1) {
        let place = Operand::Int(i64::from(bits) * immediate(at));
        let from = [(*part).into(), word.into(), place, Operand::Int(bits.into())];
        word = code.op(Opcode::Bfi, Ty::B32, Class::B32, &from);
    }
    word
}
