//! The code of warp-specialized loops of products, after CUTLASS's warp-specialized main loops for Hopper. The producer starts the
//! copies of all iterations as stages become empty, and the consumers multiply arrived tiles.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::analysis::definitions::induction_variable;
use crate::ir::builder::{Builder, LowerOperation};
use crate::ir::numbers::log2_of;
use crate::ir::ptx::{Address, Class, Compare, Inst, Level, Reg, Ty, Wgmma};
use crate::ir::ring::{Ring, RingPosition};
use crate::ir::role::Role;
use crate::ir::value::{Tile, Token, Value};
use crate::layout::linear::Layout;
use crate::lower::mma::pipeline::computed_factors;
use crate::lower::mma::pipeline::plan::PipelinePlan;
use crate::lower::mma::pipeline::stage::{initial_sums, multiply_stage};
use crate::lower::mma::pipeline::staged_product;
use crate::lower::mma::pipeline::tensor::store;
use crate::lower::mma::pipeline::trip_count::TripCount;
use crate::lower::mma::pipeline::warpgroup::WarpgroupMma;

/// Lowers a warp-specialized loop for the current role; returns whether the loop is one.
pub(crate) fn lower(
    code: &mut Builder<'_>,
    op: &Operation,
    lower_operation: LowerOperation,
) -> Result<bool, Unsupported> {
    let role = code.role();
    let (Role::Consumer { rings, .. } | Role::Producer { rings, .. }) = &role else { return Ok(false) };
    if let Some(staged) = staged_product::loop_of(code, op) {
        return match role {
            Role::Producer { .. } => {
                staged_product::produce(code, op, &staged, lower_operation).map(|()| true)
            }
            // The loop is lowered like any other, except for its products.
            Role::Consumer { .. } | Role::Every => {
                staged_product::prepare(code, &staged);
                Ok(false)
            }
        };
    }
    let ring = induction_variable(op).and_then(|variable| rings.get(&variable));
    let Some((ring, position)) = ring else { return Ok(false) };
    match role {
        Role::Consumer { elected, last, .. } => {
            consume(code, op, (ring, *position), elected, lower_operation)?;
            if last == Some(ring.key) {
                code.give_shared_back();
            }
        }
        Role::Producer { .. } => produce(code, op, (ring, *position), lower_operation)?,
        Role::Every => {}
    }
    Ok(true)
}

/// The producer's part: it waits for an empty stage, announces the bytes of its tiles, and starts their copies.
fn produce(
    code: &mut Builder<'_>,
    op: &Operation,
    (ring, position): (&Ring, RingPosition),
    lower: LowerOperation,
) -> Result<(), Unsupported> {
    let Some(plan) = PipelinePlan::of(code.kernel(), op) else { unreachable!("it had a plan") };
    let outer = code.flow_state();
    run(code, &plan.invariant, lower)?;
    let maps = ring.map_addresses(code);
    let trips = TripCount::of(code, op);
    let round = code.mov(trips.count.class, 0);
    let (head, exit) = (code.label(), code.label());
    code.place_label(head);
    let over = code.compare(Compare::Ge, trips.ty().1, round, trips.count);
    code.branch_if(over, true, exit);
    let induction = trips.induction(code, round);
    code.set_tile(ring.key, Layout::splat(&[]), vec![induction]);
    run(code, &plan.varying, lower)?;
    ring.fill(code, position, &maps);
    trips.advance(code, round);
    code.push(Inst::Branch(head));
    code.place_label(exit);
    code.restore_values(&outer);
    Ok(())
}

/// Lowers the operations that the role runs.
fn run(code: &mut Builder<'_>, ops: &[&Operation], lower: LowerOperation) -> Result<(), Unsupported> {
    for op in ops {
        if code.runs(op) {
            lower(code, op)?;
        }
    }
    Ok(())
}

/// The consumers' part, with the loop's results: they wait for a full stage, start its products, and release the stage before,
/// whose products have ended by then.
fn consume(
    code: &mut Builder<'_>,
    op: &Operation,
    (ring, position): (&Ring, RingPosition),
    elected: Reg,
    lower: LowerOperation,
) -> Result<(), Unsupported> {
    let Some(plan) = PipelinePlan::of(code.kernel(), op) else { unreachable!("it had a plan") };
    if plan.computes_factors() {
        let sums = computed_factors::consume(code, op, &plan, (ring, position), lower)?;
        keep_behind_wait(code);
        leave(code, op, &plan, sums);
        return Ok(());
    }
    let places: Vec<_> = ring.loads.iter().map(|load| (load.offset, load.lines)).collect();
    let plan = plan.of_part(log2_of(ring.parts.into()));
    let Some(products) = WarpgroupMma::of_loop(code, &plan, &places) else {
        return code.refuse(op, "so few columns for so many threads");
    };
    let products = of_own_tile(code, ring, products);
    let sums = initial_sums(code, op, &plan, products.iter());
    let trips = TripCount::of(code, op);
    let unsigned = trips.ty().1;
    let (head, exit, end) = (code.label(), code.label(), code.label());
    ring.drain_without_tile(code, position, &trips, (elected, end));
    let round = code.mov(trips.count.class, 0);
    let previous = code.mov(Class::B32, position.full);
    let always = code.mov(Class::Pred, 1);
    code.place_label(head);
    let over = code.compare(Compare::Ge, unsigned, round, trips.count);
    code.branch_if(over, true, exit);
    for part in 0..ring.parts {
        Ring::wait(code, Address::at(position.full, 0), position);
        multiply_stage(code, &plan, &products, &sums, (position.stage, always));
        code.push(Inst::Wgmma(Wgmma::Wait(1)));
        release_before(code, (ring, position), (part, round), (previous, elected));
    }
    trips.advance(code, round);
    code.push(Inst::Branch(head));
    code.place_label(exit);
    code.push(Inst::Wgmma(Wgmma::Wait(0)));
    let some = code.compare(Compare::Gt, unsigned, trips.count, 0);
    let release = code.and(some, elected);
    Ring::arrive(code, ring.empty(previous), release);
    code.place_label(end);
    keep_behind_wait(code);
    leave(code, op, &plan, sums);
    Ok(())
}

/// The assembler would move what is computed of sums in front of the wait, and make every product wait for the one before (its warning C7514).
fn keep_behind_wait(code: &mut Builder<'_>) {
    if store::is_in_bulk(code) {
        code.push(Inst::Fence(Level::Cta));
    }
}

/// Releases the previous stage, if any, after its products have ended; then moves on.
fn release_before(
    code: &mut Builder<'_>,
    (ring, position): (&Ring, RingPosition),
    (part, round): (u32, Reg),
    (previous, elected): (Reg, Reg),
) {
    let release = if part == 0 {
        let unsigned = if round.class == Class::B64 { Ty::U64 } else { Ty::U32 };
        let later = code.compare(Compare::Gt, unsigned, round, 0);
        code.and(later, elected)
    } else {
        elected
    };
    Ring::arrive(code, ring.empty(previous), release);
    code.assign(previous, position.full);
    ring.advance(code, position);
}

/// Products of the warpgroup's own tile, where two are multiplied side by side.
fn of_own_tile(code: &mut Builder<'_>, ring: &Ring, products: Vec<WarpgroupMma>) -> Vec<WarpgroupMma> {
    match code.group().zip(ring.second_copy()) {
        Some((group, second)) => {
            products.into_iter().map(|product| product.of_group(code, group, second)).collect()
        }
        None => products,
    }
}

/// Sets the loop's results. All copies have arrived, because a thread waited for them.
fn leave(code: &mut Builder<'_>, op: &Operation, plan: &PipelinePlan<'_>, sums: Vec<Option<Tile>>) {
    let before = plan.tokens.iter().fold(Token::default(), |all, token| all.join(code.token(*token)));
    let loaded = before.join(Token { read: code.barriers() + 1, write: 0 });
    for (result, sum) in op.results.iter().zip(sums) {
        match sum {
            Some(tile) => code.set(*result, Value::Tile(tile)),
            None => code.set(*result, Value::Token(loaded)),
        }
    }
}
