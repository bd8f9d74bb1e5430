//! Conversions between element types.

use spec::syntax::attributes::{Attributes, Rounding, Signedness};
use spec::syntax::op::Op;
use spec::syntax::types::Element;

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::read::syntax::Operation;

/// The conversions by name, with the signedness of the integer.
const CASTS: &[(&str, Op, Option<Signedness>)] = &[
    ("arith.extf", Op::Ftof, None),
    ("arith.extsi", Op::Exti, Some(Signedness::Signed)),
    ("arith.extui", Op::Exti, Some(Signedness::Unsigned)),
    ("arith.fptosi", Op::Ftoi, Some(Signedness::Signed)),
    ("arith.fptoui", Op::Ftoi, Some(Signedness::Unsigned)),
    ("arith.sitofp", Op::Itof, Some(Signedness::Signed)),
    ("arith.truncf", Op::Ftof, None),
    ("arith.trunci", Op::Trunci, None),
    ("arith.uitofp", Op::Itof, Some(Signedness::Unsigned)),
    ("tt.fp_to_fp", Op::Ftof, None),
    ("tt.int_to_ptr", Op::IntToPtr, None),
    ("tt.ptr_to_int", Op::PtrToInt, None),
];

impl<'t> Builder<'_, 't> {
    /// A conversion. To the same type it is the value itself.
    pub(in crate::triton::lower) fn cast(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let (id, ty) = (self.operand(op, 0)?, self.result_type(op)?);
        let from = self.ty(id);
        if from == ty {
            return self.bind_tiles(op, &[id]);
        }
        let found = CASTS.iter().find(|(name, _, _)| *name == op.name);
        let (kind, signedness) = match (found, from.element, ty.element) {
            (Some((_, kind, signedness)), _, _) => (*kind, *signedness),
            (None, Element::Pointer(_), Element::Pointer(_)) => (Op::PtrToPtr, None),
            (None, Element::Scalar(_), Element::Scalar(_)) => (Op::Bitcast, None),
            (None, Element::Scalar(_), Element::Pointer(_)) => (Op::IntToPtr, None),
            (None, Element::Pointer(_), Element::Scalar(_)) => (Op::PtrToInt, None),
        };
        let rounding = match op.atom("rounding").or_else(|| op.atom("rounding_mode")) {
            Some("rtz") if kind == Op::Ftof => Some(Rounding::Zero),
            Some("rtne") | None => None,
            Some(other) => return Err(self.unsupported(format!("a conversion with the rounding `{other}`"))),
        };
        let overflow = self.overflow(op)?;
        let attributes = Attributes { signedness, rounding, overflow, ..Attributes::default() };
        let id = self.tile_op(kind, &[id], ty, attributes)?;
        self.bind_tiles(op, &[id])
    }
}
