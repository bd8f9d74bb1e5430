//! Software pipelining (Lam, PLDI 1988) of loops of matrix products, as in CUTLASS's multistage main loops for Hopper. Warpgroup
//! instructions multiply one iteration's tiles in shared memory. Meanwhile the next iterations' tiles are copied asynchronously to
//! other stages of a ring.
//!
//! The prologue fills all stages but one. The steady state multiplies one stage and fills another in each iteration. The epilogue
//! waits for the products that are left. Only iterations that exist load anything, and nothing outside a tensor is read.

use std::collections::BTreeMap;

use spec::problem::Unsupported;
use spec::syntax::kernel::{Operation, ValueId};

use crate::ir::builder::{Builder, FlowState, LowerOperation};
use crate::ir::ptx::{AsyncCopy, Class, Compare, Inst, Mode, Opcode, Operand, Reg, Ty, Wgmma};
use crate::ir::ring::Stages;
use crate::ir::value::{Tile, Token, Value};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::Layout;
use crate::lower::mma::pipeline::iterations::Iterations;
use crate::lower::mma::pipeline::main_loop::MainLoop;
use crate::lower::mma::pipeline::plan::{PipelinePlan, STAGE_ALIGNMENT};
use crate::lower::mma::pipeline::tile_copy::TileCopy;
use crate::lower::mma::pipeline::warpgroup::{Left, WarpgroupMma};
use crate::lower::mma::strategy;

/// A loop whose parts are ready to be emitted.
struct PipelinedLoop<'p, 'o> {
    plan: &'p PipelinePlan<'o>,
    parts: &'p Parts,
    /// By carried value, the layout and the registers of a sum.
    sums: &'p [Option<Tile>],
    /// The loop's own variable.
    induction: ValueId,
    iterations: Iterations,
    /// How iterations are loaded whose tiles are whole in their tensors.
    main_loop: Option<MainLoop>,
    lower: LowerOperation,
}

/// The copies of loads, and the multiplication.
struct Parts {
    copies: Vec<TileCopy>,
    products: Vec<WarpgroupMma>,
    stages: Stages,
}

/// A `for` whose loads and products have their parts.
pub(crate) struct Pipeline<'o> {
    plan: PipelinePlan<'o>,
    parts: Parts,
    /// The known state in front of the loop.
    outer: FlowState,
    /// Whether all tiles can be copied in pieces, where that shows only at launch.
    pub(crate) aligned: Option<Reg>,
}

/// Prepares a software pipeline in front of a `for`, if the strategy for matrix products chooses one; `None` otherwise, without any code.
pub(crate) fn prepare<'o>(
    code: &mut Builder<'_>,
    op: &'o Operation,
    lower: LowerOperation,
) -> Result<Option<Pipeline<'o>>, Unsupported> {
    let Some(plan) = strategy::of_loop(code, op) else { return Ok(None) };
    let checkpoint = code.checkpoint();
    let outer = code.flow_state();
    for invariant in &plan.invariant {
        lower(code, invariant)?;
    }
    // Whether every tile can be copied in pieces shows when the views of the loop are there.
    let Some(parts) = build_parts(code, &plan) else {
        code.restore(checkpoint);
        return Ok(None);
    };
    let aligned = test_alignment(code, &parts);
    Ok(Some(Pipeline { plan, parts, outer, aligned }))
}

impl Pipeline<'_> {
    /// By result, the layout of the pipeline's result.
    pub(crate) fn layouts(&self, op: &Operation) -> Vec<Option<Layout>> {
        let mut layouts = vec![None; op.results.len()];
        for (product, multiply) in self.plan.products.iter().zip(&self.parts.products) {
            layouts[product.sum] = Some(multiply.layout.clone());
        }
        layouts
    }

    /// Emits the loop and its results.
    pub(crate) fn emit(
        self,
        code: &mut Builder<'_>,
        op: &Operation,
        lower: LowerOperation,
    ) -> Result<(), Unsupported> {
        let Pipeline { plan, parts, outer, aligned: _ } = self;
        let sums = initial_sums(code, op, &plan, parts.products.iter());
        let before = plan.tokens.iter().fold(Token::default(), |all, token| all.join(code.token(*token)));
        if before.write > code.barriers() {
            code.barrier();
        }
        let iterations = Iterations::new(code, op, parts.stages);
        let induction = op.regions[0].params[0];
        let pipelined = PipelinedLoop {
            plan: &plan,
            parts: &parts,
            sums: &sums,
            induction,
            iterations,
            main_loop: None,
            lower,
        };
        pipelined.emit(code)?;
        code.mark_shared_read();
        code.restore_values(&outer);
        let loaded = before.join(Token { read: code.barriers() + 1, write: 0 });
        for (result, sum) in op.results.iter().zip(sums) {
            match sum {
                Some(tile) => code.set(*result, Value::Tile(tile)),
                None => code.set(*result, Value::Token(loaded)),
            }
        }
        Ok(())
    }
}

/// A predicate, equal in all threads, for pieces aligned to sixteen bytes; `None` if known.
fn test_alignment(code: &mut Builder<'_>, parts: &Parts) -> Option<Reg> {
    let unknown: Vec<Reg> = parts.copies.iter().flat_map(|copy| &copy.unknown).copied().collect();
    let all = unknown
        .into_iter()
        .reduce(|all, one| code.op(Opcode::Or, Ty::B64, Class::B64, &[all.into(), one.into()]))?;
    let low = code.op(Opcode::And, Ty::B64, Class::B64, &[all.into(), Operand::Int(15)]);
    Some(code.compare(Compare::Eq, Ty::U64, low, 0))
}

/// Registers of their own for every sum, in the layout of the instructions that add to it.
pub(super) fn initial_sums<'m>(
    code: &mut Builder<'_>,
    op: &Operation,
    plan: &PipelinePlan<'_>,
    products: impl Iterator<Item = &'m WarpgroupMma>,
) -> Vec<Option<Tile>> {
    let mut sums: Vec<Option<Tile>> = vec![None; op.results.len()];
    for (product, multiply) in plan.products.iter().zip(products) {
        if sums[product.sum].is_none() {
            let tile = code.tile(op.operands[3 + product.sum]);
            let element = code.kernel().tile(op.operands[3 + product.sum]).element;
            let tile = convert_layout(code, &tile, element, &multiply.layout);
            let regs = tile.regs.iter().map(|reg| code.mov(reg.class, *reg)).collect();
            sums[product.sum] = Some(Tile { layout: multiply.layout.clone(), regs });
        }
    }
    sums
}

/// Builds the copies and products if every load splits into pieces and the sums fit into registers.
fn build_parts(code: &mut Builder<'_>, plan: &PipelinePlan<'_>) -> Option<Parts> {
    let mut bytes = 0;
    let mut copies = Vec::new();
    for load in &plan.loads {
        let copy = TileCopy::new(code, plan, load, bytes)?;
        bytes += copy.lines.bytes().next_multiple_of(STAGE_ALIGNMENT);
        copies.push(copy);
    }
    let places: Vec<_> = copies.iter().map(|copy| (copy.offset, copy.lines)).collect();
    let products = WarpgroupMma::of_loop(code, plan, &places)?;
    let mut registers = BTreeMap::new();
    for (product, multiply) in plan.products.iter().zip(&products) {
        registers.insert(product.sum, multiply.layout.registers());
    }
    let budget = strategy::StageBudget::of(code);
    let stages = Stages { bytes, count: budget.stages(bytes, registers.values().sum())? };
    Some(Parts { copies, products, stages })
}

impl PipelinedLoop<'_, '_> {
    /// The loop. Products of an iteration keep running while the next iteration waits for its tiles.
    ///
    /// Stages are in a ring of s. An iteration waits for its own copies, makes them visible to the matrix instructions (another
    /// proxy), and meets all threads. Then all threads' tiles are in place. The iteration starts its products and waits for its
    /// warp's products of the iteration before; after the second barrier no such product is left in any warp. So the copies that
    /// follow, of the tiles s − 1 iterations ahead, may go where the iteration before had its tiles, while this one's products read
    /// the next stage. Sums stay in the instructions' registers: all products of a sum have one shape, so each waits for the
    /// product before.
    fn emit(mut self, code: &mut Builder<'_>) -> Result<(), Unsupported> {
        let unsigned = self.iterations.trips.ty().1;
        let ahead = self.iterations.stages.count - 1;
        let (prologue, head, exit) = (code.label(), code.label(), code.label());
        let always = code.mov(Class::Pred, 1);
        self.main_loop = MainLoop::new(code, &self.parts.copies, self.induction, &self.iterations);
        // The prologue: all stages but one are filled.
        code.place_label(prologue);
        self.fill_next_stage(code)?;
        let fewer = code.compare(Compare::Lt, unsigned, self.iterations.next, i64::from(ahead));
        code.branch_if(fewer, true, prologue);
        let round = code.mov(self.iterations.trips.count.class, 0);
        let drain = code.mov(Class::B32, self.iterations.base);
        // The steady state: one stage is multiplied and another stage is filled.
        code.place_label(head);
        let over = code.compare(Compare::Ge, unsigned, round, self.iterations.trips.count);
        code.branch_if(over, true, exit);
        code.push(Inst::AsyncCopy(AsyncCopy::Wait(ahead - 1)));
        code.push(Inst::AsyncCopy(AsyncCopy::Fence));
        code.push(Inst::Barrier);
        multiply_stage(code, self.plan, &self.parts.products, self.sums, (drain, always));
        code.push(Inst::Wgmma(Wgmma::Wait(1)));
        code.push(Inst::Barrier);
        self.fill_next_stage(code)?;
        self.iterations.trips.advance(code, round);
        self.iterations.next_stage(code, drain);
        code.push(Inst::Branch(head));
        // The epilogue: the last products.
        code.place_label(exit);
        code.push(Inst::Wgmma(Wgmma::Wait(0)));
        Ok(())
    }

    /// Starts the copies of the next iteration, if any, to the free stage.
    fn fill_next_stage(&self, code: &mut Builder<'_>) -> Result<(), Unsupported> {
        let PipelinedLoop { plan, parts, iterations, induction, .. } = self;
        let unsigned = iterations.trips.ty().1;
        let (other, end) = (code.label(), code.label());
        if let Some(main_loop) = &self.main_loop {
            let beyond = code.compare(Compare::Ge, unsigned, iterations.next, main_loop.unpredicated);
            code.branch_if(beyond, true, other);
            main_loop.start(code, &parts.copies, iterations.fill);
            code.push(Inst::Branch(end));
            code.place_label(other);
        }
        let over = code.compare(Compare::Ge, unsigned, iterations.next, iterations.trips.count);
        code.branch_if(over, true, end);
        let at = iterations.trips.induction(code, iterations.next);
        code.set_tile(*induction, Layout::splat(&[]), vec![at]);
        for op in &plan.varying {
            (self.lower)(code, op)?;
        }
        for copy in &parts.copies {
            copy.start(code, iterations.fill);
        }
        code.place_label(end);
        // A stage without an iteration is an empty group, so that the number of groups behind says which has arrived.
        code.push(Inst::AsyncCopy(AsyncCopy::Commit));
        iterations.trips.advance(code, iterations.next);
        iterations.next_stage(code, iterations.fill);
        Ok(())
    }
}

/// The address of a stage as descriptors have it, in units of sixteen bytes.
pub(super) fn descriptor_address(code: &mut Builder<'_>, stage: Reg) -> Reg {
    let units = code.op(Opcode::Shr, Ty::U32, Class::B32, &[stage.into(), Operand::Int(4)]);
    code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, units)
}

/// Starts the products of the stage that begins at an address; the predicate always holds.
pub(super) fn multiply_stage(
    code: &mut Builder<'_>,
    plan: &PipelinePlan<'_>,
    products: &[WarpgroupMma],
    sums: &[Option<Tile>],
    (stage, always): (Reg, Reg),
) {
    let units = descriptor_address(code, stage);
    code.push(Inst::Wgmma(Wgmma::Fence));
    for (product, multiply) in plan.products.iter().zip(products) {
        if let Some(sum) = &sums[product.sum] {
            multiply.start(code, (Left::Stage(units), units), &sum.regs, [always; 2]);
        }
    }
    code.push(Inst::Wgmma(Wgmma::Commit));
}
