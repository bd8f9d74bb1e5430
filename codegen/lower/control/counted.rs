//! Loops that count: `for`.

use spec::problem::Unsupported;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::types::Element;

use super::targets::{adopt_layouts, arrive, enter};
use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Label, Opcode, Reg, Ty};
use crate::ir::regions::{CopiedLoop, JumpTarget, RegionFrame};
use crate::layout::linear::Layout;
use crate::lower::block_order::TileLoop;
use crate::lower::memory::copied_ahead;
use crate::lower::memory::ordering::keep_unchanged_tokens;

/// Lowers the operations of a block.
type LowerBlock = fn(&mut Builder<'_>, &Block) -> Result<(), Unsupported>;

/// Refuses an unsigned loop over narrow numbers: registers hold narrow numbers with their sign.
fn refuse_narrow_unsigned(op: &Operation, element: Element) -> Result<(), Unsupported> {
    let is_narrow = element.scalar().is_some_and(|scalar| scalar.bits() < 32);
    if op.attributes.unsigned_compare && is_narrow {
        let message = "code for unsigned loops over numbers of fewer than 32 bits".to_owned();
        return Err(Unsupported { message, at: op.at.clone() });
    }
    Ok(())
}

/// Whether first number and bound of a `for` are multiples of its step: then numbers below the bound are a step below it at least.
fn ends_at_bound(code: &Builder<'_>, op: &Operation) -> bool {
    let facts = code.facts();
    let step = facts.definitions().constant(code.kernel(), op.operands[2]);
    let step = step.and_then(|step| u64::try_from(step).ok()).filter(|step| step.is_power_of_two());
    step.is_some_and(|step| op.operands[..2].iter().all(|bound| facts.divisor(*bound) >= step))
}

/// The numbers of the iterations of a `for`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counter {
    /// The first number or, behind [`Counter::start`], that of the iteration.
    count: Reg,
    upper: Reg,
    step: Reg,
    /// How numbers are compared.
    ty: Ty,
    /// Whether the numbers end at the bound itself, so that no sum wraps around.
    exact: bool,
}

impl Counter {
    /// Of a `for`.
    pub(super) fn of(code: &Builder<'_>, op: &Operation) -> Result<Self, Unsupported> {
        let [count, upper, step] = [0, 1, 2].map(|at| code.scalar(op.operands[at]));
        let ty = if op.attributes.unsigned_compare { types(count).1 } else { types(count).0 };
        refuse_narrow_unsigned(op, code.kernel().tile(op.regions[0].params[0]).element)?;
        Ok(Counter { count, upper, step, ty, exact: ends_at_bound(code, op) })
    }

    /// Puts the number into a register of its own, since the body may not change the bound's.
    pub(super) fn start(self, code: &mut Builder<'_>) -> Self {
        Counter { count: code.mov(self.count.class, self.count), ..self }
    }

    /// Leaves a loop that has no iteration with the number.
    pub(super) fn leave_behind_last(self, code: &mut Builder<'_>, exit: Label) {
        let done = code.compare(Compare::Ge, self.ty, self.count, self.upper);
        code.branch_if(done, true, exit);
    }

    /// Makes the number that of the next iteration, or leaves the number behind the last.
    pub(super) fn go_on(self, code: &mut Builder<'_>, last: Label) {
        let advanced = self.next(code, last);
        Counter { count: advanced, ..self }.leave_behind_last(code, last);
        code.assign(self.count, advanced);
    }

    /// The next number. A sum that wraps around is beyond every bound: the loop ends. The proof excludes such sums (`loop.overflow`), but the
    /// second exit keeps the assembler from unrolling the loop. So loops over whole tiles, whose numbers end at the bound, have no test.
    fn next(self, code: &mut Builder<'_>, exit: Label) -> Reg {
        let Counter { count, step, ty, exact, .. } = self;
        let advanced = code.op(Opcode::Add, types(count).0, count.class, &[count.into(), step.into()]);
        if !exact {
            let wrapped = code.compare(Compare::Lt, ty, advanced, count);
            code.branch_if(wrapped, true, exit);
        }
        advanced
    }

    /// The number is the loop's variable.
    pub(super) fn bind(self, code: &mut Builder<'_>, variable: ValueId) {
        let shape = code.kernel().tile(variable).shape.clone();
        code.set_tile(variable, Layout::splat(&shape), vec![self.count]);
    }
}

/// `for`: the induction variable in a register of its own beside the carried values.
pub(super) fn lower_for(
    code: &mut Builder<'_>,
    op: &Operation,
    lower_block: LowerBlock,
) -> Result<(), Unsupported> {
    let region = &op.regions[0];
    let counter = Counter::of(code, op)?;
    let Counter { upper, step, ty, .. } = counter;
    let induction = code.kernel().tile(region.params[0]);
    let tiles = TileLoop::of(code, region.params[0], (upper, ty), step);
    let (mut layouts, upper) =
        (vec![None; op.results.len()], tiles.as_ref().map_or(upper, |tiles| tiles.positions));
    loop {
        let state = code.checkpoint();
        let exact = counter.exact && tiles.is_none();
        let counter = Counter { upper, exact, ..counter.start(code) };
        let (count, head, exit) = (counter.count, code.label(), code.label());
        let copied = copied_ahead::enter(code, op, (upper, ty, count))?;
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
        counter.leave_behind_last(code, exit);
        let number = tiles.as_ref().map_or(count, |tiles| tiles.enter(code, count));
        code.set_tile(region.params[0], Layout::splat(&induction.shape), vec![number]);
        // The values at the head are those after the loop too, and the barriers: the body may not run at all.
        let after = next.clone();
        let at_head = next.label;
        next.label = code.label();
        let latch = next.label;
        code.enter_region(RegionFrame::Loop { next, exit: None, copied });
        lower_block(code, region)?;
        let Some(RegionFrame::Loop { next, copied, .. }) = code.leave_region() else {
            unreachable!("frames nest")
        };
        if adopt_layouts(&mut layouts, &next) {
            code.restore(state);
            continue;
        }
        code.place_label(latch);
        advance(code, counter, copied.as_ref(), [at_head, exit]);
        code.resume_from(&outer);
        if tiles.is_some() {
            code.set_pair(None);
        }
        finish(code, op, after, exit);
        code.recall_readers(&outer);
        return Ok(());
    }
}

/// The signed and the unsigned type of a number of an iteration.
fn types(number: Reg) -> (Ty, Ty) {
    if number.class == Class::B64 { (Ty::S64, Ty::U64) } else { (Ty::S32, Ty::U32) }
}

/// Moves on to the next number of a loop and to its head, or leaves the loop.
fn advance(code: &mut Builder<'_>, counter: Counter, copied: Option<&CopiedLoop>, [head, exit]: [Label; 2]) {
    if let Some(copied) = copied {
        copied_ahead::advance(code, copied);
    }
    let advanced = counter.next(code, exit);
    code.assign(counter.count, advanced);
    code.push(Inst::Branch(head));
}

/// The values of a loop that ended are the carried ones.
pub(super) fn finish(code: &mut Builder<'_>, op: &Operation, mut after: JumpTarget, exit: Label) {
    after.label = exit;
    after.values.clone_from(&op.results);
    arrive(code, &after);
    keep_unchanged_tokens(code, op, &op.results);
}
