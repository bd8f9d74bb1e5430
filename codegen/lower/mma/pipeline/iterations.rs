//! The iterations of a software pipeline: the next to load, the next to compute, and the ring of stages between them.

use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Opcode, Operand, Reg, Ty};
use crate::ir::ring::Stages;

/// How often a `for` runs its body.
pub(super) struct TripCount {
    /// So often.
    pub(super) count: Reg,
    /// The induction variable's first value, and its step.
    pub(super) lower: Reg,
    pub(super) step: Reg,
}

/// The values that change between iterations.
pub(super) struct Iterations {
    /// The number of iterations.
    pub(super) trips: TripCount,
    /// The next iteration to load, and its stage.
    pub(super) next: Reg,
    pub(super) fill: Reg,
    /// The address of the first stage.
    pub(super) base: Reg,
    pub(super) stages: Stages,
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

impl Iterations {
    /// Those of a `for`, with stages to load to.
    pub(super) fn new(code: &mut Builder<'_>, op: &Operation, stages: Stages) -> Self {
        let trips = TripCount::of(code, op);
        let base = code.allocate_shared(stages.all_bytes());
        let (next, fill) = (code.mov(trips.count.class, 0), code.mov(Class::B32, base));
        Iterations { trips, next, fill, base, stages }
    }

    /// The stage behind a stage, or the first.
    pub(super) fn next_stage(&self, code: &mut Builder<'_>, stage: Reg) {
        let further = code.op(
            Opcode::Add,
            Ty::U32,
            Class::B32,
            &[stage.into(), Operand::Int(self.stages.bytes.cast_signed())],
        );
        let all = Operand::Int(self.stages.all_bytes().cast_signed());
        let end = code.op(Opcode::Add, Ty::U32, Class::B32, &[self.base.into(), all]);
        let over = code.compare(Compare::Ge, Ty::U32, further, end);
        let to = code.choose(over, self.base, further);
        code.assign(stage, to);
    }
}
