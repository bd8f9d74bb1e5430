//! Tiles: what is made, moved or chosen, and how an element-wise operation goes over registers.

use spec::problem::Unsupported;
use spec::syntax::attributes::Constant;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, Type};

use super::math::Function;
use super::{convert, float, integer, math, remainder, views};
use crate::r#gen::Gen;
use crate::layout::{Layout, Place, axis_bits};
use crate::ptx::{Class, Opcode, Operand, Reg, Round, Ty};
use crate::value::{Tensor, Value};

/// One layout for the operands of an operation: the first in which everything matters says where; where there is none, the one
/// in which neighbours matter most.
pub(crate) fn common_layout(code: &Gen<'_>, op: &Operation) -> Layout {
    let layouts: Vec<Layout> = op.operands.iter().map(|value| code.tile(*value).layout).collect();
    let matters = |layout: &Layout| layout.bits.iter().filter(|place| **place != Place::Same).count();
    let neighbours = |layout: &Layout| layout.bits.iter().take_while(|place| **place != Place::Same).count();
    let rank = |layout: &Layout| match matters(layout) {
        most if most == layout.bits.len() => (most, most),
        some => (neighbours(layout), some),
    };
    let most = layouts.iter().map(rank).max().unwrap_or_default();
    let Some(first) = layouts.iter().find(|layout| rank(layout) == most) else { return Layout::splat(&[]) };
    layouts.iter().fold(first.clone(), |layout, other| layout.join(other, code.threads))
}

/// The tiles of an operation's operands in a layout.
pub(crate) fn in_layout(code: &mut Gen<'_>, op: &Operation, layout: &Layout) -> Vec<Vec<Reg>> {
    let regs = op.operands.iter().map(|value| {
        let (tile, element) = (code.tile(*value), code.kernel.tile(*value).element);
        code.arranged(&tile, element, layout).regs
    });
    regs.collect()
}

/// The tiles of an operation's operands in one layout, and the layout.
pub(crate) fn unified(code: &mut Gen<'_>, op: &Operation) -> (Layout, Vec<Vec<Reg>>) {
    let layout = common_layout(code, op);
    let regs = in_layout(code, op, &layout);
    (layout, regs)
}

/// An element-wise operation, register by register.
pub(crate) fn elementwise(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (layout, operands) = unified(code, op);
    let mut regs = Vec::with_capacity(layout.registers());
    for at in 0..layout.registers() {
        let from: Vec<Reg> = operands.iter().map(|regs| regs[at]).collect();
        regs.push(element(code, op, &from)?);
    }
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}

/// The element type of a value.
pub(crate) fn scalar_of(code: &Gen<'_>, value: spec::syntax::kernel::ValueId) -> Scalar {
    match code.kernel.tile(value).element {
        Element::Scalar(scalar) => scalar,
        // A pointer is bits of that many.
        Element::Pointer(_) => Scalar::I64,
    }
}

/// One element of an element-wise operation.
#[expect(clippy::too_many_lines, reason = "a line an operation")]
fn element(code: &mut Gen<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    match op.op {
        Op::Addi => Ok(integer::arithmetic(code, op, Opcode::Add, from)),
        Op::Subi => Ok(integer::arithmetic(code, op, Opcode::Sub, from)),
        Op::Muli => Ok(integer::arithmetic(code, op, Opcode::MulLo, from)),
        Op::Negi => Ok(integer::arithmetic(code, op, Opcode::Neg, from)),
        Op::Absi => Ok(integer::arithmetic(code, op, Opcode::Abs, from)),
        Op::Mini => Ok(integer::by_sign(code, op, Opcode::Min, from)),
        Op::Maxi => Ok(integer::by_sign(code, op, Opcode::Max, from)),
        Op::Remi => Ok(integer::by_sign(code, op, Opcode::Rem, from)),
        Op::Divi => Ok(integer::quotient(code, op, from)),
        Op::Andi => Ok(integer::bitwise(code, Opcode::And, from)),
        Op::Ori => Ok(integer::bitwise(code, Opcode::Or, from)),
        Op::Xori => Ok(integer::bitwise(code, Opcode::Xor, from)),
        Op::Shli => Ok(integer::shift(code, op, Opcode::Shl, from)),
        Op::Shri => Ok(integer::shift(code, op, Opcode::Shr, from)),
        Op::Mulhii => Ok(integer::high(code, op, from)),
        Op::Cmpi => Ok(integer::compare(code, op, from)),
        Op::Exti => Ok(convert::extend(code, op, from[0])),
        Op::Trunci => Ok(convert::truncate(code, op, from[0])),
        Op::Itof => convert::int_to_float(code, op, from[0]),
        Op::Ftof => convert::float_to_float(code, op, from[0]),
        Op::Ftoi => convert::float_to_int(code, op, from[0]),
        Op::Addf => float::arithmetic(code, op, Opcode::Add, from),
        Op::Subf => float::arithmetic(code, op, Opcode::Sub, from),
        Op::Mulf => float::arithmetic(code, op, Opcode::Mul, from),
        Op::Divf => float::arithmetic(code, op, Opcode::Div, from),
        Op::Fma => float::arithmetic(code, op, Opcode::Fma, from),
        Op::Negf => float::sign(code, op, from[0], true),
        Op::Absf => float::sign(code, op, from[0], false),
        Op::Maxf => float::choice(code, op, Opcode::Max, from),
        Op::Minf => float::choice(code, op, Opcode::Min, from),
        Op::Cmpf => float::compare(code, op, from),
        Op::Ceil => float::whole(code, op, from[0], Round::Rpi),
        Op::Floor => float::whole(code, op, from[0], Round::Rmi),
        Op::Sqrt => float::arithmetic(code, op, Opcode::Sqrt, from),
        Op::Rsqrt => math::function(code, op, Function::Rsqrt, from),
        Op::Exp => math::function(code, op, Function::Exp, from),
        Op::Exp2 => math::function(code, op, Function::Exp2, from),
        Op::Log => math::function(code, op, Function::Log, from),
        Op::Log2 => math::function(code, op, Function::Log2, from),
        Op::Sin => math::function(code, op, Function::Sin, from),
        Op::Cos => math::function(code, op, Function::Cos, from),
        Op::Tan => math::function(code, op, Function::Tan, from),
        Op::Sinh => math::function(code, op, Function::Sinh, from),
        Op::Cosh => math::function(code, op, Function::Cosh, from),
        Op::Tanh => math::function(code, op, Function::Tanh, from),
        Op::Atan2 => math::function(code, op, Function::Atan2, from),
        Op::Fpowf => math::function(code, op, Function::Power, from),
        Op::Fpowi => math::function(code, op, Function::Power, from),
        Op::Remf => remainder::remainder(code, op, from),
        Op::Return
        | Op::Yield
        | Op::If
        | Op::For
        | Op::Loop
        | Op::Continue
        | Op::Break
        | Op::Assert
        | Op::Constant
        | Op::Iota
        | Op::GetTileBlockId
        | Op::GetNumTileBlocks
        | Op::Reshape
        | Op::Broadcast
        | Op::Permute
        | Op::Select
        | Op::Assume
        | Op::Offset
        | Op::Reduce
        | Op::MakeToken
        | Op::JoinTokens
        | Op::MakeTensorView
        | Op::MakePartitionView
        | Op::GetIndexSpaceShape
        | Op::LoadViewTko
        | Op::StoreViewTko
        | Op::LoadPtrTko
        | Op::StorePtrTko
        | Op::AtomicRmwTko
        | Op::AtomicCasTko
        | Op::PrintTko
        | Op::Bitcast
        | Op::IntToPtr
        | Op::PtrToInt
        | Op::PtrToPtr
        | Op::Pack
        | Op::Unpack
        | Op::Cat
        | Op::Extract
        | Op::Insert
        | Op::Scan
        | Op::Mmaf
        | Op::Mmai
        | Op::MmafScaled
        | Op::GetGlobal
        | Op::Alloca
        | Op::GetTensorShape
        | Op::MakeStridedView
        | Op::MakeGatherScatterView
        | Op::AtomicRedViewTko
        | Op::MemoryFenceAliasTko
        | Op::GdcWaitTko
        | Op::GdcLaunchDependentsTko
        | Op::MultimemLoadReduceViewTko
        | Op::MultimemReduceViewTko
        | Op::MultimemStoreViewTko => code.refuse(op, format!("`{}` is not element-wise", op.op.mnemonic())),
    }
}

/// `constant`: one value in a register, or elements that every thread picks by its number.
pub(crate) fn constant(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let result = op.results[0];
    let shape = code.kernel.tile(result).shape.clone();
    let scalar = scalar_of(code, result);
    let literals = match &op.attributes.constant {
        Some(Constant::Splat(literal)) => vec![*literal],
        Some(Constant::Dense(literals)) => literals.clone(),
        None => return code.refuse(op, "a constant without a value"),
    };
    if let [literal] = literals[..] {
        let reg = code.literal(scalar, literal.0);
        code.set_tile(result, Layout::splat(&shape), vec![reg]);
        return Ok(());
    }
    let layout = Layout { bits: vec![Place::Register; Layout::splat(&shape).bits.len()] };
    if layout.registers() > crate::MOST_REGISTERS {
        return code.refuse(op, format!("a constant of {} elements", layout.registers()));
    }
    let regs = literals.iter().map(|literal| code.literal(scalar, literal.0)).collect();
    code.set_tile(result, layout, regs);
    Ok(())
}

/// `iota`: from the thread's number and the register's.
pub(crate) fn iota(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let result = op.results[0];
    let shape = code.kernel.tile(result).shape.clone();
    let scalar = scalar_of(code, result);
    let layout = Layout::blocked(&shape, &[0], code.vector.min(vector_for(code, &shape)), code.threads);
    if layout.registers() > crate::MOST_REGISTERS {
        return code.refuse(op, format!("a tile of {} elements in {} threads", shape[0], 1 << code.threads));
    }
    let pairs: Vec<(u8, usize)> = layout.thread_bits().collect();
    let thread = code.thread_part(&pairs).unwrap_or_else(|| code.mov(Class::B32, 0));
    let mut regs = Vec::new();
    for at in 0..layout.registers() {
        let index = Operand::Int(layout.index_of(at) as i64);
        let value = code.op(Opcode::Add, Ty::S32, Class::B32, &[thread.into(), index]);
        regs.push(integer::canonical(code, scalar, value));
    }
    code.set_tile(result, layout, regs);
    Ok(())
}

/// How many of an index's lowest bits are best in registers: none while threads would have nothing else.
pub(crate) fn vector_for(code: &Gen<'_>, shape: &[u32]) -> usize {
    Layout::splat(shape).bits.len().saturating_sub(code.threads)
}

/// `get_tile_block_id`, `get_num_tile_blocks`.
pub(crate) fn grid(code: &mut Gen<'_>, op: &Operation, names: [&'static str; 3]) -> Result<(), Unsupported> {
    for (result, name) in op.results.iter().zip(names) {
        let reg = code.special(name);
        code.set_tile(*result, Layout::splat(&[]), vec![reg]);
    }
    Ok(())
}

/// `reshape`: the row-major index is the same.
pub(crate) fn reshape(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    code.set_tile(op.results[0], tile.layout, tile.regs);
    Ok(())
}

/// `broadcast`: the bits of the axes that were of one element do not matter.
pub(crate) fn broadcast(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    let from = code.kernel.tile(op.operands[0]).shape.clone();
    let to = code.kernel.tile(op.results[0]).shape.clone();
    let mut layout = Layout::splat(&to);
    for ((low, count), (to_low, _)) in axis_bits(&from).into_iter().zip(axis_bits(&to)) {
        layout.bits[to_low..to_low + count].copy_from_slice(&tile.layout.bits[low..low + count]);
    }
    // Registers are numbered by the bits in order, and the order is the same.
    code.set_tile(op.results[0], layout, tile.regs);
    Ok(())
}

/// `permute`: axis d of the result is axis `permutation[d]` of the operand.
pub(crate) fn permute(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    let from = axis_bits(&code.kernel.tile(op.operands[0]).shape);
    let shape = code.kernel.tile(op.results[0]).shape.clone();
    let to = axis_bits(&shape);
    let mut layout = Layout::splat(&shape);
    let mut source = vec![0; layout.bits.len()];
    for (axis, (low, count)) in to.iter().enumerate() {
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

/// `select`.
pub(crate) fn select(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (layout, operands) = unified(code, op);
    let regs = (0..layout.registers())
        .map(|at| code.choose(operands[0][at], operands[1][at], operands[2][at]))
        .collect();
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}

/// `assume`: it was proved.
pub(crate) fn assume(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    if matches!(code.kernel.ty(op.operands[0]), Type::TensorView(_)) {
        let tensor = views::view(code, op.operands[0]);
        let aligned = tensor.aligned.max(code.multiples.get(&op.results[0]).copied().unwrap_or(1));
        code.set(op.results[0], Value::View(Tensor { aligned, ..tensor }));
        return Ok(());
    }
    reshape(code, op)
}
