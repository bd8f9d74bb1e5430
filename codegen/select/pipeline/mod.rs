//! Loops of products as a pipeline: while the tiles of one round are multiplied, those of the next ones are on their way from
//! memory to other stages of shared memory. For Hopper, whose matrix instructions read shared memory themselves.
//!
//! Only rounds that there are load anything, and nothing outside a tensor is read.

mod copy;
mod group;
mod plan;
mod steady;

use spec::problem::Unsupported;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, Type};

use self::copy::Copies;
use self::group::Multiply;
use self::plan::Plan;
use self::steady::Steady;
use crate::Target;
use crate::r#gen::Gen;
use crate::layout::Layout;
use crate::ptx::{Class, Compare, Copying, Group, Inst, Mode, Opcode, Operand, Reg, Space, Ty};
use crate::value::{Token, Value};

/// Bytes that the lines of a factor begin at multiples of, for the swizzle.
const ALIGNED: u64 = 1 << 10;

/// The most registers of sums in a thread; registers for all else, or some more; those of a multiprocessor.
const MOST_SUMS: usize = 128;
const OTHERS: usize = 64;
const REGISTERS: usize = 1 << 16;

/// The most stages: what more of them would hide is hidden.
const MOST_STAGES: u64 = 8;

/// The capability that has these instructions.
const HOPPER: u32 = 90;

/// Threads of a block for a kernel with such a loop: as few as can hold the sums, for then two blocks are in a multiprocessor more
/// often, and one multiplies while the other waits or stores.
///
/// Measured on an H200 with tiles of 128x128 and 64 terms of bf16, 8192³, in TFLOP/s, when each round waited for the products of the
/// one before: two blocks of 128 threads and three stages 633, one of 128 and six stages 511, two of 256 and three 583, one of 256
/// and six 501. On another day, with two of 128 and three: 580, and 642 where products run on into the next round.
pub(crate) fn threads(kernel: &Kernel, target: Target) -> Option<u32> {
    if target.sm != HOPPER {
        return None;
    }
    let sums = |op: &Operation| -> Option<u32> {
        let plan = Plan::of(kernel, op)?;
        let bits = plan.products.iter().map(|product| (product.sum, product.bits[0] + product.bits[1]));
        let sums: std::collections::BTreeMap<usize, usize> = bits.collect();
        Some(sums.values().map(|bits| 1u32 << bits).sum::<u32>() / MOST_SUMS as u32)
    };
    let most = kernel.operations().filter(|op| op.op == Op::For).filter_map(sums).max()?;
    Some(most.next_power_of_two().clamp(128, 512))
}

/// What changes from round to round.
struct Rounds {
    /// How many there are.
    count: Reg,
    /// The next to load, and the stage that it goes to.
    next: Reg,
    fill: Reg,
    /// The induction variable's first value, and its step.
    lower: Reg,
    step: Reg,
    /// Where the first stage begins.
    base: Reg,
    stages: Stages,
}

/// The bytes of a stage, and how many there are.
#[derive(Debug, Clone, Copy)]
struct Stages {
    bytes: u64,
    count: u64,
}

/// Makes a `for` that is such a loop; `false` where it is none, and nothing was made.
pub(crate) fn counted(code: &mut Gen<'_>, op: &Operation) -> Result<bool, Unsupported> {
    if code.target.sm != HOPPER || code.space != Space::Global || code.threads < 7 {
        return Ok(false);
    }
    let Some(plan) = Plan::of(code.kernel, op) else { return Ok(false) };
    let state = code.state();
    let outer = code.values.clone();
    for fixed in &plan.fixed {
        super::operation(code, fixed)?;
    }
    let Some((copies, products, stages)) = parts(code, &plan) else {
        code.restore(state);
        return Ok(false);
    };
    let mut sums: Vec<Option<(Layout, Vec<Reg>)>> = vec![None; op.results.len()];
    for (product, multiply) in plan.products.iter().zip(&products) {
        if sums[product.sum].is_none() {
            let tile = code.tile(op.operands[3 + product.sum]);
            let tile = code.arranged(&tile, Element::Scalar(Scalar::F32), &multiply.layout);
            let regs = tile.regs.iter().map(|reg| code.mov(reg.class, *reg)).collect();
            sums[product.sum] = Some((multiply.layout.clone(), regs));
        }
    }
    let before = plan.tokens.iter().fold(Token::default(), |all, token| all.join(code.token(*token)));
    if before.write > code.barriers {
        code.barrier();
    }
    let rounds = Rounds::new(code, op, stages);
    let induction = op.regions[0].params[0];
    run(code, &plan, (&copies, &products), &sums, induction, rounds)?;
    code.in_use.read();
    code.values = outer;
    let loaded = before.join(Token { read: code.barriers + 1, write: 0 });
    for (result, sum) in op.results.iter().zip(sums) {
        match (code.kernel.ty(*result), sum) {
            (Type::Tile(_), Some((layout, regs))) => code.set_tile(*result, layout, regs),
            _token => code.set(*result, Value::Token(loaded)),
        }
    }
    Ok(true)
}

/// What copies the loads and multiplies them, if all of them can be in pieces, and the sums in registers.
fn parts(code: &mut Gen<'_>, plan: &Plan<'_>) -> Option<(Vec<Copies>, Vec<Multiply>, Stages)> {
    let mut offset = 0;
    let mut copies = Vec::new();
    for load in &plan.loads {
        let copy = Copies::new(code, plan, load, offset)?;
        offset += copy.lines.bytes().next_multiple_of(ALIGNED);
        copies.push(copy);
    }
    let mut products = Vec::new();
    for product in &plan.products {
        let factors = product.factors.map(|at| {
            let load = &plan.loads[at];
            (copies[at].offset, copies[at].lines, load.terms == load.unit)
        });
        products.push(Multiply::new(code, product, factors)?);
    }
    let mut registers = std::collections::BTreeMap::new();
    for (product, multiply) in plan.products.iter().zip(&products) {
        registers.insert(product.sum, multiply.layout.registers());
    }
    let sums = registers.values().sum();
    let stages = Stages { bytes: offset, count: stages(code, offset, sums)? };
    (sums <= MOST_SUMS).then_some((copies, products, stages))
}

/// How many stages there are: three or more of two blocks, if a multiprocessor has room for them; else as many as one has.
fn stages(code: &Gen<'_>, bytes: u64, sums: usize) -> Option<u64> {
    let all = code.target.shared_bytes() - 3 * ALIGNED;
    let registers = (sums + OTHERS) << code.threads;
    let fit = |blocks: u64| (all / blocks / bytes).min(MOST_STAGES);
    let two = 2 * registers <= REGISTERS && fit(2) >= 3;
    let chosen = code.options.stages.map(u64::from);
    let stages = chosen.unwrap_or(if two { fit(2) } else { fit(1) });
    (stages > 1 && stages <= all / bytes).then_some(stages)
}

impl Rounds {
    fn new(code: &mut Gen<'_>, op: &Operation, stages: Stages) -> Self {
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
        let base = code.take_shared(stages.bytes * stages.count);
        let (next, fill) = (code.mov(class, 0), code.mov(Class::B32, base));
        Rounds { count, next, fill, lower, step, base, stages }
    }

    fn ty(&self) -> (Ty, Ty) {
        if self.count.class == Class::B64 { (Ty::S64, Ty::U64) } else { (Ty::S32, Ty::U32) }
    }

    /// Adds one.
    fn advance(&self, code: &mut Gen<'_>, round: Reg) {
        let more = code.op(Opcode::Add, self.ty().0, round.class, &[round.into(), Operand::Int(1)]);
        code.assign(round, more);
    }

    /// The stage behind a stage, or the first.
    fn turn(&self, code: &mut Gen<'_>, stage: Reg) {
        let further = code.op(
            Opcode::Add,
            Ty::U32,
            Class::B32,
            &[stage.into(), Operand::Int(self.stages.bytes as i64)],
        );
        let all = Operand::Int((self.stages.bytes * self.stages.count) as i64);
        let end = code.op(Opcode::Add, Ty::U32, Class::B32, &[self.base.into(), all]);
        let over = code.compare(Compare::Ge, Ty::U32, further, end);
        let to = code.choose(over, self.base, further);
        code.assign(stage, to);
    }

    /// Starts the copies of the next round, if there is one.
    fn load(
        &self,
        code: &mut Gen<'_>,
        plan: &Plan<'_>,
        induction: ValueId,
        (copies, steady): (&[Copies], Option<&Steady>),
    ) -> Result<(), Unsupported> {
        let (other, end) = (code.label(), code.label());
        if let Some(steady) = steady {
            let beyond = code.compare(Compare::Ge, self.ty().1, self.next, steady.rounds);
            code.branch_if(beyond, true, other);
            steady.start(code, copies, self.fill);
            code.push(Inst::Branch(end));
            code.place(other);
        }
        let over = code.compare(Compare::Ge, self.ty().1, self.next, self.count);
        code.branch_if(over, true, end);
        let from = [self.next.into(), self.step.into(), self.lower.into()];
        let at = code.op(Opcode::MadLo, self.ty().0, self.lower.class, &from);
        code.set_tile(induction, Layout::splat(&[]), vec![at]);
        for op in &plan.moving {
            super::operation(code, op)?;
        }
        for copy in copies {
            copy.start(code, self.fill);
        }
        code.place(end);
        code.push(Inst::Copying(Copying::Commit));
        self.advance(code, self.next);
        self.turn(code, self.fill);
        Ok(())
    }
}

/// The loop. A round's products run on while the next one waits for its tiles.
///
/// Stages are in a ring of s. A round waits for its own copies, shows them to the matrix instructions, which go another way to
/// shared memory, and meets all threads: now the tiles are there that any thread copied. It starts its products and waits for those
/// of the round before, only those of its own warp; at the second barrier nobody's are left. So the copies that follow, of the
/// tiles s − 1 rounds ahead, may go where the round before had its tiles, while this round's products read the next stage.
/// Sums stay with the instructions from round to round: all that add to them have one shape, so each waits for the one before.
fn run(
    code: &mut Gen<'_>,
    plan: &Plan<'_>,
    (copies, products): (&[Copies], &[Multiply]),
    sums: &[Option<(Layout, Vec<Reg>)>],
    induction: ValueId,
    rounds: Rounds,
) -> Result<(), Unsupported> {
    let ahead = rounds.stages.count - 1;
    let (first, head, exit) = (code.label(), code.label(), code.label());
    let always = code.mov(Class::Pred, 1);
    let steady = Steady::new(code, copies, induction, &rounds);
    code.place(first);
    rounds.load(code, plan, induction, (copies, steady.as_ref()))?;
    let fewer = code.compare(Compare::Lt, rounds.ty().1, rounds.next, ahead as i64);
    code.branch_if(fewer, true, first);
    let (round, drain) = (code.mov(rounds.count.class, 0), code.mov(Class::B32, rounds.base));
    code.place(head);
    let over = code.compare(Compare::Ge, rounds.ty().1, round, rounds.count);
    code.branch_if(over, true, exit);
    code.push(Inst::Copying(Copying::Wait(ahead as u32 - 1)));
    code.push(Inst::Copying(Copying::Fence));
    code.push(Inst::Barrier);
    let units = code.op(Opcode::Shr, Ty::U32, Class::B32, &[drain.into(), Operand::Int(4)]);
    let units = code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, units);
    code.push(Inst::Group(Group::Fence));
    for (product, multiply) in plan.products.iter().zip(products) {
        if let Some((_, regs)) = &sums[product.sum] {
            multiply.start(code, units, regs, always);
        }
    }
    code.push(Inst::Group(Group::Commit));
    code.push(Inst::Group(Group::Wait(1)));
    code.push(Inst::Barrier);
    rounds.load(code, plan, induction, (copies, steady.as_ref()))?;
    rounds.advance(code, round);
    rounds.turn(code, drain);
    code.push(Inst::Branch(head));
    code.place(exit);
    code.push(Inst::Group(Group::Wait(0)));
    Ok(())
}
