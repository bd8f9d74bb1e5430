//! Functions: within what `spec::ops::accuracy` permits, for every operand.
//!
//! What kernels are full of (`exp`, `exp2`, `log`, `log2`, `tanh`, `rsqrt` of binary32) is computed in binary32, with the machine's own
//! approximations where they are near enough. The rest of binary32 is computed in binary64 and rounded; 16 bits go through
//! binary32.

use spec::problem::Unsupported;
use spec::syntax::attributes::Rounding;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::calc::Calc;
use super::core::scalar_of;
use super::float::machine_ty;
use super::{angle, convert, exponential, logarithm, power, single, turn};
use crate::r#gen::Gen;
use crate::ptx::{Class, Mode, Opcode, Reg, Round, Ty};

/// What is only near the exact value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Rsqrt,
    Exp,
    Exp2,
    Log,
    Log2,
    Sin,
    Cos,
    Tan,
    Sinh,
    Cosh,
    Tanh,
    Atan2,
    Power,
}

/// A function of every element.
pub(crate) fn function(
    code: &mut Gen<'_>,
    op: &Operation,
    function: Function,
    from: &[Reg],
) -> Result<Reg, Unsupported> {
    machine_ty(code, op)?;
    let scalar = scalar_of(code, op.operands[0]);
    let mut from = from.to_vec();
    if op.op == Op::Fpowi {
        from[1] = exponent(code, from[1]);
    }
    match scalar {
        Scalar::F64 => Ok(double(&mut Calc::double(code), function, &from)),
        Scalar::F32 => Ok(in_single(&mut Calc::single(code), op, function, &from)),
        Scalar::F16
        | Scalar::Bf16
        | Scalar::Tf32
        | Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F8E8m0fnu
        | Scalar::F4E2m1fn
        | Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64 => {
            let floats = if op.op == Op::Fpowi { 1 } else { from.len() };
            let mut wide = from.clone();
            for reg in &mut wide[..floats] {
                *reg = convert::single(code, scalar, *reg);
            }
            let result = in_single(&mut Calc::single(code), op, function, &wide);
            Ok(convert::from_single(code, scalar, Rounding::NearestEven, result))
        }
    }
}

/// The exponent of `fpowi` as a double: signed.
fn exponent(code: &mut Gen<'_>, reg: Reg) -> Reg {
    let reg = super::integer::signed(code, reg);
    let ty = if reg.class == Class::B64 { Ty::S64 } else { Ty::S32 };
    code.convert(Ty::F64, ty, Mode::round(Round::Rn), Class::B64, reg)
}

/// In binary32.
fn in_single(calc: &mut Calc<'_, '_>, op: &Operation, function: Function, from: &[Reg]) -> Reg {
    let own = Mode { ftz: op.attributes.flush_to_zero, ..Mode::round(Round::Approx) };
    let x = from[0];
    match function {
        Function::Exp2 => calc.plain(Opcode::Ex2, own, &[x.into()]),
        Function::Rsqrt => calc.plain(Opcode::Rsqrt, own, &[x.into()]),
        Function::Exp if op.attributes.rounding == Some(Rounding::Approx) => single::exp_of_product(calc, x),
        Function::Exp => single::exp(calc, x),
        Function::Log => single::log(calc, x),
        Function::Log2 => single::log2(calc, x),
        Function::Tanh => single::tanh(calc, x),
        Function::Sin
        | Function::Cos
        | Function::Tan
        | Function::Sinh
        | Function::Cosh
        | Function::Atan2
        | Function::Power => {
            let mut wide = Vec::new();
            for reg in from {
                wide.push(if reg.class == Class::B64 { *reg } else { calc.widen(*reg) });
            }
            let result = double(&mut Calc::double(calc.code), function, &wide);
            calc.narrow(result)
        }
    }
}

/// In binary64.
fn double(calc: &mut Calc<'_, '_>, function: Function, from: &[Reg]) -> Reg {
    let x = from[0];
    match function {
        Function::Rsqrt => exponential::rsqrt(calc, x),
        Function::Exp => exponential::exp(calc, x),
        Function::Exp2 => exponential::exp2(calc, x),
        Function::Sinh => exponential::sinh(calc, x),
        Function::Cosh => exponential::cosh(calc, x),
        Function::Tanh => exponential::tanh(calc, x),
        Function::Log => logarithm::log(calc, x),
        Function::Log2 => logarithm::log2(calc, x),
        Function::Sin => turn::sin(calc, x),
        Function::Cos => turn::cos(calc, x),
        Function::Tan => turn::tan(calc, x),
        Function::Atan2 => angle::atan2(calc, x, from[1]),
        Function::Power => power::power(calc, x, from[1]),
    }
}
