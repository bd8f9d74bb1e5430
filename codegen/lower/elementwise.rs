//! Element-wise operations: register by register, each by the code of its chapter.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Opcode, Reg, Round};
use crate::lower::arith::{convert, float, integer, remainder};
use crate::lower::math::functions;
use crate::lower::math::functions::Function;
use crate::lower::operands::unified;

/// An element-wise operation, register by register.
pub(crate) fn elementwise(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (layout, operands) = unified(code, op);
    let mut regs = Vec::with_capacity(layout.registers());
    for at in 0..layout.registers() {
        let from: Vec<Reg> = operands.iter().map(|regs| regs[at]).collect();
        regs.push(element(code, op, &from)?);
    }
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}

/// One element of an element-wise operation.
#[expect(clippy::too_many_lines, reason = "a line an operation")]
fn element(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
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
        Op::Rsqrt => functions::function(code, op, Function::Rsqrt, from),
        Op::Exp => functions::function(code, op, Function::Exp, from),
        Op::Exp2 => functions::function(code, op, Function::Exp2, from),
        Op::Log => functions::function(code, op, Function::Log, from),
        Op::Log2 => functions::function(code, op, Function::Log2, from),
        Op::Sin => functions::function(code, op, Function::Sin, from),
        Op::Cos => functions::function(code, op, Function::Cos, from),
        Op::Tan => functions::function(code, op, Function::Tan, from),
        Op::Sinh => functions::function(code, op, Function::Sinh, from),
        Op::Cosh => functions::function(code, op, Function::Cosh, from),
        Op::Tanh => functions::function(code, op, Function::Tanh, from),
        Op::Atan2 => functions::function(code, op, Function::Atan2, from),
        Op::Fpowf => functions::function(code, op, Function::Power, from),
        Op::Fpowi => functions::function(code, op, Function::Power, from),
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
