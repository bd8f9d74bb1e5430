//! Matrix products of elements of a field: products and sums are exact there, so that their order does not matter.

use spec::domain::FloatMode;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::Scalar;

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::values::element::format::{Format, Source};
use crate::values::element::payload::{
    Field, Field16, Field32, Field64, FieldBrain16, FieldE4m3, FieldE5m2, FieldTensor32, Payload,
};
use crate::values::element::word::Lane;
use crate::values::elements::Store;
use crate::values::tile::Tile;

impl Machine<'_> {
    /// `mmaf`
    pub(crate) fn mmaf_payload(&mut self, op: &Operation) -> Result<(), Stop> {
        let tile = match self.scalar(op.operands[2]) {
            Scalar::F64 => self.product::<Field64>(op)?,
            Scalar::F32 => self.product::<Field32>(op)?,
            Scalar::F16 => self.product::<Field16>(op)?,
            Scalar::I1
            | Scalar::I4
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::Bf16
            | Scalar::Tf32
            | Scalar::F8E4m3fn
            | Scalar::F8E5m2
            | Scalar::F8E8m0fnu
            | Scalar::F4E2m1fn => return Err(unsupported(op)),
        };
        let undetermined = self.mark_undetermined_sums(op);
        self.set_tile(op.results[0], Tile { undetermined, ..tile });
        Ok(())
    }

    fn product<K: Field>(&self, op: &Operation) -> Result<Tile, Stop> {
        let mut operands = Vec::new();
        for operand in &op.operands[..3] {
            operands.push(self.converted::<K>(*operand).ok_or_else(|| unsupported(op))?);
        }
        let begin = operands.pop().unwrap_or_default();
        let sums = self.multiply(op, &operands[0], &operands[1], begin);
        Ok(Tile::of(sums.into_iter().map(Lane::write).collect()))
    }

    /// The elements of a tile in a field; none of types that nobody multiplies.
    fn converted<K: Field>(&self, id: ValueId) -> Option<Vec<Payload<K>>> {
        let wide = |scalar: Scalar, raw: u64| {
            Some(match scalar {
                Scalar::F16 => wide_of::<Field16>(raw),
                Scalar::Bf16 => wide_of::<FieldBrain16>(raw),
                Scalar::F32 => wide_of::<Field32>(raw),
                Scalar::F64 => wide_of::<Field64>(raw),
                Scalar::Tf32 => wide_of::<FieldTensor32>(raw),
                Scalar::F8E4m3fn => wide_of::<FieldE4m3>(raw),
                Scalar::F8E5m2 => wide_of::<FieldE5m2>(raw),
                Scalar::F8E8m0fnu
                | Scalar::F4E2m1fn
                | Scalar::I1
                | Scalar::I4
                | Scalar::I8
                | Scalar::I16
                | Scalar::I32
                | Scalar::I64 => return None,
            })
        };
        let (tile, scalar) = (self.tile(id), self.scalar(id));
        let element = |lane| Some(Payload::<K>::from_wide(wide(scalar, tile.raw(lane))?, FloatMode::NEAREST));
        (0..tile.len()).map(element).collect()
    }
}

fn wide_of<K: Field>(raw: u64) -> f64 {
    Payload::<K>(K::Store::from_raw(raw)).wide()
}
