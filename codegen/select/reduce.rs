//! Reductions: registers first, then lanes by shuffles, then warps through shared memory.

use spec::problem::Unsupported;
use spec::syntax::kernel::{Block, Operation};
use spec::syntax::types::Element;

use super::control::combine;
use super::core::unified;
use crate::r#gen::Gen;
use crate::layout::{Layout, Place, axis_bits};
use crate::ptx::{Class, Compare, Inst, Opcode, Operand, Reg, Shuffle, Ty};
use crate::value::Tile;

/// The bits of a thread's number that are within a warp.
pub(crate) const LANE_BITS: u8 = 5;

/// The operands of a reduction on the way: one layout, for every operand its registers.
struct Partial {
    layout: Layout,
    elements: Vec<Element>,
    regs: Vec<Vec<Reg>>,
}

/// `reduce`. Which element is combined with which first is not specified; here neighbours in registers come before
/// neighbours in lanes.
pub(crate) fn reduce(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (layout, regs) = unified(code, op);
    let elements = op.operands.iter().map(|value| code.kernel.tile(*value).element).collect();
    let mut partial = Partial { layout, elements, regs };
    let shape = code.kernel.tile(op.operands[0]).shape.clone();
    let axis = op.attributes.dim.unwrap_or(0) as usize;
    let (low, count) = axis_bits(&shape)[axis];
    let region = &op.regions[0];

    for bit in low..low + count {
        if partial.layout.bits[bit] == Place::Same {
            pairs(code, region, &mut partial, |regs, at| (regs[at], regs[at]))?;
        }
    }
    registers(code, region, &mut partial, low..low + count)?;
    for bit in low..low + count {
        if let Place::Thread(thread @ 0..LANE_BITS) = partial.layout.bits[bit] {
            lanes(code, region, &mut partial, thread)?;
            partial.layout.bits[bit] = Place::Same;
        }
    }
    if (low..low + count).any(|bit| partial.layout.bits[bit] != Place::Same) {
        gather(code, &mut partial, low..low + count);
        registers(code, region, &mut partial, low..low + count)?;
    }

    let mut bits = partial.layout.bits;
    bits.drain(low..low + count);
    for (result, regs) in op.results.iter().zip(partial.regs) {
        code.set_tile(*result, Layout { bits: bits.clone() }, regs);
    }
    Ok(())
}

/// Combines every register's value with another.
fn pairs(
    code: &mut Gen<'_>,
    region: &Block,
    partial: &mut Partial,
    pair: impl Fn(&[Reg], usize) -> (Reg, Reg),
) -> Result<(), Unsupported> {
    for at in 0..partial.regs[0].len() {
        let both: Vec<Reg> = partial
            .regs
            .iter()
            .flat_map(|regs| {
                let (first, second) = pair(regs, at);
                [first, second]
            })
            .collect();
        for (operand, reg) in combine(code, region, &both)?.into_iter().enumerate() {
            partial.regs[operand][at] = reg;
        }
    }
    Ok(())
}

/// Combines registers that differ in bits of the axis, the highest first: a tree.
fn registers(
    code: &mut Gen<'_>,
    region: &Block,
    partial: &mut Partial,
    bits: std::ops::Range<usize>,
) -> Result<(), Unsupported> {
    for bit in bits.rev() {
        if partial.layout.bits[bit] != Place::Register {
            continue;
        }
        let before = partial.layout.clone();
        partial.layout.bits[bit] = Place::Same;
        let old = std::mem::take(&mut partial.regs);
        let halves: Vec<(usize, usize)> = (0..partial.layout.registers())
            .map(|at| {
                let index = partial.layout.index_of(at);
                (before.register_of(index), before.register_of(index | 1 << bit))
            })
            .collect();
        partial.regs =
            old.iter().map(|regs| halves.iter().map(|(first, _)| regs[*first]).collect()).collect();
        for (at, (first, second)) in halves.into_iter().enumerate() {
            let both: Vec<Reg> = old.iter().flat_map(|regs| [regs[first], regs[second]]).collect();
            for (operand, reg) in combine(code, region, &both)?.into_iter().enumerate() {
                partial.regs[operand][at] = reg;
            }
        }
    }
    Ok(())
}

/// Combines the values of lanes that differ in one bit; both get the result, the lower lane's value first.
fn lanes(code: &mut Gen<'_>, region: &Block, partial: &mut Partial, thread: u8) -> Result<(), Unsupported> {
    let in_order = (region.ops.len() > 2).then(|| {
        let bit = code.op(Opcode::And, Ty::B32, Class::B32, &[code.thread.into(), Operand::Int(1 << thread)]);
        code.compare(Compare::Eq, Ty::U32, bit, 0)
    });
    for at in 0..partial.regs[0].len() {
        let mut both = Vec::new();
        for operand in 0..partial.regs.len() {
            let own = partial.regs[operand][at];
            let other = shuffle(code, Shuffle::Bfly, own, Operand::Int(1 << thread));
            both.extend(match in_order {
                None => [own, other],
                Some(lower) => [code.choose(lower, own, other), code.choose(lower, other, own)],
            });
        }
        for (operand, reg) in combine(code, region, &both)?.into_iter().enumerate() {
            partial.regs[operand][at] = reg;
        }
    }
    Ok(())
}

/// What other warps hold along the axis, into registers.
fn gather(code: &mut Gen<'_>, partial: &mut Partial, bits: std::ops::Range<usize>) {
    let mut layout = partial.layout.clone();
    for bit in bits {
        if let Place::Thread(_) = layout.bits[bit] {
            layout.bits[bit] = Place::Register;
        }
    }
    for (element, regs) in partial.elements.clone().into_iter().zip(&mut partial.regs) {
        let tile = Tile { layout: partial.layout.clone(), regs: std::mem::take(regs) };
        *regs = code.arranged(&tile, element, &layout).regs;
    }
    partial.layout = layout;
}

/// Another lane's register.
pub(crate) fn shuffle(code: &mut Gen<'_>, how: Shuffle, from: Reg, lane: Operand) -> Reg {
    match from.class {
        Class::B32 => {
            let to = code.reg(Class::B32);
            code.push(Inst::Shuffle { how, to, from, lane });
            to
        }
        Class::B64 => {
            let halves = [code.reg(Class::B32), code.reg(Class::B32)];
            code.push(Inst::Unpack { to: halves.to_vec(), from });
            let moved = halves.map(|half| shuffle(code, how, half, lane));
            let to = code.reg(Class::B64);
            code.push(Inst::Pack { to, from: moved.to_vec() });
            to
        }
        Class::B16 => {
            let wide = code.reg(Class::B32);
            code.push(Inst::Pack { to: wide, from: vec![from, from] });
            let moved = shuffle(code, how, wide, lane);
            let [to, rest] = [code.reg(Class::B16), code.reg(Class::B16)];
            code.push(Inst::Unpack { to: vec![to, rest], from: moved });
            to
        }
        Class::Pred => {
            let wide =
                code.op(Opcode::Selp, Ty::B32, Class::B32, &[Operand::Int(1), Operand::Int(0), from.into()]);
            let moved = shuffle(code, how, wide, lane);
            code.compare(Compare::Ne, Ty::U32, moved, 0)
        }
    }
}
