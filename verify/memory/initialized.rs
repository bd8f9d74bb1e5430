//! Memory that is undetermined at launch, or at its creation, and that the block itself has written.
//!
//! A stored value is determined by a rule of its own, and determined memory stays determined under stores of any block.
//! An array of the block is an exception: its contents are lost when its operation runs again. So a load is determined
//! in a lane if a lane of an earlier store has an equal place. The load must wait for the store, since the two race
//! otherwise, and no operation in between may recreate the array.
//!
//! A store is considered if it runs in the iterations of the load, before the load. Then both are in the terms of one run
//! of the block. The lane of the store is found by dividing what is left of the place by the steps of its lanes, the
//! greatest first. Whether that is a lane, is active and has the place is for the solver to say, however it was found.

use std::rc::Rc;

use spec::domain::{Bool as _, Number};
use spec::memory::strength::Manner;
use spec::syntax::kernel::Operation;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::address_lane;
use crate::terms::{Num, Truth};
use crate::values::domain::WrapDecisions;
use crate::values::element::Pointer;
use crate::values::tile::Tile;
use crate::values::view::{Addressing, InitializingStore, Load};

/// The most stores to consider for one load.
const STORES: usize = 4;

/// Remembers a weak store to memory that is undetermined at launch, or at its creation.
pub(crate) fn record_store<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    addressing: &Addressing<'k>,
    value: &Tile<'k>,
    bytes: u64,
    exact: &WrapDecisions,
) {
    let shape = &value.ty.shape;
    let lane = machine.lane(shape, 0);
    let target = address_lane(machine, addressing, &lane, &mut Some(exact.clone()));
    let [which] = *target.pointer.may else { return };
    let weak = Manner::of(op).is_some_and(|manner| !manner.is_strong());
    if !weak || !machine.setup.allocations[which].uninit || !outlasts(machine, which, op) {
        return;
    }
    machine.recorder.initializing.push(Rc::new(InitializingStore {
        which,
        addressing: addressing.clone(),
        shape: shape.to_vec(),
        bytes,
        exact: exact.clone(),
        path: machine.state.path,
        iterations: machine.state.iteration_numbers(),
    }));
}

/// Whether an array is made in front of the store, if it is made at all: it is made anew only in a later iteration.
fn outlasts<'k>(machine: &Machine<'k>, which: usize, store: &'k Operation) -> bool {
    let before = machine.kernel.params.len() + machine.kernel.globals.len();
    let parameter = machine.setup.allocations[which].parameter;
    match parameter.checked_sub(before) {
        Some(number) => {
            let made = machine.kernel.scratch().nth(number);
            made.is_some_and(|made| made.id.index() < store.id.index())
        }
        None => parameter < machine.kernel.params.len(),
    }
}

/// Earlier stores that have certainly run in equal iterations on the current path.
pub(crate) fn stores_before<'k>(machine: &Machine<'k>) -> Rc<[Rc<InitializingStore<'k>>]> {
    let here = machine.state.iteration_numbers();
    let same = |written: &&Rc<InitializingStore<'k>>| here.starts_with(&written.iterations);
    machine.recorder.initializing.iter().rev().filter(same).take(STORES).cloned().collect()
}

/// Whether the block stored the undetermined memory of a load before.
pub(crate) fn is_initialized<'k>(
    machine: &mut Machine<'k>,
    load: &Load<'k>,
    from: &Pointer,
    when: &Truth,
) -> bool {
    let [which] = *from.may else { return false };
    let stores = load.stores.clone();
    let fits =
        |store: &&Rc<InitializingStore<'k>>| store.which == which && store.bytes == load.element.bytes();
    stores.iter().filter(fits).any(|store| is_stored_by(machine, store, from, when))
}

/// Whether a lane of a store wrote the element of a load, for every lane of the load.
fn is_stored_by<'k>(
    machine: &mut Machine<'k>,
    store: &InitializingStore<'k>,
    from: &Pointer,
    when: &Truth,
) -> bool {
    // Separate lanes: the load's lanes may have an equal shape.
    let free = machine.lane(&store.shape, 2);
    let exact = || Some(store.exact.clone());
    let offset = address_lane(machine, &store.addressing, &free, &mut exact()).pointer.offset;
    let Some(lane) = lane_at(&offset, &free, &from.offset) else { return false };
    let target = address_lane(machine, &store.addressing, &lane, &mut exact());
    let any = Truth::constant(machine.setup.has(Flaw::AnyLaneWritten));
    let inside =
        |(lane, extent): (&Num, &u32)| spec::domain::between(lane, 0, i128::from(*extent) - 1).or(&any);
    let is_lane = lane.iter().zip(&store.shape).map(inside);
    let is_there = is_lane
        .fold(target.pointer.offset.equals(&from.offset), |all, inside| all.and(&inside))
        .and(&target.active)
        .and(&store.path);
    machine.solver.proves(&is_there, when, Purpose::Requirement)
}

/// The lane where an offset that is a sum of lanes with constant steps would be at a place.
fn lane_at(offset: &Num, lanes: &[Num], place: &Num) -> Option<Vec<Num>> {
    let mut steps: Vec<(usize, i128)> = Vec::new();
    let mut start = *offset;
    for (axis, lane) in lanes.iter().enumerate() {
        let Some(var) = lane.as_var() else { continue };
        let (step, rest) = start.linear_in(var)?;
        steps.push((axis, step.value().filter(|step| step.checked_abs().is_some_and(|size| size > 0))?));
        start = rest;
    }
    steps.sort_by_key(|(_, step)| std::cmp::Reverse(step.abs()));
    let mut left = place.sub(&start);
    let mut lane: Vec<Num> = lanes.iter().map(|_| Num::constant(0)).collect();
    for (axis, step) in steps {
        let size = Num::constant(step.abs());
        let along = if step > 0 { left } else { Num::constant(0).sub(&left) };
        lane[axis] = along.div_floor(&size);
        left = left.sub(&lane[axis].mul(&Num::constant(step)));
    }
    Some(lane)
}
