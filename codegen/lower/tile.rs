//! Operations that make tiles, rename registers or select tiles.

use spec::problem::Unsupported;
use spec::syntax::attributes::Constant;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Type;

use crate::ir::builder::Builder;
use crate::ir::value::{Tensor, Value};
use crate::layout::linear::{BitSource, Layout, MAX_TILE_REGISTERS, axis_bits};
use crate::lower::element_type::scalar_of;

/// `constant`: one value in a register, or elements that every thread selects by its number.
pub(crate) fn constant(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let result = op.results[0];
    let shape = &code.kernel().tile(result).shape;
    let scalar = scalar_of(code, result);
    let literals = match &op.attributes.constant {
        Some(Constant::Splat(literal)) => vec![*literal],
        Some(Constant::Dense(literals)) => literals.clone(),
        None => return code.refuse(op, "a constant without a value"),
    };
    // A splat is one register for every shape.
    if let [literal] = literals[..] {
        let reg = code.literal(scalar, literal.0);
        code.set_tile(result, Layout::splat(shape), vec![reg]);
        return Ok(());
    }
    let layout = Layout { bits: vec![BitSource::Register; Layout::splat(shape).bits.len()] };
    if layout.registers() > MAX_TILE_REGISTERS {
        return code.refuse(op, format!("a constant of {} elements", layout.registers()));
    }
    let regs = literals.iter().map(|literal| code.literal(scalar, literal.0)).collect();
    code.set_tile(result, layout, regs);
    Ok(())
}

/// `reshape`: the row-major index is the same.
pub(crate) fn reshape(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    code.set_tile(op.results[0], tile.layout, tile.regs);
    Ok(())
}

/// `broadcast`: the bits of the axes that were of one element do not matter.
pub(crate) fn broadcast(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    let from = &code.kernel().tile(op.operands[0]).shape;
    let to = &code.kernel().tile(op.results[0]).shape;
    let mut layout = Layout::splat(to);
    for ((low, count), (to_low, _)) in axis_bits(from).into_iter().zip(axis_bits(to)) {
        layout.bits[to_low..to_low + count].copy_from_slice(&tile.layout.bits[low..low + count]);
    }
    // Registers are numbered by the bits in order, and the order is the same.
    code.set_tile(op.results[0], layout, tile.regs);
    Ok(())
}

/// `permute`: axis d of the result is axis `permutation[d]` of the operand.
pub(crate) fn permute(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    let from = axis_bits(&code.kernel().tile(op.operands[0]).shape);
    let shape = &code.kernel().tile(op.results[0]).shape;
    let to = axis_bits(shape);
    let mut layout = Layout::splat(shape);
    let mut source = vec![0; layout.bits.len()];
    for (axis, (low, count)) in to.iter().enumerate() {
        // Bits move with their axis; the register numbers of the result follow from where they are now.
        let (from_low, _) = from[op.attributes.permutation[axis]];
        for k in 0..*count {
            layout.bits[low + k] = tile.layout.bits[from_low + k];
            source[low + k] = from_low + k;
        }
    }
    let regs = (0..layout.registers()).map(|at| {
        let index = layout.index_of(at);
        let old: usize = source.iter().enumerate().map(|(bit, from)| (index >> bit & 1) << from).sum();
        tile.regs[tile.layout.register_of(old)]
    });
    let regs = regs.collect();
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}

/// `assume`: proved, so no code is needed.
pub(crate) fn assume(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    if matches!(code.kernel().ty(op.operands[0]), Type::TensorView(_)) {
        let tensor = code.view(op.operands[0]);
        let aligned = tensor.aligned.max(code.facts().divisor(op.results[0]));
        code.set(op.results[0], Value::View(Tensor { aligned, ..tensor }));
        return Ok(());
    }
    reshape(code, op)
}
