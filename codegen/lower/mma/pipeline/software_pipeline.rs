//! Loops of products as a pipeline: while the tiles of one round are multiplied, those of the next ones are on their way from
//! memory to other stages of shared memory. For Hopper, whose matrix instructions read shared memory themselves.
//!
//! Only rounds that there are load anything, and nothing outside a tensor is read.

use std::collections::BTreeMap;

use spec::problem::Unsupported;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Element, Scalar, Type};

use crate::ir::builder::Builder;
use crate::ir::ptx::{AsyncCopy, Class, Compare, Inst, Mode, Opcode, Operand, Reg, Ty, Wgmma};
use crate::ir::value::{Token, Value};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::Layout;
use crate::lower::mma::pipeline::iterations::{Iterations, Stages};
use crate::lower::mma::pipeline::main_loop::MainLoop;
use crate::lower::mma::pipeline::plan::{PipelinePlan, STAGE_ALIGNMENT};
use crate::lower::mma::pipeline::tile_copy::TileCopy;
use crate::lower::mma::pipeline::warpgroup::WarpgroupMma;
use crate::lower::mma::strategy;

/// Makes the code of one operation: what the loop's addresses and numbers are computed by.
pub(crate) type LowerOperation = fn(&mut Builder<'_>, &Operation) -> Result<(), Unsupported>;

/// Makes a `for` that is such a loop; `false` where it is none, and nothing was made.
pub(crate) fn try_software_pipeline(
    code: &mut Builder<'_>,
    op: &Operation,
    lower: LowerOperation,
) -> Result<bool, Unsupported> {
    let Some(plan) = strategy::of_loop(code, op) else { return Ok(false) };
    let state = code.checkpoint();
    let outer = code.flow_state();
    for fixed in &plan.fixed {
        lower(code, fixed)?;
    }
    let Some((copies, products, stages)) = parts(code, &plan) else {
        code.restore(state);
        return Ok(false);
    };
    let mut sums: Vec<Option<(Layout, Vec<Reg>)>> = vec![None; op.results.len()];
    for (product, multiply) in plan.products.iter().zip(&products) {
        if sums[product.sum].is_none() {
            let tile = code.tile(op.operands[3 + product.sum]);
            let tile = convert_layout(code, &tile, Element::Scalar(Scalar::F32), &multiply.layout);
            let regs = tile.regs.iter().map(|reg| code.mov(reg.class, *reg)).collect();
            sums[product.sum] = Some((multiply.layout.clone(), regs));
        }
    }
    let before = plan.tokens.iter().fold(Token::default(), |all, token| all.join(code.token(*token)));
    if before.write > code.barriers() {
        code.barrier();
    }
    let rounds = Iterations::new(code, op, stages);
    let induction = op.regions[0].params[0];
    run(code, &plan, (&copies, &products), &sums, induction, lower, rounds)?;
    code.mark_shared_read();
    code.restore_values(&outer);
    let loaded = before.join(Token { read: code.barriers() + 1, write: 0 });
    for (result, sum) in op.results.iter().zip(sums) {
        match (code.kernel().ty(*result), sum) {
            (Type::Tile(_), Some((layout, regs))) => code.set_tile(*result, layout, regs),
            _token => code.set(*result, Value::Token(loaded)),
        }
    }
    Ok(true)
}

/// What copies the loads and multiplies them, if all of them can be in pieces, and the sums in registers.
fn parts(
    code: &mut Builder<'_>,
    plan: &PipelinePlan<'_>,
) -> Option<(Vec<TileCopy>, Vec<WarpgroupMma>, Stages)> {
    let mut offset = 0;
    let mut copies = Vec::new();
    for load in &plan.loads {
        let copy = TileCopy::new(code, plan, load, offset)?;
        offset += copy.lines.bytes().next_multiple_of(STAGE_ALIGNMENT);
        copies.push(copy);
    }
    let mut products = Vec::new();
    for product in &plan.products {
        let factors = product.factors.map(|at| {
            let load = &plan.loads[at];
            (copies[at].offset, copies[at].lines, load.terms == load.unit)
        });
        products.push(WarpgroupMma::new(code, product, factors)?);
    }
    let mut registers = BTreeMap::new();
    for (product, multiply) in plan.products.iter().zip(&products) {
        registers.insert(product.sum, multiply.layout.registers());
    }
    let sums = registers.values().sum();
    let stages = Stages { bytes: offset, count: strategy::stages(code, offset, sums)? };
    Some((copies, products, stages))
}

/// The loop. A round's products run on while the next one waits for its tiles.
///
/// Stages are in a ring of s. A round waits for its own copies, shows them to the matrix instructions, which go another way to
/// shared memory, and meets all threads: now the tiles are there that any thread copied. It starts its products and waits for those
/// of the round before, only those of its own warp; at the second barrier nobody's are left. So the copies that follow, of the
/// tiles s − 1 rounds ahead, may go where the round before had its tiles, while this round's products read the next stage.
/// Sums stay with the instructions from round to round: all that add to them have one shape, so each waits for the one before.
fn run(
    code: &mut Builder<'_>,
    plan: &PipelinePlan<'_>,
    (copies, products): (&[TileCopy], &[WarpgroupMma]),
    sums: &[Option<(Layout, Vec<Reg>)>],
    induction: ValueId,
    lower: LowerOperation,
    rounds: Iterations,
) -> Result<(), Unsupported> {
    let ahead = rounds.stages.count - 1;
    let (first, head, exit) = (code.label(), code.label(), code.label());
    let always = code.mov(Class::Pred, 1);
    let steady = MainLoop::new(code, copies, induction, &rounds);
    code.place(first);
    emit_next_stage(&rounds, code, plan, induction, lower, (copies, steady.as_ref()))?;
    let fewer = code.compare(Compare::Lt, rounds.ty().1, rounds.next, ahead as i64);
    code.branch_if(fewer, true, first);
    let (round, drain) = (code.mov(rounds.count.class, 0), code.mov(Class::B32, rounds.base));
    code.place(head);
    let over = code.compare(Compare::Ge, rounds.ty().1, round, rounds.count);
    code.branch_if(over, true, exit);
    code.push(Inst::AsyncCopy(AsyncCopy::Wait(ahead as u32 - 1)));
    code.push(Inst::AsyncCopy(AsyncCopy::Fence));
    code.push(Inst::Barrier);
    let units = code.op(Opcode::Shr, Ty::U32, Class::B32, &[drain.into(), Operand::Int(4)]);
    let units = code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, units);
    code.push(Inst::Wgmma(Wgmma::Fence));
    for (product, multiply) in plan.products.iter().zip(products) {
        if let Some((_, regs)) = &sums[product.sum] {
            multiply.start(code, units, regs, always);
        }
    }
    code.push(Inst::Wgmma(Wgmma::Commit));
    code.push(Inst::Wgmma(Wgmma::Wait(1)));
    code.push(Inst::Barrier);
    emit_next_stage(&rounds, code, plan, induction, lower, (copies, steady.as_ref()))?;
    rounds.advance(code, round);
    rounds.turn(code, drain);
    code.push(Inst::Branch(head));
    code.place(exit);
    code.push(Inst::Wgmma(Wgmma::Wait(0)));
    Ok(())
}

/// Starts the copies of the next round, if there is one.
fn emit_next_stage(
    iterations: &Iterations,
    code: &mut Builder<'_>,
    plan: &PipelinePlan<'_>,
    induction: ValueId,
    lower: LowerOperation,
    (copies, steady): (&[TileCopy], Option<&MainLoop>),
) -> Result<(), Unsupported> {
    let (other, end) = (code.label(), code.label());
    if let Some(steady) = steady {
        let beyond = code.compare(Compare::Ge, iterations.ty().1, iterations.next, steady.rounds);
        code.branch_if(beyond, true, other);
        steady.start(code, copies, iterations.fill);
        code.push(Inst::Branch(end));
        code.place(other);
    }
    let over = code.compare(Compare::Ge, iterations.ty().1, iterations.next, iterations.count);
    code.branch_if(over, true, end);
    let from = [iterations.next.into(), iterations.step.into(), iterations.lower.into()];
    let at = code.op(Opcode::MadLo, iterations.ty().0, iterations.lower.class, &from);
    code.set_tile(induction, Layout::splat(&[]), vec![at]);
    for op in &plan.moving {
        lower(code, op)?;
    }
    for copy in copies {
        copy.start(code, iterations.fill);
    }
    code.place(end);
    code.push(Inst::AsyncCopy(AsyncCopy::Commit));
    iterations.advance(code, iterations.next);
    iterations.turn(code, iterations.fill);
    Ok(())
}
