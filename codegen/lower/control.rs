//! Control: every thread of a block takes the same way, so branches are uniform.

use spec::problem::Unsupported;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::{Control, Meaning};
use spec::syntax::types::Type;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Label, Opcode, Reg, Ty};
use crate::ir::regions::{CarriedValue, JumpTarget, RegionFrame};
use crate::ir::tile_block::TileBlock;
use crate::ir::value::{Value, class};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::Layout;
use crate::lower::block_order::{self, TileLoop};
use crate::lower::memory::ordering::keep_unchanged_tokens;
use crate::lower::memory::{kept_tiles, private_bins};
use crate::lower::mma::pipeline::software_pipeline::{self, Pipeline};
use crate::lower::mma::pipeline::specialized;
use crate::lower::mma::pipeline::tensor::store;
use crate::lower::operation::lower_operation;

/// The whole kernel.
pub(crate) fn lower_kernel(code: &mut Builder<'_>) -> Result<(), Unsupported> {
    let kernel = code.kernel();
    if code.tile_block().is_none() {
        private_bins::begin(code);
    }
    kept_tiles::begin(code);
    lower_block(code, &kernel.body)
}

/// The code of all threads or of a role, for its own tile block; or for one tile block of a grid after the other.
pub(crate) fn lower_tile_blocks(code: &mut Builder<'_>, grid: Option<[Reg; 3]>) -> Result<(), Unsupported> {
    let Some(grid) = grid else { return lower_kernel(code) };
    private_bins::begin(code);
    let first = code.special("%ctaid.x");
    let position = code.mov(Class::B32, first);
    let step = code.special("%nctaid.x");
    let pairing = code.group().map(|group| block_order::pairing(code, group, grid, step));
    let all = block_order::positions(code, grid, pairing);
    let (head, end, exit) = (code.label(), code.label(), code.label());
    let before = code.flow_state();
    code.place_label(head);
    code.resume_from(&before);
    let over = code.compare(Compare::Ge, Ty::U32, position, all);
    code.branch_if(over, true, exit);
    let (id, pair) = block_order::grouped(code, position, grid, pairing);
    code.set_tile_block(Some(TileBlock { id, grid, end }));
    code.set_pair(pair);
    let barriers = code.barriers();
    lower_kernel(code)?;
    code.set_pair(None);
    code.set_tile_block(None);
    code.place_label(end);
    if code.barriers() != barriers && code.facts().private_bins().in_turn {
        // Slower threads may still read what this tile block has exchanged.
        code.barrier();
    }
    let next = code.op(Opcode::Add, Ty::U32, Class::B32, &[position.into(), step.into()]);
    code.assign(position, next);
    code.push(Inst::Branch(head));
    code.place_label(exit);
    code.resume_from(&before);
    private_bins::end(code)?;
    store::wait_for_all(code);
    code.push(Inst::Return);
    Ok(())
}

/// The operations of a block.
pub(crate) fn lower_block(code: &mut Builder<'_>, block: &Block) -> Result<(), Unsupported> {
    for op in &block.ops {
        if !code.runs(op) {
            continue;
        }
        match op.op.meaning() {
            Meaning::Control(control) => control_operation(code, op, control)?,
            Meaning::Elementwise | Meaning::Core(_) | Meaning::Memory(_) | Meaning::Unsupported => {
                lower_operation(code, op)?;
            }
        }
    }
    Ok(())
}

fn control_operation(code: &mut Builder<'_>, op: &Operation, control: Control) -> Result<(), Unsupported> {
    match control {
        Control::Return => match code.tile_block() {
            Some(block) => code.push(Inst::Branch(block.end)),
            None => {
                private_bins::end(code)?;
                store::wait_for_all(code);
                code.push(Inst::Return);
            }
        },
        Control::If => lower_if(code, op)?,
        Control::For if specialized::lower(code, op, lower_operation)? => {}
        Control::For => match software_pipeline::prepare(code, op, lower_operation)? {
            Some(pipeline) => lower_pipeline(code, op, pipeline)?,
            None => lower_for(code, op)?,
        },
        Control::Loop => lower_loop(code, op)?,
        Control::Yield if code.is_in_combiner() => {
            let tiles = op.operands.iter().map(|value| code.tile(*value)).collect();
            code.leave_region();
            code.enter_region(RegionFrame::Combiner(tiles));
        }
        Control::Yield => {
            leave_region(code, op, |frame| match frame {
                RegionFrame::If(target) => Some(target),
                RegionFrame::Loop { .. } | RegionFrame::Combiner(_) => None,
            });
        }
        Control::Continue => leave_region(code, op, |frame| match frame {
            RegionFrame::Loop { next, .. } => Some(next),
            RegionFrame::If(_) | RegionFrame::Combiner(_) => None,
        }),
        Control::Break => leave_region(code, op, |frame| match frame {
            RegionFrame::Loop { exit, .. } => exit.as_mut(),
            RegionFrame::If(_) | RegionFrame::Combiner(_) => None,
        }),
    }
    Ok(())
}

/// Goes to the innermost target of a kind with the operation's values.
fn leave_region(
    code: &mut Builder<'_>,
    op: &Operation,
    pick: impl Fn(&mut RegionFrame) -> Option<&mut JumpTarget>,
) {
    let mut frames = code.take_regions();
    let target = frames.iter_mut().rev().find_map(pick);
    if let Some(target) = target {
        jump(code, target, &op.operands);
    }
    code.put_regions(frames);
}

/// Writes values into the registers of a target and goes there.
fn jump(code: &mut Builder<'_>, target: &mut JumpTarget, values: &[ValueId]) {
    let mut moves: Vec<(Reg, Reg)> = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let Some(CarriedValue::Tile { layout, regs }) = target.carried.get(at) else { continue };
        let tile = code.tile(*value);
        if !tile.layout.can_serve_as(layout) {
            let joined = layout.join(&tile.layout, code.log2_threads());
            if joined != *layout {
                target.wanted[at] = Some(joined);
                continue;
            }
        }
        let (layout, regs) = (layout.clone(), regs.clone());
        let element = code.kernel().tile(*value).element;
        let moved = convert_layout(code, &tile, element, &layout);
        moves.extend(regs.into_iter().zip(moved.regs));
    }
    // A slot may be both read and written, so all slots are read first.
    let overlaps = moves.iter().any(|(_, from)| moves.iter().any(|(to, _)| to == from));
    if overlaps {
        let copies: Vec<Reg> = moves.iter().map(|(_, from)| code.mov(from.class, *from)).collect();
        moves.iter_mut().zip(copies).for_each(|(pair, copy)| pair.1 = copy);
    }
    for (to, from) in moves {
        if to != from {
            code.assign(to, from);
        }
    }
    code.push(Inst::Branch(target.label));
}

/// A target for values of the given types, in layouts that may be fixed.
fn jump_target(code: &mut Builder<'_>, values: &[ValueId], layouts: &[Option<Layout>]) -> JumpTarget {
    let label = code.label();
    let mut carried = Vec::new();
    for (value, layout) in values.iter().zip(layouts) {
        carried.push(match code.kernel().ty(*value) {
            _ if !code.needs(*value) => CarriedValue::Nothing,
            Type::Tile(tile) => {
                let layout = layout.clone().unwrap_or_else(|| Layout::splat(&tile.shape));
                let regs = (0..layout.registers()).map(|_| code.reg(class(tile.element))).collect();
                CarriedValue::Tile { layout, regs }
            }
            Type::Token => CarriedValue::Token,
            Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_) => CarriedValue::Nothing,
        });
    }
    JumpTarget { label, values: values.to_vec(), carried, wanted: vec![None; values.len()] }
}

/// Here control arrives with the values of a target.
fn arrive(code: &mut Builder<'_>, target: &JumpTarget) {
    code.place_label(target.label);
    code.forget_readers();
    for (value, carried) in target.values.iter().zip(&target.carried) {
        match carried {
            CarriedValue::Tile { layout, regs } => code.set_tile(*value, layout.clone(), regs.clone()),
            CarriedValue::Token => {
                let any = code.token_of_anything();
                code.set(*value, Value::Token(any));
            }
            CarriedValue::Nothing => {}
        }
    }
}

/// Takes what was found of layouts; whether anything is new.
fn adopt_layouts(layouts: &mut [Option<Layout>], target: &JumpTarget) -> bool {
    let mut grew = false;
    for (layout, wanted) in layouts.iter_mut().zip(&target.wanted) {
        if wanted.is_some() {
            layout.clone_from(wanted);
            grew = true;
        }
    }
    grew
}

/// `if`: both regions, with their yielded values.
fn lower_if(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let condition = code.scalar(op.operands[0]);
    let mut layouts = vec![None; op.results.len()];
    loop {
        let state = code.checkpoint();
        let mut join = jump_target(code, &op.results, &layouts);
        // The code is made anew, with larger layouts, until the layouts serve all that arrives.
        let otherwise = code.label();
        code.branch_if(condition, false, otherwise);
        let before = code.flow_state();
        for (at, region) in op.regions.iter().enumerate() {
            if at == 1 {
                code.place_label(otherwise);
                code.resume_from(&before);
            }
            code.enter_region(RegionFrame::If(join));
            lower_block(code, region)?;
            let Some(RegionFrame::If(left)) = code.leave_region() else { unreachable!("frames nest") };
            join = left;
        }
        if op.regions.len() < 2 {
            code.place_label(otherwise);
        }
        if adopt_layouts(&mut layouts, &join) {
            code.restore(state);
            continue;
        }
        code.resume_from(&before);
        arrive(code, &join);
        code.recall_readers(&before);
        return Ok(());
    }
}

/// `for`: the induction variable in a register of its own beside the carried values.
fn lower_for(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let region = &op.regions[0];
    let [lower, upper, step] = [0, 1, 2].map(|at| code.scalar(op.operands[at]));
    let (signed, unsigned) = if lower.class == Class::B64 { (Ty::S64, Ty::U64) } else { (Ty::S32, Ty::U32) };
    let ty = if op.attributes.unsigned_compare { unsigned } else { signed };
    let induction = code.kernel().tile(region.params[0]);
    let mut layouts = vec![None; op.results.len()];
    let tiles = TileLoop::of(code, region.params[0], (upper, ty), step);
    let upper = tiles.as_ref().map_or(upper, |tiles| tiles.positions);
    loop {
        let state = code.checkpoint();
        // The variable is a register of its own, since the body may not change the bound's.
        let count = code.mov(lower.class, lower);
        let (head, exit) = (code.label(), code.label());
        let next = enter(code, &op.operands[3..], &region.params[1..], &layouts, head);
        let mut next = match next {
            Ok(next) => next,
            Err(wanted) => {
                adopt_layouts(&mut layouts, &wanted);
                code.restore(state);
                continue;
            }
        };
        let outer = code.flow_state();
        arrive(code, &next);
        keep_unchanged_tokens(code, op, &region.params[1..]);
        // The header tests the condition: the loop may run zero times.
        let done = code.compare(Compare::Ge, ty, count, upper);
        code.branch_if(done, true, exit);
        let number = tiles.as_ref().map_or(count, |tiles| tiles.enter(code, count));
        code.set_tile(region.params[0], Layout::splat(&induction.shape), vec![number]);
        // The values at the head are those after the loop too, and the barriers: the body may not run at all.
        let after = next.clone();
        let at_head = next.label;
        next.label = code.label();
        let latch = next.label;
        code.enter_region(RegionFrame::Loop { next, exit: None });
        lower_block(code, region)?;
        let Some(RegionFrame::Loop { next, .. }) = code.leave_region() else { unreachable!("frames nest") };
        if adopt_layouts(&mut layouts, &next) {
            code.restore(state);
            continue;
        }
        code.place_label(latch);
        let advanced = code.op(Opcode::Add, signed, count.class, &[count.into(), step.into()]);
        // A sum that wraps around is beyond every bound: the loop ends.
        let wrapped = code.compare(Compare::Lt, ty, advanced, count);
        code.branch_if(wrapped, true, exit);
        code.assign(count, advanced);
        code.push(Inst::Branch(at_head));
        code.resume_from(&outer);
        if tiles.is_some() {
            code.set_pair(None);
        }
        finish(code, op, after, exit);
        keep_unchanged_tokens(code, op, &op.results);
        code.recall_readers(&outer);
        return Ok(());
    }
}

/// A `for` as a software pipeline; where its tiles can be copied in pieces only in some launches, in two versions with one test.
fn lower_pipeline(code: &mut Builder<'_>, op: &Operation, pipeline: Pipeline<'_>) -> Result<(), Unsupported> {
    let Some(aligned) = pipeline.aligned else { return pipeline.emit(code, op, lower_operation) };
    let before = code.flow_state();
    let mut join = jump_target(code, &op.results, &pipeline.layouts(op));
    let plain = code.label();
    code.branch_if(aligned, false, plain);
    pipeline.emit(code, op, lower_operation)?;
    jump(code, &mut join, &op.results);
    code.place_label(plain);
    code.resume_from(&before);
    lower_for(code, op)?;
    // Every bit matters in the layouts of the pipeline's sums, so the layouts also suit the plain version.
    jump(code, &mut join, &op.results);
    code.resume_from(&before);
    arrive(code, &join);
    code.recall_readers(&before);
    Ok(())
}

/// The values of a loop that ended are the carried ones.
fn finish(code: &mut Builder<'_>, op: &Operation, mut after: JumpTarget, exit: Label) {
    after.label = exit;
    after.values.clone_from(&op.results);
    arrive(code, &after);
}

/// Enters a loop with the initial values. If the values need finer layouts than the registers have, the error carries the wanted
/// layouts.
fn enter(
    code: &mut Builder<'_>,
    values: &[ValueId],
    params: &[ValueId],
    layouts: &[Option<Layout>],
    head: Label,
) -> Result<JumpTarget, JumpTarget> {
    let mut next = jump_target(code, params, layouts);
    next.label = head;
    jump(code, &mut next, values);
    if next.wanted.iter().any(Option::is_some) { Err(next) } else { Ok(next) }
}

/// `loop`: ends by `break`, with values of its own.
fn lower_loop(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let region = &op.regions[0];
    let mut layouts = vec![None; region.params.len()];
    let mut results = vec![None; op.results.len()];
    loop {
        let state = code.checkpoint();
        let head = code.label();
        let next = match enter(code, &op.operands, &region.params, &layouts, head) {
            Ok(next) => next,
            Err(wanted) => {
                adopt_layouts(&mut layouts, &wanted);
                code.restore(state);
                continue;
            }
        };
        let outer = code.flow_state();
        let exit = jump_target(code, &op.results, &results);
        arrive(code, &next);
        code.enter_region(RegionFrame::Loop { next, exit: Some(exit) });
        lower_block(code, region)?;
        let Some(RegionFrame::Loop { next, exit: Some(exit) }) = code.leave_region() else {
            unreachable!("frames nest")
        };
        // Both are adopted before the code is made anew.
        let grew = adopt_layouts(&mut layouts, &next);
        if adopt_layouts(&mut results, &exit) || grew {
            code.restore(state);
            continue;
        }
        // The body may have been left before any of its barriers.
        code.resume_from(&outer);
        arrive(code, &exit);
        code.recall_readers(&outer);
        return Ok(());
    }
}
