//! An element-wise operation on whole tiles, in the reading of its type.

use spec::prose::requires;
use spec::rules::Rule;
use spec::syntax::attributes::Attributes;
use spec::syntax::op::{Meaning, Op, elementwise};
use spec::syntax::types::Scalar;

use crate::ops::elementwise::lanewise::Lanewise;
use crate::ops::elementwise::signature::{LaneViolation, Signature, is_read_in_result_type};
use crate::ops::elementwise::undef_probe::probe;
use crate::values::element::bits::{Floats, Integers};
use crate::values::element::float::Real;
use crate::values::element::format::{Binary16, Binary32, Binary64, Brain16};
use crate::values::element::payload::{
    Field16, Field32, Field64, FieldBrain16, FieldE2m1, FieldE4m3, FieldE5m2, FieldPower8, FieldTensor32,
    Payload,
};
use crate::values::element::restricted::{E2m1, E4m3, E5m2, Power8, Restricted, Tensor32};
use crate::values::element::word::{Bit, Nibble, Word8, Word16, Word32, Word64};
use crate::values::tile::Tile;

/// An element-wise operation on whole tiles. `None` if the operation is not element-wise, or not on such elements.
///
/// An undetermined bit of any operand reaches the result. What the operation requires has to hold of everything that an
/// undetermined element may be.
pub(crate) fn apply(
    op: Op,
    at: &Attributes,
    types: Signature,
    operands: &[&Tile],
    ignore: Option<Rule>,
) -> Option<Result<Tile, LaneViolation>> {
    if op.meaning() != Meaning::Elementwise {
        return None;
    }
    let once = |operands: &[&Tile]| apply_in_reading(op, Lanewise { at, types, operands, ignore });
    let broken = |read: Result<Tile, LaneViolation>| read.err();
    let tile = once(operands)?;
    // The run above took some value for what is undetermined; all other values are the probe's.
    let doubtful = operands.iter().any(|operand| operand.undetermined.any());
    if doubtful && tile.is_ok() && requires(op, at) {
        let found = probe(operands, types, |operands| once(operands).and_then(broken));
        if let Some(broken) = found {
            return Some(Err(broken));
        }
    }
    Some(tile.map(|mut tile| {
        for operand in operands {
            tile.undetermined = tile.undetermined.or(&operand.undetermined);
        }
        tile
    }))
}

/// An element-wise operation in the reading of its type.
fn apply_in_reading(op: Op, lanewise: Lanewise<'_>) -> Option<Result<Tile, LaneViolation>> {
    let types = lanewise.types;
    let read_in = if is_read_in_result_type(op)? { types.to } else { types.from };
    if types.payload
        && let Some(read) = apply_to_payload(op, lanewise, read_in)
    {
        return read;
    }
    match read_in {
        Scalar::I1 => elementwise(op, lanewise.reading::<Integers<Bit>>()),
        Scalar::I4 => elementwise(op, lanewise.reading::<Integers<Nibble>>()),
        Scalar::I8 => elementwise(op, lanewise.reading::<Integers<Word8>>()),
        Scalar::I16 => elementwise(op, lanewise.reading::<Integers<Word16>>()),
        Scalar::I32 => elementwise(op, lanewise.reading::<Integers<Word32>>()),
        Scalar::I64 => elementwise(op, lanewise.reading::<Integers<Word64>>()),
        Scalar::F16 => elementwise(op, lanewise.reading::<Floats<Real<Binary16>>>()),
        Scalar::Bf16 => elementwise(op, lanewise.reading::<Floats<Real<Brain16>>>()),
        Scalar::F32 => elementwise(op, lanewise.reading::<Floats<Real<Binary32>>>()),
        Scalar::F64 => elementwise(op, lanewise.reading::<Floats<Real<Binary64>>>()),
        Scalar::Tf32 => elementwise(op, lanewise.reading::<Floats<Restricted<Tensor32>>>()),
        Scalar::F8E4m3fn => elementwise(op, lanewise.reading::<Floats<Restricted<E4m3>>>()),
        Scalar::F8E5m2 => elementwise(op, lanewise.reading::<Floats<Restricted<E5m2>>>()),
        Scalar::F8E8m0fnu => elementwise(op, lanewise.reading::<Floats<Restricted<Power8>>>()),
        Scalar::F4E2m1fn => elementwise(op, lanewise.reading::<Floats<Restricted<E2m1>>>()),
    }
}

/// Applies the function to floats as field elements; `None` for reinterpretations as integers.
fn apply_to_payload(
    op: Op,
    lanewise: Lanewise<'_>,
    read_in: Scalar,
) -> Option<Option<Result<Tile, LaneViolation>>> {
    Some(match read_in {
        Scalar::F16 => elementwise(op, lanewise.reading::<Floats<Payload<Field16>>>()),
        Scalar::Bf16 => elementwise(op, lanewise.reading::<Floats<Payload<FieldBrain16>>>()),
        Scalar::F32 => elementwise(op, lanewise.reading::<Floats<Payload<Field32>>>()),
        Scalar::F64 => elementwise(op, lanewise.reading::<Floats<Payload<Field64>>>()),
        Scalar::Tf32 => elementwise(op, lanewise.reading::<Floats<Payload<FieldTensor32>>>()),
        Scalar::F8E4m3fn => elementwise(op, lanewise.reading::<Floats<Payload<FieldE4m3>>>()),
        Scalar::F8E5m2 => elementwise(op, lanewise.reading::<Floats<Payload<FieldE5m2>>>()),
        Scalar::F8E8m0fnu => elementwise(op, lanewise.reading::<Floats<Payload<FieldPower8>>>()),
        Scalar::F4E2m1fn => elementwise(op, lanewise.reading::<Floats<Payload<FieldE2m1>>>()),
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => return None,
    })
}
