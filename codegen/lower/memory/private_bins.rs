//! Updates of arrays with a copy in shared memory per block of threads (`analysis/private_bins/` selects them and gives the reasons). The
//! copies are filled at the start of the kernel, updated in between, and written back at its end.
//!
//! There is no state beside the analysis: the address of a copy follows from its bins, and is recomputed at each use.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Element;

use crate::analysis::private_bins::{Bins, PrivateBins};
use crate::ir::builder::Builder;
use crate::ir::ptx::{Address, Class, Compare, Guard, Inst, Mode, Opcode, Operand, Order, Reg, Space, Ty};
use crate::ir::shared_memory::SharedMemory;
use crate::ir::thread_bits::is_first_holder;
use crate::ir::value::{Value, class};
use crate::ir::vector_access::memory_ty;
use crate::lower::memory::atomic::{self, AtomicUpdate};
use crate::lower::memory::ordering::and_guards;

/// Threads of a multiprocessor that run tile blocks in turn. On an H200 a histogram of 2²⁸ numbers runs at 2720 GB/s with two blocks of 256 threads.
/// A third block lacks registers: 2265 GB/s.
const THREADS_IN_TURN: u32 = 512;

/// The number of blocks of threads per multiprocessor that run tile blocks in turn; `None` if each runs one.
pub(crate) fn blocks_in_turn(code: &Builder<'_>) -> Option<u32> {
    let in_turn = code.facts().private_bins().in_turn;
    in_turn.then(|| (THREADS_IN_TURN >> code.log2_threads()).max(1))
}

/// The copies of a kernel's code.
fn copies<'k>(code: &Builder<'k>) -> PrivateBins<'k> {
    code.facts().private_bins().clone()
}

/// Where the kernel begins: nothing was collected yet. A barrier makes the cleared bins visible before any
/// update.
pub(crate) fn begin(code: &mut Builder<'_>) {
    let copies = copies(code);
    if copies.arrays.is_empty() {
        return;
    }
    code.reserve_shared(copies.bytes(), 0);
    for bins in &copies.arrays {
        let ty = memory_ty(Element::Scalar(bins.scalar));
        let none = code.literal(bins.scalar, bins.identity());
        let (own, _) = own_bin(code, bins);
        for_every_round(code, bins, &mut |code, further, guard| {
            let (to, from) = (Address::at(own, further), vec![none.into()]);
            code.push_guarded(guard, Inst::Store { space: Space::Shared, order: Order::Weak, ty, to, from });
        });
    }
    code.barrier();
}

/// At every end of the kernel, the collected values go to the arrays; one thread handles each bin. An empty bin is left alone: the
/// array may end before the element.
pub(crate) fn end(code: &mut Builder<'_>) -> Result<(), Unsupported> {
    let copies = copies(code);
    if copies.arrays.is_empty() {
        return Ok(());
    }
    code.barrier();
    for bins in &copies.arrays {
        let update = AtomicUpdate::new(code, bins.updates[0], bins.scalar)?;
        let element = Element::Scalar(bins.scalar);
        let none = code.literal(bins.scalar, bins.identity());
        let (own, bytes) = own_bin(code, bins);
        let array = code.scalar(bins.array);
        let array = code.op(Opcode::Add, Ty::S64, Class::B64, &[array.into(), bytes.into()]);
        let unsigned = if class(element) == Class::B64 { Ty::U64 } else { Ty::U32 };
        for_every_round(code, bins, &mut |code, further, guard| {
            let collected = code.mov(class(element), none);
            let from = Address::at(own, further);
            let to = vec![collected];
            let ty = memory_ty(element);
            code.push_guarded(guard, Inst::Load { space: Space::Shared, order: Order::Weak, ty, to, from });
            let pred = code.compare(Compare::Ne, unsigned, collected, none);
            let changed = Some(Guard { pred, when: true });
            update.make(code, changed, None, Address::at(array, further), collected);
        });
    }
    Ok(())
}

/// `atomic_rmw_tko`, on the private copy if the block of threads has one.
pub(crate) fn rmw(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    match code.facts().private_bins().updated_by(op).cloned() {
        Some(bins) => update(code, op, &bins),
        None => atomic::rmw(code, op),
    }
}

/// An update of the copy. The block needs no order between updates, so the result token is the operand token.
fn update(code: &mut Builder<'_>, op: &Operation, bins: &Bins<'_>) -> Result<(), Unsupported> {
    let update = AtomicUpdate::new(code, op, bins.scalar)?;
    let (layout, operands) = atomic::operands(code, op)?;
    let holder = is_first_holder(code, &layout);
    let start = code.scalar(bins.array);
    // A bin is as far behind the copy's start as behind the array's: less than 2³² bytes, so that the lower halves of addresses tell.
    let array = lower_half(code, start);
    let base = code.shared_address(SharedMemory::FRONT + bins.offset);
    let distance = code.op(Opcode::Sub, Ty::U32, Class::B32, &[base.into(), array.into()]);
    for at in 0..layout.registers() {
        let mask = operands.get(2).map(|mask| Guard { pred: mask[at], when: true });
        let guard = and_guards(code, holder, mask);
        let mut in_copy = guard;
        if !bins.is_whole {
            let behind = code.op(Opcode::Sub, Ty::S64, Class::B64, &[operands[0][at].into(), start.into()]);
            // Read as unsigned, a place in front of the array is far behind the window.
            let window = (bins.count * bins.scalar.bytes()).cast_signed();
            let outside = code.compare(Compare::Ge, Ty::U64, behind, window);
            let outside = Guard { pred: outside, when: true };
            let direct = and_guards(code, guard, Some(outside));
            update.make(code, direct, None, Address::at(operands[0][at], 0), operands[1][at]);
            let inside = code.compare(Compare::Lt, Ty::U64, behind, window);
            in_copy = and_guards(code, guard, Some(Guard { pred: inside, when: true }));
        }
        let place = lower_half(code, operands[0][at]);
        let place = code.op(Opcode::Add, Ty::U32, Class::B32, &[place.into(), distance.into()]);
        update.within_block().make(code, in_copy, None, Address::at(place, 0), operands[1][at]);
    }
    if let Some(result) = op.results.last() {
        let token = op.token.map(|token| code.token(token)).unwrap_or_default();
        code.set(*result, Value::Token(token));
    }
    Ok(())
}

fn lower_half(code: &mut Builder<'_>, address: Reg) -> Reg {
    code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, address)
}

/// The address of this thread's first bin in shared memory, and how many bytes it is behind the first of all.
fn own_bin(code: &mut Builder<'_>, bins: &Bins<'_>) -> (Reg, Reg) {
    let base = code.shared_address(SharedMemory::FRONT + bins.offset);
    let size = Operand::Int(bins.scalar.bytes().cast_signed());
    let thread = code.thread();
    let own = code.op(Opcode::MadLo, Ty::U32, Class::B32, &[thread.into(), size, base.into()]);
    let bytes = code.op(Opcode::MulWide, Ty::U32, Class::B64, &[thread.into(), size]);
    (own, bytes)
}

/// Visits every bin of a thread: its byte offset from the first bin, with a guard in the last, partial round.
fn for_every_round(
    code: &mut Builder<'_>,
    bins: &Bins<'_>,
    make: &mut dyn FnMut(&mut Builder<'_>, i64, Option<Guard>),
) {
    let threads = 1u64 << code.log2_threads();
    for first in (0..bins.count).step_by(1 << code.log2_threads()) {
        let left = bins.count - first;
        let guard = (left < threads).then(|| {
            let thread = code.thread();
            let pred = code.compare(Compare::Lt, Ty::U32, thread, left.cast_signed());
            Guard { pred, when: true }
        });
        make(code, (first * bins.scalar.bytes()).cast_signed(), guard);
    }
}
