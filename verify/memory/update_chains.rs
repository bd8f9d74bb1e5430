//! How far an element has gone from what a contract says of it: a counter in memory, as `count[i] += 1` in a loop makes it, is no more
//! than what was there at launch and as many steps as there were stores.
//!
//! Where no clause is kept by all stores ([`super::stable_contents`]), each of them may still leave what a load of the same block
//! gave, and a step more: between a least and a most that the terms of both say. Then every element is at the end of a chain of
//! updates that begins with one for which the clause holds. Two updates of one chain are two executions of stores, for between
//! them is a load; a load that finds a store of another block races with it, so all of a chain are of one block, and were
//! executed before. So what a load gives is no further from where the clause holds than so many steps as stores were executed:
//! those in front of the loop once each, those of the loop in every iteration before (a ranking argument as for termination:
//! Floyd, "Assigning Meanings to Programs", 1967, turned around: the loop's number bounds what the body adds).
//!
//! It is an induction over the stores of one block up to the first race, as of stable contents, and holds for weak loads of kernels
//! that do not synchronize, of buffers that overlap no other, and where all stores are plain, of whole elements, determined.

use spec::domain::{Bool as _, Number, between, greatest_signed, least_signed};
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::fault_injection::Flaw;
use crate::memory::updates::{Around, number_in_clause};
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};
use crate::values::access::{AccessedLane, LoadRecord};
use crate::values::element::Element;
use crate::values::view::Load;

/// The largest step that is followed.
const STEP: i128 = 1 << 32;

/// The most loads that a stored value is compared to.
const LOADS: usize = 8;

/// So often what is supposed may become more.
const CHANGES: usize = 12;

/// What holds of an element that a load gives: it is so many steps at most from one for which the clause holds.
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

/// Asks of a store whether it is an update as is supposed. What it would have to be is supposed from the next run on, if that is
/// something: true where nothing has to change.
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
    if machine.solver.proves(&holds.and(&determined), &path) {
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
        let is_update = followed && machine.solver.proves(&load.when.and(&determined), &path);
        is_update.then_some((least, most))
    })
}
