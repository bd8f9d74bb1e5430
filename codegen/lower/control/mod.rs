//! Control: every thread of a block takes the same way, so branches are uniform.

mod counted;
mod rotated;
mod targets;

use spec::problem::Unsupported;
use spec::syntax::kernel::{Block, Operation};
use spec::syntax::op::{Control, Meaning};

use self::counted::lower_for;
use self::targets::{adopt_layouts, arrive, enter, jump, jump_target};
use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Opcode, Reg, Ty};
use crate::ir::regions::{JumpTarget, RegionFrame};
use crate::ir::tile_block::TileBlock;
use crate::lower::block_order;
use crate::lower::memory::{copied_ahead, kept_tiles, private_bins};
use crate::lower::mma::pipeline::tensor::store;
use crate::lower::mma::pipeline::{specialized, staged_product};
use crate::lower::operation::lower_operation;

/// The whole kernel.
pub(crate) fn lower_kernel(code: &mut Builder<'_>) -> Result<(), Unsupported> {
    let kernel = code.kernel();
    if code.tile_block().is_none() {
        private_bins::begin(code);
    }
    kept_tiles::begin(code);
    copied_ahead::begin(code);
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
    let longest_first = pairing.is_none() && code.facts().longest_first();
    let (head, end, exit) = (code.label(), code.label(), code.label());
    let before = code.flow_state();
    code.place_label(head);
    code.resume_from(&before);
    let at =
        if longest_first { block_order::back_and_forth(code, position, [first, step]) } else { position };
    let over = code.compare(Compare::Ge, Ty::U32, at, all);
    code.branch_if(over, true, exit);
    let (id, pair) = if longest_first {
        (block_order::longest(code, at, grid), None)
    } else {
        block_order::grouped(code, at, grid, pairing)
    };
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
        if code.runs(op) {
            lower_any(code, op)?;
        }
    }
    Ok(())
}

/// An operation of the role.
fn lower_any(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    match op.op.meaning() {
        Meaning::Control(control) => control_operation(code, op, control),
        Meaning::Elementwise | Meaning::Core(_) | Meaning::Memory(_) | Meaning::Unsupported => {
            lower_operation(code, op)
        }
    }
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
        Control::For => {
            lower_counted(code, op)?;
            staged_product::leave(code, op);
        }
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

/// `for`.
fn lower_counted(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    if specialized::lower(code, op, lower_operation)? || rotated::lower(code, op, lower_any)? {
        return Ok(());
    }
    lower_for(code, op, lower_block)
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
        code.enter_region(RegionFrame::Loop { next, exit: Some(exit), copied: None });
        lower_block(code, region)?;
        let Some(RegionFrame::Loop { next, exit: Some(exit), .. }) = code.leave_region() else {
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
