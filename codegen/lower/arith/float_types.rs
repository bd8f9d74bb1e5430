//! Which float types and roundings the machine has.

use spec::problem::Unsupported;
use spec::syntax::attributes::Rounding;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Round, Ty};
use crate::lower::element_type::scalar_of;

/// The type of arithmetic on a float, if the machine has it.
pub(crate) fn float_ty(scalar: Scalar) -> Option<Ty> {
    match scalar {
        Scalar::F16 => Some(Ty::F16),
        Scalar::Bf16 => Some(Ty::Bf16),
        Scalar::F32 => Some(Ty::F32),
        Scalar::F64 => Some(Ty::F64),
        Scalar::Tf32 | Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => None,
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => None,
    }
}

/// The rounding of an operation in PTX.
pub(crate) fn rounding_of(op: &Operation) -> Round {
    match op.attributes.rounding {
        None | Some(Rounding::NearestEven | Rounding::NearestIntToZero) => Round::Rn,
        Some(Rounding::Zero) => Round::Rz,
        Some(Rounding::NegativeInf) => Round::Rm,
        Some(Rounding::PositiveInf) => Round::Rp,
        Some(Rounding::Approx) => Round::Approx,
        Some(Rounding::Full) => Round::Full,
        Some(Rounding::NearestAway) => Round::Rna,
    }
}

/// The type of arithmetic on an operation's operands.
pub(crate) fn machine_ty(code: &Builder<'_>, op: &Operation) -> Result<Ty, Unsupported> {
    let scalar = scalar_of(code, op.operands[0]);
    match float_ty(scalar) {
        Some(ty) => Ok(ty),
        None => code.refuse(op, format!("`{}` of {scalar}", op.op.mnemonic())),
    }
}
