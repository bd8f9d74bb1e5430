//! Assumptions, assertions and prints.

use spec::syntax::attributes::{Assumption, Attributes, Signedness};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType, Type};

use super::builder::{Builder, Lowered};
use crate::triton::read::syntax::{Kind, Operation, Word};

impl<'t> Builder<'_, 't> {
    /// `llvm.intr.assume %condition`: the condition holds, or the program is undefined.
    pub(super) fn assume(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let condition = self.operand(op, 0)?;
        let ty = TileType { element: Element::Scalar(Scalar::I32), ..self.ty(condition) };
        let attributes = Attributes { signedness: Some(Signedness::Unsigned), ..Attributes::default() };
        let number = self.tile_op(Op::Exti, &[condition], ty.clone(), attributes)?;
        let assumption = Some(Assumption::Bounded { lower: Some(1), upper: Some(1) });
        self.tile_op(Op::Assume, &[number], ty, Attributes { assumption, ..Attributes::default() })?;
        Ok(())
    }

    /// `tt.assert %condition, "message"`
    pub(super) fn assert(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let condition = self.operand(op, 0)?;
        let attributes = Attributes { text: Some(self.words(op)), ..Attributes::default() };
        self.emit(Op::Assert, &[condition], None, Vec::new(), attributes, Vec::new())?;
        Ok(())
    }

    /// `tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : i32`
    pub(super) fn print(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let operands = op.operands().iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        let mut format = self.words(op).replace('%', "%%");
        let mut printed = Vec::new();
        for id in operands {
            // A pointer is printed as its address.
            let ty = self.ty(id);
            let (id, letter) = match ty.element {
                Element::Pointer(_) => {
                    let ty = TileType { element: Element::Scalar(Scalar::I64), ..ty };
                    (self.tile_op(Op::PtrToInt, &[id], ty, Attributes::default())?, "%lx")
                }
                Element::Scalar(scalar) if scalar.is_integer() => (id, "%d"),
                Element::Scalar(_) => (id, "%f"),
            };
            format.push_str(letter);
            printed.push(id);
        }
        let attributes = Attributes { text: Some(format), ..Attributes::default() };
        let token = self.awaited();
        let made = self.emit(Op::PrintTko, &printed, token, vec![Type::Token], attributes, Vec::new())?;
        self.accessed(made[0]);
        Ok(())
    }

    /// The string of an operation.
    fn words(&self, op: &Operation<'t>) -> String {
        let text = |word: &Word<'t>| if let Kind::Text(text) = &word.kind { Some(*text) } else { None };
        op.words.iter().find_map(text).unwrap_or_default().replace("\\0A", "\n")
    }
}
