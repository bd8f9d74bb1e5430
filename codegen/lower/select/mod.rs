//! `select`. Masks in loops are true for most tiles: a row ends in its last tile, and all keys precede all queries of a tile. One
//! test on numbers shared by all threads finds such tiles and skips the mask. FlashAttention has a second loop for what need not be
//! masked (T. Dao, "FlashAttention-2", 2023, section 3.1); here the source says nothing of which tiles these are.

mod all_true;
mod interval;

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::Reg;
use crate::ir::role::Role;
use crate::layout::linear::Layout;
use crate::lower::operands::unify_operands;
use crate::lower::rematerialize;

/// Elements of a thread from which on a test and a branch cost less than a mask.
const LEAST: usize = 16;

/// `select`.
pub(crate) fn select(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (layout, operands) = unify_operands(code, op);
    let [mask, yes, no] = [0, 1, 2].map(|at| &operands[at]);
    let is_staged = matches!(code.role(), Role::Consumer { staged, .. } if !staged.is_empty());
    let all_true = if (is_staged || code.is_in_loop()) && layout.registers() >= LEAST {
        all_true::test(code, op.operands[0])
    } else {
        None
    };
    let regs = match all_true {
        Some(whole) => select_unless(code, op, (&layout, whole), (yes, no)),
        None => None,
    };
    let regs = regs.unwrap_or_else(|| {
        mask.iter().zip(yes.iter().zip(no)).map(|(mask, (yes, no))| code.choose(*mask, *yes, *no)).collect()
    });
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}

/// Takes everything from `yes` if the mask is known to be true. Otherwise computes the mask on the spot, so that it occupies no registers
/// elsewhere.
fn select_unless(
    code: &mut Builder<'_>,
    op: &Operation,
    (layout, whole): (&Layout, Reg),
    (yes, no): (&[Reg], &[Reg]),
) -> Option<Vec<Reg>> {
    let before = code.checkpoint();
    let end = code.label();
    let regs: Vec<Reg> = yes.iter().map(|yes| code.mov(yes.class, *yes)).collect();
    code.branch_if(whole, true, end);
    let Some(mask) = rematerialize::compute_anew(code, op.operands[0], layout) else {
        code.restore(before);
        return None;
    };
    for (to, (mask, no)) in regs.iter().zip(mask.iter().zip(no)) {
        let chosen = code.choose(*mask, *to, *no);
        code.assign(*to, chosen);
    }
    code.place_label(end);
    Some(regs)
}
