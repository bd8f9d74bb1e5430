//! Control: every thread of a block takes the same way, so branches are uniform.

use spec::problem::Unsupported;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::{Control, Meaning};
use spec::syntax::types::Type;

use crate::r#gen::Gen;
use crate::layout::Layout;
use crate::ptx::{Compare, Inst, Label, Opcode, Reg, Ty};
use crate::value::{Tile, Value, class};

/// A value that several ways lead to: registers that each way writes. Its layout is found by trying: as many bits matter as
/// in any of the values that arrive.
#[derive(Debug, Clone)]
enum Slot {
    Tile {
        layout: Layout,
        regs: Vec<Reg>,
    },
    Token,
    /// A view cannot be carried.
    Nothing,
}

/// A place that control goes to with values.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    label: Label,
    values: Vec<ValueId>,
    slots: Vec<Slot>,
    /// Layouts in which more matters than in the slots': the region is made again with them.
    wanted: Vec<Option<Layout>>,
}

/// A region that is being made.
#[derive(Debug, Clone)]
pub(crate) enum Frame {
    /// Of an `if`: where `yield` goes.
    If(Target),
    /// Of a loop: where `continue` and `break` go.
    Loop { next: Target, exit: Option<Target> },
    /// Of a combiner: what `yield` gave.
    Combiner(Vec<Tile>),
}

/// The whole kernel.
pub(crate) fn body(code: &mut Gen<'_>) -> Result<(), Unsupported> {
    let kernel = code.kernel;
    block(code, &kernel.body)
}

/// The operations of a block.
pub(crate) fn block(code: &mut Gen<'_>, block: &Block) -> Result<(), Unsupported> {
    for op in &block.ops {
        match op.op.meaning() {
            Meaning::Control(control) => control_operation(code, op, control)?,
            Meaning::Elementwise | Meaning::Core(_) | Meaning::Memory(_) | Meaning::Unsupported => {
                super::operation(code, op)?;
            }
        }
    }
    Ok(())
}

fn control_operation(code: &mut Gen<'_>, op: &Operation, control: Control) -> Result<(), Unsupported> {
    match control {
        Control::Return => code.push(Inst::Return),
        Control::If => branch(code, op)?,
        Control::For if super::pipeline::counted(code, op)? => {}
        Control::For => counted(code, op)?,
        Control::Loop => endless(code, op)?,
        Control::Yield => match code.frames.last().cloned() {
            Some(Frame::Combiner(_)) => {
                let tiles = op.operands.iter().map(|value| code.tile(*value)).collect();
                code.frames.pop();
                code.frames.push(Frame::Combiner(tiles));
            }
            Some(Frame::If(_) | Frame::Loop { .. }) | None => leave(code, op, |frame| match frame {
                Frame::If(target) => Some(target),
                Frame::Loop { .. } | Frame::Combiner(_) => None,
            }),
        },
        Control::Continue => leave(code, op, |frame| match frame {
            Frame::Loop { next, .. } => Some(next),
            Frame::If(_) | Frame::Combiner(_) => None,
        }),
        Control::Break => leave(code, op, |frame| match frame {
            Frame::Loop { exit, .. } => exit.as_mut(),
            Frame::If(_) | Frame::Combiner(_) => None,
        }),
    }
    Ok(())
}

/// Goes to the innermost target of a kind with the operation's values.
fn leave(code: &mut Gen<'_>, op: &Operation, pick: impl Fn(&mut Frame) -> Option<&mut Target>) {
    let mut frames = std::mem::take(&mut code.frames);
    let target = frames.iter_mut().rev().find_map(pick);
    if let Some(target) = target {
        go(code, target, &op.operands);
    }
    code.frames = frames;
}

/// Writes values into the slots of a target and goes there.
fn go(code: &mut Gen<'_>, target: &mut Target, values: &[ValueId]) {
    let mut moves: Vec<(Reg, Reg)> = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let Some(Slot::Tile { layout, regs }) = target.slots.get(at) else { continue };
        let tile = code.tile(*value);
        if !tile.layout.serves(layout) {
            let joined = layout.join(&tile.layout, code.threads);
            if joined != *layout {
                target.wanted[at] = Some(joined);
                continue;
            }
        }
        let (layout, regs) = (layout.clone(), regs.clone());
        let element = code.kernel.tile(*value).element;
        let moved = code.arranged(&tile, element, &layout);
        moves.extend(regs.into_iter().zip(moved.regs));
    }
    // What one slot reads another may write: all are read first.
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

/// A target for values of those types, in layouts that may be known.
fn target(code: &mut Gen<'_>, values: &[ValueId], layouts: &[Option<Layout>]) -> Target {
    let label = code.label();
    let mut slots = Vec::new();
    for (value, layout) in values.iter().zip(layouts) {
        slots.push(match code.kernel.ty(*value) {
            Type::Tile(tile) => {
                let layout = layout.clone().unwrap_or_else(|| Layout::splat(&tile.shape));
                let regs = (0..layout.registers()).map(|_| code.reg(class(tile.element))).collect();
                Slot::Tile { layout, regs }
            }
            Type::Token => Slot::Token,
            Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_) => Slot::Nothing,
        });
    }
    Target { label, values: values.to_vec(), slots, wanted: vec![None; values.len()] }
}

/// Here control arrives with the values of a target.
fn arrive(code: &mut Gen<'_>, target: &Target) {
    code.place(target.label);
    code.in_use.all();
    for (value, slot) in target.values.iter().zip(&target.slots) {
        match slot {
            Slot::Tile { layout, regs } => code.set_tile(*value, layout.clone(), regs.clone()),
            Slot::Token => {
                let any = code.any_token();
                code.set(*value, Value::Token(any));
            }
            Slot::Nothing => {}
        }
    }
}

/// Takes what was found of layouts; whether anything is new.
fn learn(layouts: &mut [Option<Layout>], target: &Target) -> bool {
    let mut grew = false;
    for (layout, wanted) in layouts.iter_mut().zip(&target.wanted) {
        if wanted.is_some() {
            layout.clone_from(wanted);
            grew = true;
        }
    }
    grew
}

/// `if`: both regions, and what they yield.
fn branch(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let condition = code.scalar(op.operands[0]);
    let mut layouts = vec![None; op.results.len()];
    loop {
        let state = code.state();
        let mut join = target(code, &op.results, &layouts);
        let (otherwise, in_use) = (code.label(), code.in_use);
        code.branch_if(condition, false, otherwise);
        let barriers = code.barriers;
        let before = code.values.clone();
        for (at, region) in op.regions.iter().enumerate() {
            if at == 1 {
                code.place(otherwise);
                code.values.clone_from(&before);
                code.barriers = barriers;
                code.in_use.all();
            }
            code.frames.push(Frame::If(join));
            block(code, region)?;
            let Some(Frame::If(left)) = code.frames.pop() else { unreachable!("frames nest") };
            join = left;
        }
        if op.regions.len() < 2 {
            code.place(otherwise);
        }
        if learn(&mut layouts, &join) {
            code.restore(state);
            continue;
        }
        code.values = before;
        code.barriers = barriers;
        arrive(code, &join);
        code.in_use.unless_taken_since(in_use);
        return Ok(());
    }
}

/// `for`: the induction variable in a register of its own beside the carried values.
fn counted(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let region = &op.regions[0];
    let [lower, upper, step] = [0, 1, 2].map(|at| code.scalar(op.operands[at]));
    let (signed, unsigned) =
        if lower.class == crate::ptx::Class::B64 { (Ty::S64, Ty::U64) } else { (Ty::S32, Ty::U32) };
    let ty = if op.attributes.unsigned_compare { unsigned } else { signed };
    let induction = code.kernel.tile(region.params[0]).clone();
    let mut layouts = vec![None; op.results.len()];
    loop {
        let state = code.state();
        let count = code.mov(lower.class, lower);
        let (head, exit) = (code.label(), code.label());
        let next = enter(code, &op.operands[3..], &region.params[1..], &layouts, head);
        let mut next = match next {
            Ok(next) => next,
            Err(wanted) => {
                learn(&mut layouts, &wanted);
                code.restore(state);
                continue;
            }
        };
        let (outer, in_use) = (code.values.clone(), code.in_use);
        arrive(code, &next);
        code.set_tile(region.params[0], Layout::splat(&induction.shape), vec![count]);
        let done = code.compare(Compare::Ge, ty, count, upper);
        code.branch_if(done, true, exit);
        // The values at the head are those after the loop too, and the barriers: the body may not run at all.
        let after = next.clone();
        let barriers = code.barriers;
        let at_head = next.label;
        next.label = code.label();
        let latch = next.label;
        code.frames.push(Frame::Loop { next, exit: None });
        block(code, region)?;
        let Some(Frame::Loop { next, .. }) = code.frames.pop() else { unreachable!("frames nest") };
        if learn(&mut layouts, &next) {
            code.restore(state);
            continue;
        }
        code.place(latch);
        let advanced = code.op(Opcode::Add, signed, count.class, &[count.into(), step.into()]);
        // A sum that wraps around is beyond every bound: the loop ends.
        let wrapped = code.compare(Compare::Lt, ty, advanced, count);
        code.branch_if(wrapped, true, exit);
        code.assign(count, advanced);
        code.push(Inst::Branch(at_head));
        code.values = outer;
        code.barriers = barriers;
        finish(code, op, after, exit);
        code.in_use.unless_taken_since(in_use);
        return Ok(());
    }
}

/// The values of a loop that ended are the carried ones.
fn finish(code: &mut Gen<'_>, op: &Operation, mut after: Target, exit: Label) {
    after.label = exit;
    after.values.clone_from(&op.results);
    arrive(code, &after);
}

/// Into a loop with the first values of what it carries. Where they have more that matters than the slots, those that are
/// wanted come back.
fn enter(
    code: &mut Gen<'_>,
    values: &[ValueId],
    params: &[ValueId],
    layouts: &[Option<Layout>],
    head: Label,
) -> Result<Target, Target> {
    let mut next = target(code, params, layouts);
    next.label = head;
    go(code, &mut next, values);
    if next.wanted.iter().any(Option::is_some) { Err(next) } else { Ok(next) }
}

/// `loop`: ends by `break`, with values of its own.
fn endless(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let region = &op.regions[0];
    let mut layouts = vec![None; region.params.len()];
    let mut results = vec![None; op.results.len()];
    loop {
        let state = code.state();
        let head = code.label();
        let next = match enter(code, &op.operands, &region.params, &layouts, head) {
            Ok(next) => next,
            Err(wanted) => {
                learn(&mut layouts, &wanted);
                code.restore(state);
                continue;
            }
        };
        let (outer, in_use) = (code.values.clone(), code.in_use);
        let exit = target(code, &op.results, &results);
        let barriers = code.barriers;
        arrive(code, &next);
        code.frames.push(Frame::Loop { next, exit: Some(exit) });
        block(code, region)?;
        let Some(Frame::Loop { next, exit: Some(exit) }) = code.frames.pop() else {
            unreachable!("frames nest")
        };
        let grew = learn(&mut layouts, &next);
        if learn(&mut results, &exit) || grew {
            code.restore(state);
            continue;
        }
        code.values = outer;
        // The body may have been left before any of its barriers.
        code.barriers = barriers;
        arrive(code, &exit);
        code.in_use.unless_taken_since(in_use);
        return Ok(());
    }
}

/// The combiner of a `reduce` or `scan` on values of one element each; what it yields.
pub(crate) fn combine(code: &mut Gen<'_>, region: &Block, operands: &[Reg]) -> Result<Vec<Reg>, Unsupported> {
    for (param, reg) in region.params.iter().zip(operands) {
        code.set_tile(*param, Layout::splat(&[]), vec![*reg]);
    }
    code.frames.push(Frame::Combiner(Vec::new()));
    block(code, region)?;
    let Some(Frame::Combiner(tiles)) = code.frames.pop() else { unreachable!("frames nest") };
    Ok(tiles.into_iter().map(|tile| tile.regs[0]).collect())
}
