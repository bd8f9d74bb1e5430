//! The matrix instructions of a warp, `mma.sync` (PTX ISA, Warp-level matrix instructions).

use spec::syntax::attributes::Signedness;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::layout::linear::log2;

/// An instruction.
#[derive(Debug, Clone)]
pub(crate) struct MmaInstruction {
    /// The instruction's name behind `mma.sync.aligned.`.
    pub(crate) name: String,
    /// The logarithms of the instruction's rows and terms; columns are always eight.
    pub(crate) rows: usize,
    pub(crate) terms: usize,
    /// Bits of a term's number within a register.
    pub(crate) packed: usize,
    /// The logarithm of the number of adjacent terms in sixteen bytes.
    pub(crate) vector_bits: usize,
    /// The type of the factors.
    pub(crate) factors: Scalar,
    /// Whether two elements of a sum are in one register.
    pub(crate) packs_sums: bool,
}

/// How instructions name the factors of a product of bytes.
pub(crate) fn byte_types(op: &Operation) -> [&'static str; 2] {
    [op.attributes.signedness, op.attributes.second_signedness]
        .map(|sign| if sign == Some(Signedness::Unsigned) { "u8" } else { "s8" })
}

impl MmaInstruction {
    /// What multiplies factors of a type and adds in another.
    pub(crate) fn of(op: &Operation, factors: Scalar, acc: Scalar) -> Option<Self> {
        let sum = if acc == Scalar::F16 { "f16" } else { "f32" };
        let (name, rows, terms) = match factors {
            Scalar::F16 => (format!("m16n8k16.row.col.{sum}.f16.f16.{sum}"), 4, 4),
            Scalar::Bf16 => ("m16n8k16.row.col.f32.bf16.bf16.f32".to_owned(), 4, 4),
            Scalar::Tf32 => ("m16n8k8.row.col.f32.tf32.tf32.f32".to_owned(), 4, 3),
            Scalar::F64 => ("m8n8k4.row.col.f64.f64.f64.f64".to_owned(), 3, 2),
            Scalar::I8 => {
                let [lhs, rhs] = byte_types(op);
                (format!("m16n8k32.row.col.s32.{lhs}.{rhs}.s32"), 4, 5)
            }
            // Factors of binary32 keep all their digits, and narrower ones become binary16 before.
            Scalar::F32
            | Scalar::F8E4m3fn
            | Scalar::F8E5m2
            | Scalar::F8E8m0fnu
            | Scalar::F4E2m1fn
            | Scalar::I1
            | Scalar::I4
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64 => return None,
        };
        let packed = log2(32 / factors.bits().min(32));
        let vector_bits = log2(128 / factors.bits());
        Some(MmaInstruction {
            name,
            rows,
            terms,
            packed,
            vector_bits,
            factors,
            packs_sums: acc == Scalar::F16,
        })
    }

    /// The bits of a term's number that lanes have, two side by side.
    pub(crate) fn lane_bits(&self, terms: usize) -> [usize; 2] {
        let first = self.vector_bits.min(terms - 2).max(self.packed);
        [first, first + 1]
    }

    /// The bit of a term's number that chooses a register, and the bits that choose an instruction.
    pub(crate) fn register_and_step_bits(&self, terms: usize) -> (Option<usize>, Vec<usize>) {
        let lanes = self.lane_bits(terms);
        let mut rest: Vec<usize> = (self.packed..terms).filter(|bit| !lanes.contains(bit)).collect();
        let half = (self.terms > self.packed + 2).then(|| rest.remove(0));
        (half, rest)
    }
}
