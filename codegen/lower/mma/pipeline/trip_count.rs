//! How often a `for` runs its body.

use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Opcode, Operand, Reg, Ty};

/// How often a `for` runs its body.
pub(super) struct TripCount {
    /// So often.
    pub(super) count: Reg,
    /// The induction variable's first value, and its step.
    pub(super) lower: Reg,
    pub(super) step: Reg,
}

impl TripCount {
    /// Of a `for`.
    pub(super) fn of(code: &mut Builder<'_>, op: &Operation) -> Self {
        let [lower, upper, step] = [0, 1, 2].map(|at| code.scalar(op.operands[at]));
        let (signed, unsigned) =
            if lower.class == Class::B64 { (Ty::S64, Ty::U64) } else { (Ty::S32, Ty::U32) };
        let class = lower.class;
        let ty = if op.attributes.unsigned_compare { unsigned } else { signed };
        // ⌈(upper − lower) / step⌉, which is a natural number of as many bits.
        let some = code.compare(Compare::Lt, ty, lower, upper);
        let last = code.op(Opcode::Sub, signed, class, &[upper.into(), lower.into()]);
        let last = code.op(Opcode::Sub, signed, class, &[last.into(), Operand::Int(1)]);
        let last = code.op(Opcode::Div, unsigned, class, &[last.into(), step.into()]);
        let count = code.op(Opcode::Add, signed, class, &[last.into(), Operand::Int(1)]);
        let none = code.mov(class, 0);
        let count = code.choose(some, count, none);
        TripCount { count, lower, step }
    }

    /// The types of the count, signed and unsigned.
    pub(super) fn ty(&self) -> (Ty, Ty) {
        if self.count.class == Class::B64 { (Ty::S64, Ty::U64) } else { (Ty::S32, Ty::U32) }
    }

    /// Moves to the next iteration.
    pub(super) fn advance(&self, code: &mut Builder<'_>, round: Reg) {
        let more = code.op(Opcode::Add, self.ty().0, round.class, &[round.into(), Operand::Int(1)]);
        code.assign(round, more);
    }

    /// The induction variable of an iteration.
    pub(super) fn induction(&self, code: &mut Builder<'_>, round: Reg) -> Reg {
        let from = [round.into(), self.step.into(), self.lower.into()];
        code.op(Opcode::MadLo, self.ty().0, self.lower.class, &from)
    }
}
