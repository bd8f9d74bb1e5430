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

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Mode, Opcode, Reg, Round, Ty};
use crate::lower::arith::float_builder::FloatBuilder;
use crate::lower::arith::float_types::machine_ty;
use crate::lower::arith::{convert, integer};
use crate::lower::element_type::scalar_of;
use crate::lower::math::{atan2, exponential, f32_approx, logarithm, power, trig};

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
    code: &mut Builder<'_>,
    op: &Operation,
    function: Function,
    from: &[Reg],
) -> Result<Reg, Unsupported> {
    machine_ty(code, op)?;
    let scalar = scalar_of(code, op.operands[0]);
    let mut from = from.to_vec();
    if op.op == Op::Fpowi {
        // Every integer exponent becomes a float, rounded beyond 2⁵³, where all are even.
        from[1] = exponent(code, from[1]);
    }
    match scalar {
        Scalar::F64 => Ok(compute_in_f64(&mut FloatBuilder::f64(code), function, &from)),
        Scalar::F32 => Ok(compute_in_f32(&mut FloatBuilder::f32(code), op, function, &from)),
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
                *reg = convert::to_f32(code, scalar, *reg);
            }
            // The result in binary32 errs by far less than rounding to 16 bits does.
            let result = compute_in_f32(&mut FloatBuilder::f32(code), op, function, &wide);
            Ok(convert::from_f32(code, scalar, Rounding::NearestEven, result))
        }
    }
}

/// The exponent of `fpowi` as a double: signed.
fn exponent(code: &mut Builder<'_>, reg: Reg) -> Reg {
    let reg = integer::read_signed(code, reg);
    let ty = if reg.class == Class::B64 { Ty::S64 } else { Ty::S32 };
    code.convert(Ty::F64, ty, Mode::round(Round::Rn), Class::B64, reg)
}

/// In binary32.
fn compute_in_f32(calc: &mut FloatBuilder<'_, '_>, op: &Operation, function: Function, from: &[Reg]) -> Reg {
    let own = Mode { ftz: op.attributes.flush_to_zero, ..Mode::round(Round::Approx) };
    let x = from[0];
    match function {
        Function::Exp2 => calc.emit(Opcode::Ex2, own, &[x.into()]),
        Function::Rsqrt => calc.emit(Opcode::Rsqrt, own, &[x.into()]),
        Function::Exp if op.attributes.rounding == Some(Rounding::Approx) => {
            f32_approx::exp_of_product(calc, x)
        }
        Function::Exp => f32_approx::exp(calc, x),
        Function::Log => f32_approx::log(calc, x),
        Function::Log2 => f32_approx::log2(calc, x),
        Function::Tanh => f32_approx::tanh(calc, x),
        Function::Sin
        | Function::Cos
        | Function::Tan
        | Function::Sinh
        | Function::Cosh
        | Function::Atan2
        | Function::Power => {
            // With twice the digits, only the last rounding errs.
            let mut wide = Vec::new();
            for reg in from {
                wide.push(if reg.class == Class::B64 { *reg } else { calc.widen(*reg) });
            }
            let result = compute_in_f64(&mut FloatBuilder::f64(calc.builder()), function, &wide);
            calc.narrow(result)
        }
    }
}

/// In binary64.
fn compute_in_f64(calc: &mut FloatBuilder<'_, '_>, function: Function, from: &[Reg]) -> Reg {
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
        Function::Sin => trig::sin(calc, x),
        Function::Cos => trig::cos(calc, x),
        Function::Tan => trig::tan(calc, x),
        Function::Atan2 => atan2::atan2(calc, x, from[1]),
        Function::Power => power::power(calc, x, from[1]),
    }
}
