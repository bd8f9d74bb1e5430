//! Numbers and predicates that follow from the bits of a thread's number.

use crate::ir::builder::Builder;
use crate::ir::numbers::immediate;
use crate::ir::ptx::{Class, Compare, Guard, Opcode, Operand, Reg, Ty};
use crate::layout::linear::Layout;

/// The part of a number that a thread's own number gives, where the bit of its number stands at a position: each a
/// pair (bit of the thread, position). Neighbouring bits at neighbouring positions are taken at once.
pub(crate) fn thread_bits_at(code: &mut Builder<'_>, pairs: &[(usize, usize)]) -> Option<Reg> {
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable();
    let mut sum: Option<Reg> = None;
    let mut at = 0;
    // Bits side by side move together: a shift and a mask for all of them.
    while at < pairs.len() {
        let (thread, position) = pairs[at];
        let run =
            pairs[at..].iter().enumerate().take_while(|(k, (t, p))| *t == thread + k && *p == position + k);
        let count = run.count();
        let part = shift_thread_bits(code, thread, count, position);
        sum = Some(match sum {
            None => part,
            Some(sum) => code.op(Opcode::Or, Ty::B32, Class::B32, &[sum.into(), part.into()]),
        });
        at += count;
    }
    sum
}

fn shift_thread_bits(code: &mut Builder<'_>, low: usize, count: usize, position: usize) -> Reg {
    let mut reg = code.thread();
    if low > 0 {
        reg = code.op(Opcode::Shr, Ty::U32, Class::B32, &[reg.into(), Operand::Int(immediate(low))]);
    }
    if low + count < code.log2_threads() {
        reg = code.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), Operand::Int((1 << count) - 1)]);
    }
    if position > 0 {
        reg = code.op(Opcode::Shl, Ty::B32, Class::B32, &[reg.into(), Operand::Int(immediate(position))]);
    }
    reg
}

/// A predicate that is true in the first of the threads with equal elements; `None` if no two threads share elements.
pub(crate) fn is_first_holder(code: &mut Builder<'_>, layout: &Layout) -> Option<Guard> {
    let mask: i64 = layout.idle_thread_bits(code.log2_threads()).iter().map(|thread| 1 << thread).sum();
    if mask == 0 {
        return None;
    }
    let own = code.op(Opcode::And, Ty::B32, Class::B32, &[code.thread().into(), Operand::Int(mask)]);
    let pred = code.compare(Compare::Eq, Ty::U32, own, 0);
    Some(Guard { pred, when: true })
}
