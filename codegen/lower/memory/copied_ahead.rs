//! Loads that are copied to shared memory some iterations ahead (`analysis/copied_ahead` selects them and gives the reasons).
//!
//! A ring of stages has a slot for each load. A load waits for its copies, reads the slot, and starts the copies for the iteration that
//! takes the slot next. Each load of each iteration is one group of copies, so the number of later groups tells which copies have arrived.

use spec::problem::Unsupported;
use spec::syntax::count::saturating_u32;
use spec::syntax::kernel::{Operation, ValueId};

use crate::analysis::copied_ahead::{AheadLoad, AheadLoop};
use crate::analysis::definitions::induction_variable;
use crate::ir::builder::Builder;
use crate::ir::numbers::index_to_bytes;
use crate::ir::ptx::{AsyncCopy, Class, Compare, Inst, Opcode, Operand, Reg, Ty};
use crate::ir::regions::CopiedLoop;
use crate::ir::shared_memory::SharedMemory;
use crate::ir::value::{Tile, Value, bytes, class};
use crate::layout::linear::Layout;
use crate::lower::memory::coalescing::coalesced_layout;
use crate::lower::memory::kept_tiles;
use crate::lower::memory::ordering::{begin_access, check_access, end_access};
use crate::lower::memory::view_access::ViewAccess;
use crate::lower::memory::view_access::slot::{Slot, VECTOR};
use crate::lower::memory::views::tiling;

/// The fewest bytes of a thread's tile. Copies of a single vector cost more instructions than they save time. On an H200, such copies made
/// column sums by 512 threads a tenth slower, and copies of two vectors made column sums by 256 threads a fifth faster.
const LEAST_BYTES: u64 = 2 * VECTOR;

/// Bytes that each thread has on their way, in at most so many stages. (Measured on an H200: bench/H200.md.)
const BYTES_AHEAD: u64 = 128;
const MOST_STAGES: u64 = 4;

/// The most bytes of all stages: two such blocks of threads fit into a multiprocessor of Hopper.
const MOST_BYTES: u64 = 96 << 10;

/// The bound of a `for` with its type, and the number of the iteration.
pub(crate) type Counter = (Reg, Ty, Reg);

/// Reserves shared memory for kept tiles, and behind them for the stages of any loop.
pub(crate) fn begin(code: &mut Builder<'_>) {
    let plans = code.facts().copied_ahead().loops().filter_map(|found| plan(code, found));
    let stages = plans.map(|plan| plan.stages * plan.bytes).max().unwrap_or(0);
    let bytes = kept_tiles::reserved(code) + stages;
    if bytes > 0 {
        code.reserve_shared(bytes, 0);
    }
}

/// The loads of a loop with the offsets of their slots, and the ring of stages.
struct Plan<'k> {
    loads: Vec<(AheadLoad<'k>, u64)>,
    stages: u64,
    bytes: u64,
}

fn plan<'k>(code: &Builder<'k>, found: &AheadLoop<'k>) -> Option<Plan<'k>> {
    let threads = 1u64 << code.log2_threads();
    let (mut loads, mut bytes_of_stage) = (Vec::new(), 0);
    for load in &found.loads {
        let tile = code.kernel().tile(load.load.results[0]);
        let size = index_to_bytes(tile.len()) * bytes(tile.element);
        if size >= LEAST_BYTES * threads {
            loads.push((load.clone(), bytes_of_stage));
            bytes_of_stage += size;
        }
    }
    let most = MOST_BYTES.checked_div(bytes_of_stage)?.min(MOST_STAGES);
    let stages = BYTES_AHEAD.div_ceil(bytes_of_stage / threads).min(most);
    (stages > 0).then_some(Plan { loads, stages, bytes: bytes_of_stage })
}

/// Starts the copies of the first iterations of a loop, in front of it.
pub(crate) fn enter(
    code: &mut Builder<'_>,
    op: &Operation,
    (upper, ty, count): Counter,
) -> Result<Option<CopiedLoop>, Unsupported> {
    let Some(induction) = induction_variable(op) else { return Ok(None) };
    let Some(found) = code.facts().copied_ahead().get(induction).cloned() else { return Ok(None) };
    let Some(mut plan) = plan(code, &found) else { return Ok(None) };
    retain_vectors(code, &mut plan, (induction, count))?;
    if plan.loads.is_empty() {
        return Ok(None);
    }
    for (load, _) in &plan.loads {
        begin_access(code, load.load, load.token);
    }
    let base = code.shared_address(SharedMemory::FRONT + kept_tiles::reserved(code));
    let vector = [code.thread().into(), Operand::Int(VECTOR.cast_signed()), base.into()];
    let first = code.op(Opcode::MadLo, Ty::U32, Class::B32, &vector);
    let stage = code.mov(Class::B32, first);
    let Plan { loads, stages, bytes } = plan;
    let slots = loads.iter().map(|(load, offset)| (load.load.results[0], *offset)).collect();
    let (counter, step) = ((upper, ty, count), found.step);
    let copied = CopiedLoop { induction, slots, counter, step, stages, bytes, first, stage };
    for at in 0..stages {
        for (load, offset) in &loads {
            start(code, &copied, load, at, (first, at * bytes + offset))?;
        }
    }
    Ok(Some(copied))
}

/// Leaves out loads of tiles that threads do not copy in whole vectors, which shows with the views.
fn retain_vectors(
    code: &mut Builder<'_>,
    plan: &mut Plan<'_>,
    (induction, count): (ValueId, Reg),
) -> Result<(), Unsupported> {
    let checkpoint = code.checkpoint();
    code.set_tile(induction, Layout::splat(&[]), vec![count]);
    let mut suits = Vec::new();
    for (load, _) in &plan.loads {
        suits.push(place(code, load)?.is_in_vectors());
    }
    code.restore(checkpoint);
    let mut suits = suits.into_iter();
    plan.loads.retain(|_| suits.next() == Some(true));
    Ok(())
}

/// The next iteration has the next stage.
pub(crate) fn advance(code: &mut Builder<'_>, copied: &CopiedLoop) {
    let CopiedLoop { first, stage, bytes, stages, .. } = *copied;
    if stages == 1 {
        return;
    }
    let [bytes, all] = [bytes, bytes * stages].map(|size| Operand::Int(size.cast_signed()));
    let next = code.op(Opcode::Add, Ty::U32, Class::B32, &[stage.into(), bytes]);
    let end = code.op(Opcode::Add, Ty::U32, Class::B32, &[first.into(), all]);
    let is_over = code.compare(Compare::Ge, Ty::U32, next, end);
    let next = code.choose(is_over, first, next);
    code.assign(stage, next);
}

/// The access of a load in the iteration of the induction variable.
fn place(code: &mut Builder<'_>, load: &AheadLoad<'_>) -> Result<ViewAccess, Unsupported> {
    let lower = code.lower_operation();
    for op in &load.place {
        lower(code, op)?;
    }
    access(code, load.load)
}

fn access(code: &mut Builder<'_>, op: &Operation) -> Result<ViewAccess, Unsupported> {
    let (value, indices) = (op.operands[0], &op.operands[1..]);
    let tiling = tiling(code, op, value)?;
    let tensor = code.view(value);
    let layout = coalesced_layout(code, &tiling, &tensor);
    check_access(code, op, tiling.tensor.element, &layout)?;
    Ok(ViewAccess::new(code, op, &tiling, &tensor, indices, layout))
}

/// Starts the copies of a load so many iterations ahead, if there is such an iteration, and closes their group.
fn start(
    code: &mut Builder<'_>,
    copied: &CopiedLoop,
    load: &AheadLoad<'_>,
    ahead: u64,
    slot: Slot,
) -> Result<(), Unsupported> {
    let (upper, ty, count) = copied.counter;
    let (signed, unsigned) = if count.class == Class::B64 { (Ty::S64, Ty::U64) } else { (Ty::S32, Ty::U32) };
    let before = code.flow_state();
    let end = code.label();
    let further = copied.step * ahead.cast_signed();
    let runs = code.compare(Compare::Lt, ty, count, upper);
    // As a natural number the difference does not overflow.
    let left = code.op(Opcode::Sub, signed, count.class, &[upper.into(), count.into()]);
    let is_ahead = code.compare(Compare::Gt, unsigned, left, further);
    let both = code.and(runs, is_ahead);
    code.branch_if(both, false, end);
    let number = code.op(Opcode::Add, signed, count.class, &[count.into(), Operand::Int(further)]);
    code.set_tile(copied.induction, Layout::splat(&[]), vec![number]);
    place(code, load)?.copy(code, slot);
    code.place_label(end);
    code.push(Inst::AsyncCopy(AsyncCopy::Commit));
    code.restore_values(&before);
    Ok(())
}

/// A load whose tile was copied ahead; `false` for any other.
pub(crate) fn load(code: &mut Builder<'_>, op: &Operation) -> Result<bool, Unsupported> {
    let Some(copied) = code.copied_loop() else { return Ok(false) };
    let result = op.results[0];
    let Some((_, offset)) = copied.slots.iter().find(|(load, _)| *load == result) else { return Ok(false) };
    let slot = (copied.stage, *offset);
    let found = code.facts().copied_ahead().get(copied.induction).cloned();
    let found = found.and_then(|found| found.loads.into_iter().find(|load| load.load.results[0] == result));
    let Some(found) = found else { return Ok(false) };
    begin_access(code, op, op.token);
    let later = copied.stages * index_to_bytes(copied.slots.len()) - 1;
    code.push(Inst::AsyncCopy(AsyncCopy::Wait(saturating_u32(later))));
    let access = access(code, op)?;
    let (layout, element) = (access.layout().clone(), code.kernel().tile(result).element);
    let regs: Vec<Reg> = (0..layout.registers()).map(|_| code.reg(class(element))).collect();
    access.read(code, slot, &regs);
    code.set(result, Value::Tile(Tile { layout, regs }));
    end_access(code, op);
    start(code, &copied, &found, copied.stages, slot)?;
    Ok(true)
}
