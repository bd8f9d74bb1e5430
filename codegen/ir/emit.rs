//! Single instructions, each into a new register.

use spec::syntax::kernel::ValueId;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Guard, Inst, Label, Mode, Opcode, Operand, Reg, Ty};
use crate::ir::value::class;

impl Builder<'_> {
    /// Here is a label: other ways lead here.
    pub(crate) fn place_label(&mut self, label: Label) {
        self.push(Inst::Label(label));
    }

    /// Goes to a label if a predicate, the same for all threads of the block, is as it should be.
    pub(crate) fn branch_if(&mut self, pred: Reg, when: bool, label: Label) {
        self.push_guarded(Some(Guard { pred, when }), Inst::Branch(label));
    }

    /// A special register of 32 bits.
    pub(crate) fn special(&mut self, name: &'static str) -> Reg {
        let to = self.reg(Class::B32);
        self.push(Inst::Special { to, name });
        to
    }

    /// `op.ty` with no modifiers, into a new register of a class.
    pub(crate) fn op(&mut self, op: Opcode, ty: Ty, class: Class, from: &[Operand]) -> Reg {
        self.op_with(op, ty, Mode::default(), class, from)
    }

    /// `op.mode.ty` into a new register of a class.
    pub(crate) fn op_with(&mut self, op: Opcode, ty: Ty, mode: Mode, class: Class, from: &[Operand]) -> Reg {
        let to = self.reg(class);
        self.push(Inst::Compute { op, ty, mode, to, from: from.to_vec() });
        to
    }

    /// A copy of a register or a number.
    pub(crate) fn mov(&mut self, class: Class, from: impl Into<Operand>) -> Reg {
        let to = self.reg(class);
        self.assign(to, from);
        to
    }

    /// Copies into an existing register.
    pub(crate) fn assign(&mut self, to: Reg, from: impl Into<Operand>) {
        let inst = match (to.class, from.into()) {
            // PTX has no move of a truth value that is a number.
            (Class::Pred, Operand::Int(value)) => Inst::Compare {
                compare: if value == 0 { Compare::Ne } else { Compare::Eq },
                ty: Ty::U32,
                ftz: false,
                to,
                from: [Operand::Reg(self.thread()); 2],
            },
            (class, from) => {
                Inst::Compute { op: Opcode::Mov, ty: class.ty(), mode: Mode::default(), to, from: vec![from] }
            }
        };
        self.push(inst);
    }

    /// `a compare b`.
    pub(crate) fn compare(
        &mut self,
        compare: Compare,
        ty: Ty,
        a: impl Into<Operand>,
        b: impl Into<Operand>,
    ) -> Reg {
        let to = self.reg(Class::Pred);
        self.push(Inst::Compare { compare, ty, ftz: false, to, from: [a.into(), b.into()] });
        to
    }

    /// A conversion.
    pub(crate) fn convert(
        &mut self,
        to_ty: Ty,
        from_ty: Ty,
        mode: Mode,
        class: Class,
        from: impl Into<Operand>,
    ) -> Reg {
        let to = self.reg(class);
        self.push(Inst::Convert { to_ty, from_ty, mode, to, from: vec![from.into()] });
        to
    }

    /// Selects between two registers by a predicate.
    pub(crate) fn choose(&mut self, pred: Reg, yes: Reg, no: Reg) -> Reg {
        let class = yes.class;
        if class == Class::Pred {
            let both = self.op(Opcode::And, Ty::Pred, class, &[pred.into(), yes.into()]);
            let not = self.op(Opcode::Not, Ty::Pred, class, &[pred.into()]);
            let other = self.op(Opcode::And, Ty::Pred, class, &[not.into(), no.into()]);
            return self.op(Opcode::Or, Ty::Pred, class, &[both.into(), other.into()]);
        }
        self.op(Opcode::Selp, class.ty(), class, &[yes.into(), no.into(), pred.into()])
    }

    /// Both, either.
    pub(crate) fn and(&mut self, a: Reg, b: Reg) -> Reg {
        self.op(Opcode::And, Ty::Pred, Class::Pred, &[a.into(), b.into()])
    }

    /// A rank-0 integer read as a natural number, in 64 bits.
    pub(crate) fn natural(&mut self, value: ValueId) -> Reg {
        let reg = self.scalar(value);
        self.natural_of(reg, self.kernel().tile(value).element)
    }

    /// An integer of a type read as a natural number, in 64 bits.
    pub(crate) fn natural_of(&mut self, reg: Reg, element: Element) -> Reg {
        let bits = match element {
            Element::Scalar(scalar) => scalar.bits(),
            Element::Pointer(_) => 64,
        };
        match (reg.class, bits) {
            (Class::B64, _) => reg,
            (Class::Pred, _) => {
                self.op(Opcode::Selp, Ty::B64, Class::B64, &[Operand::Int(1), Operand::Int(0), reg.into()])
            }
            // A later multiplication can then use 32 bits.
            (Class::B16 | Class::B32, 32..) => self.zero_extend(reg),
            (Class::B16 | Class::B32, _) => {
                let mask = Operand::Int((1 << bits) - 1);
                // Registers hold narrow integers sign-extended: the upper bits are cleared.
                let low = self.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), mask]);
                self.zero_extend(low)
            }
        }
    }

    fn zero_extend(&mut self, reg: Reg) -> Reg {
        let long = self.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, reg);
        self.mark_zero_extended(long);
        long
    }

    /// A signed number of 32 bits as one of 64.
    pub(crate) fn widen(&mut self, reg: Reg) -> Reg {
        match reg.class {
            Class::B64 => reg,
            Class::Pred => {
                self.op(Opcode::Selp, Ty::B64, Class::B64, &[Operand::Int(-1), Operand::Int(0), reg.into()])
            }
            Class::B16 | Class::B32 => self.convert(Ty::S64, Ty::S32, Mode::default(), Class::B64, reg),
        }
    }

    /// A register with a literal of an element type.
    pub(crate) fn literal(&mut self, scalar: Scalar, bits: u64) -> Reg {
        let class = class(Element::Scalar(scalar));
        let shift = 64 - scalar.bits();
        let signed = (bits << shift).cast_signed() >> shift;
        let value = if scalar.is_integer() { signed } else { bits.cast_signed() };
        self.mov(class, value)
    }

    /// An operation on signed integers of a register's width.
    pub(crate) fn int(&mut self, opcode: Opcode, a: Reg, b: impl Into<Operand>) -> Reg {
        let ty = match (opcode, a.class) {
            (Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Shl, class) => class.ty(),
            (_, Class::B64) => Ty::S64,
            (_, _) => Ty::S32,
        };
        self.op(opcode, ty, a.class, &[a.into(), b.into()])
    }

    /// The bits shifted right, zeros from the left.
    pub(crate) fn shift_right(&mut self, a: Reg, by: impl Into<Operand>) -> Reg {
        let ty = if a.class == Class::B64 { Ty::U64 } else { Ty::U32 };
        self.op(Opcode::Shr, ty, a.class, &[a.into(), by.into()])
    }

    /// The address of so many bytes behind the start of shared memory.
    pub(crate) fn shared_address(&mut self, offset: u64) -> Reg {
        let base = self.reg(Class::B32);
        self.push(Inst::AddressOf { to: base, name: "tile_shared".to_owned() });
        match offset {
            0 => base,
            _ => {
                self.op(Opcode::Add, Ty::U32, Class::B32, &[base.into(), Operand::Int(offset.cast_signed())])
            }
        }
    }
}
