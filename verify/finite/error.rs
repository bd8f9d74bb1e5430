//! How far a device may be off, by the table of accuracies.

use spec::ops::accuracy::{self, Accuracy, least_normal};
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::values::float::bounds::{ANY, Bounds};

/// How far a quotient may be off, in parts of it; more than any row of the accuracies permits.
const OFF_NARROW: f64 = 1.0 / 64.0;
const OFF: f64 = 1.0 / 32768.0;

/// The error of a quotient with a subnormal result, in units in the last place, and the least that is assumed of a function.
pub(super) const LEAST_UNITS: f64 = 16.0;

/// The parts of one that a step of a sum may be off, by how many bits a format's numbers have.
pub(super) fn parts(format: Scalar) -> f64 {
    match format {
        Scalar::F64 => 2f64.powi(52),
        Scalar::F32 => 2f64.powi(23),
        Scalar::F16 | Scalar::Tf32 => 2f64.powi(10),
        Scalar::Bf16 => 2f64.powi(7),
        Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F4E2m1fn
        | Scalar::F8E8m0fnu
        | Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64 => 1.0,
    }
}

/// How far a quotient may be off, in parts of it.
pub(super) fn off_quotient(format: Scalar) -> f64 {
    if format.bits() < 32 { OFF_NARROW } else { OFF }
}

/// Bounds of an element-wise result with the error of a device, twice the permitted one. Anything of an operation without a row.
pub(super) fn with_error(op: &Operation, exact: Bounds, format: Scalar) -> Bounds {
    let row = accuracy::of_element(op.op, op.attributes.rounding, format);
    match row.map(|row| row.accuracy) {
        Some(Accuracy::Exact) => exact,
        // The definition of a quotient has its error already.
        Some(Accuracy::Ulps(_)) if op.op == Op::Divf => exact,
        Some(Accuracy::Ulps(ulps)) => {
            let units = 2.0 * f64::from(ulps);
            near_zero(exact.near(units / parts(format)), units.max(LEAST_UNITS), format)
        }
        Some(Accuracy::Terms { .. } | Accuracy::Power | Accuracy::Any) | None => ANY,
    }
}

/// Adds units in the last place of a subnormal result, which a relative error does not cover.
pub(super) fn near_zero(bounds: Bounds, units: f64, format: Scalar) -> Bounds {
    let least = least_normal(format);
    bounds.near_zero(least, units * least / parts(format))
}
