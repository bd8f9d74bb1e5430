//! The distance of an element from its clause in the contract. A counter in memory, such as `count[i] += 1` in a loop, is at most
//! its launch value plus as many steps as stores.
//!
//! If not all stores keep a clause ([`super::stable_contents`]), each may still store a value loaded in its block plus a
//! step. The terms of both give a least and a greatest step. Then every element is at the end of a chain of updates that
//! begins with one for which the clause holds. Two updates of one chain are two executions of stores, because a load lies
//! between them. A load that finds a store of another block races with it, so a chain belongs to one block, and its updates
//! were executed before. So a loaded value is at most as many steps from the clause as stores were executed. Stores before
//! the loop run once each, stores of the loop in every earlier iteration. (This is a ranking argument as for termination,
//! reversed: Floyd, "Assigning Meanings to Programs", 1967. The loop's number bounds the body's additions.)
//!
//! The induction is over the stores of one block up to the first race, as for stable contents. It holds for weak loads of kernels
//! without synchronization, of buffers without overlap. All stores are plain, of whole and determined elements.

use spec::domain::{Bool as _, Number, between, greatest_signed, least_signed};
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::memory::updates::{Around, number_in_clause};
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};
use crate::values::access::{AccessedLane, LoadRecord};
use crate::values::element::Element;
use crate::values::view::Load;

/// The largest step to follow.
const STEP: i128 = 1 << 32;

/// The most loads that a stored value is compared to.
const LOADS: usize = 8;

/// The maximum number of extensions of a supposition.
const CHANGES: usize = 12;

/// The fact about a loaded element: a bounded number of steps away from a value that satisfies the clause.
pub(super) fn bound_updated(
    machine: &Machine<'_>,
    which: usize,
    load: &Load<'_>,
    number: &Num,
) -> Option<Truth> {
    let position = load.alone?;
    let updates = machine.stable.updates.get(&which)?.as_ref()?;
    let allocation = &machine.setup.allocations[which];
    let clause = allocation.contents.as_ref().filter(|_| allocation.holds_elements_of(load.element))?;
    let (mut less, mut more) = (Num::constant(0), Num::constant(0));
    for (store, update) in &updates.stores {
        let times = update.executed_before(*store, position, &load.iterations)?;
        let times = if machine.setup.has(Flaw::UpdatesOnce) { Num::constant(1) } else { times };
        less = less.add(&times.mul(&Num::constant(update.step.0)));
        more = more.add(&times.mul(&Num::constant(update.step.1)));
    }
    let bits = load.element.bits();
    let (lo, hi) = if bits == 1 { (0, 1) } else { (least_signed(bits), greatest_signed(bits)) };
    let first = Num::fresh("first stored", lo, hi);
    let holds = machine.setup.of_element(clause, &first);
    Some(holds.and(&first.add(&less).at_most(number)).and(&number.at_most(&first.add(&more))))
}

/// Asks of a store whether it is an update as is supposed. The necessary supposition is made from the next run on, if it exists;
/// true means no change.
pub(super) fn check_updates(
    machine: &mut Machine<'_>,
    (op, which): (&Operation, usize),
    target: &AccessedLane,
    element: &Element,
    scalar: Option<Scalar>,
) -> bool {
    let Some(Some(updates)) = machine.stable.updates.get(&which).cloned() else { return true };
    let step = scalar.and_then(|scalar| find_step(machine, which, target, element, scalar));
    let position = op.id.index();
    let iterations = machine.state.iteration_numbers().into_iter();
    let around = iterations.map(|(owner, number)| Around { owner, most: number.hi().saturating_add(1) });
    let next = step.map(|step| updates.clone().with(step, position, around.collect()));
    let next = next.filter(|next| next.changes <= CHANGES);
    let same = next.as_ref() == Some(&updates);
    machine.stable.updates.insert(which, next);
    same
}

/// The bounds of the difference between a stored value and a load of the same block and allocation; nothing for a store that keeps the
/// clause.
fn find_step(
    machine: &mut Machine<'_>,
    which: usize,
    target: &AccessedLane,
    element: &Element,
    scalar: Scalar,
) -> Option<(i128, i128)> {
    let allocation = &machine.setup.allocations[which];
    let number = element.as_int().map(|int| number_in_clause(int, scalar))?;
    let clause = allocation.contents.as_ref().filter(|_| allocation.holds_elements_of(scalar))?;
    let holds = machine.setup.of_element(clause, &number);
    let here = target.pointer.which.equals(&Num::constant(i128::try_from(which).ok()?));
    let path = machine.state.path.and(&target.active).and(&here);
    let determined = element.undetermined.not();
    if machine.solver.proves(&holds.and(&determined), &path, Purpose::Requirement) {
        return Some((0, 0));
    }
    let is_read =
        |load: &&LoadRecord| load.is_own_element && load.which.value() == i128::try_from(which).ok();
    let loads: Vec<LoadRecord> =
        machine.recorder.loads.iter().rev().filter(is_read).take(LOADS).copied().collect();
    loads.iter().find_map(|load| {
        let distance = number.sub(&load.value);
        let (least, most) = (distance.lo().min(0), distance.hi().max(0));
        let followed =
            least >= -STEP && most <= STEP && between(&distance, least, most).value() == Some(true);
        let is_update =
            followed && machine.solver.proves(&load.when.and(&determined), &path, Purpose::Requirement);
        is_update.then_some((least, most))
    })
}
