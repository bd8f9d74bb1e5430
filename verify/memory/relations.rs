//! The contract's relations between several elements of a buffer, applied to loaded elements. A formula about all
//! places is instantiated at the relevant places (as for the array property fragment: Bradley, Manna and Sipma, "What's
//! Decidable About Arrays?", VMCAI 2006). An element at a fixed place, such as `a[n]`, is included even if not loaded.
//!
//! A relation between neighbors that bounds one step, such as `a[i] <= a[i + 1]`, also bounds the difference of any two
//! places, by induction over the places between.
//!
//! Relations apply only to loads of the launch contents: see [`super::stable_contents`].

mod facts;
mod kept;
pub(crate) mod known;

pub(crate) use kept::{can_be_kept, has_elements, is_long_enough};

use spec::contract::Reach;
use spec::domain::{Bool as _, Number};
use spec::syntax::contract::{Expr, Relation};

use self::facts::{facts_of_none, facts_of_one, facts_of_two, find_steps};
use self::known::{FixedElement, LaunchElement};
use crate::fault_injection::Flaw;
use crate::smt::fact::Fact;
use crate::smt::reason::Always;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Substitution, Truth};
use crate::values::access::LoadRecord;

/// The most elements at fixed places that are spoken of.
const FIXED: usize = 64;

/// The maximum number of loads of one buffer to relate to another load.
const LOADS: usize = 32;

/// The most loads of one buffer to relate to loads of another instance.
const COPIED: usize = 16;

/// Names the elements at fixed places, and states the relations between them.
pub(crate) fn state_relations(machine: &mut Machine<'_>) {
    for which in 0..machine.setup.allocations.len() {
        for relation in machine.setup.relations(which) {
            let Relation::Along(holds) = &relation else { continue };
            for (_, place) in holds.elements() {
                if Reach::of(place) == Some(Reach::Fixed) {
                    name_fixed(machine, which, place);
                }
            }
            let steps = find_steps(machine, which, holds);
            machine.relations.steps.extend(steps);
        }
    }
    let fixed: Vec<LaunchElement> = machine.relations.fixed.iter().map(|fixed| fixed.element).collect();
    for (position, one) in fixed.iter().enumerate() {
        if let Some(clause) = &machine.setup.allocations[one.which].contents {
            let holds = machine.setup.of_element(clause, &one.value);
            machine.solver.assume(&Fact::always(&one.exists.implies(&holds), Always::Relation));
        }
        relate_alone(machine, one);
        for other in fixed[..position].iter().filter(|other| other.which == one.which) {
            relate_pair(machine, one, other);
        }
    }
    // Relations between fixed places only.
    for which in 0..machine.setup.allocations.len() {
        for relation in machine.setup.relations(which) {
            if let Relation::Along(holds) = &relation {
                let facts = facts_of_none(machine, which, holds);
                assume(machine, &facts);
            }
        }
    }
}

/// Relates the latest load to the earlier ones.
pub(crate) fn relate_load(machine: &mut Machine<'_>) {
    let Some(one) = machine.recorder.loads.last().and_then(|load| find_related(machine, load)) else {
        return;
    };
    let before = &machine.recorder.loads[..machine.recorder.loads.len() - 1];
    let fixed = machine.relations.fixed.iter().map(|fixed| fixed.element);
    let others = fixed.chain(before.iter().rev().filter_map(|load| find_related(machine, load)));
    let others: Vec<LaunchElement> = others.filter(|other| other.which == one.which).collect();
    relate_alone(machine, &one);
    for other in others.iter().take(LOADS) {
        relate_pair(machine, &one, other);
    }
}

/// Relates the loads of two instances.
pub(crate) fn relate_instances(machine: &mut Machine<'_>, other: &mut Substitution) {
    if machine.setup.bound.contract.relations.is_empty() {
        return;
    }
    let mut loaded: Vec<LaunchElement> = Vec::new();
    for load in machine.recorder.loads.iter().rev() {
        let Some(one) = find_related(machine, load) else { continue };
        let same = |seen: &&LaunchElement| seen.which == one.which;
        let known = loaded.iter().filter(same).any(|seen| (seen.index, seen.value) == (one.index, one.value));
        if !known && loaded.iter().filter(same).count() < COPIED {
            loaded.push(one);
        }
    }
    for one in &loaded {
        for of in loaded.iter().filter(|of| of.which == one.which) {
            let copy = LaunchElement {
                which: of.which,
                exists: other.truth(&of.exists),
                index: other.num(&of.index),
                value: other.num(&of.value),
            };
            relate_pair(machine, one, &copy);
        }
    }
}

/// The element of a load, if from launch and related by the contract.
fn find_related(machine: &Machine<'_>, load: &LoadRecord) -> Option<LaunchElement> {
    let which = usize::try_from(load.which.value()?).ok()?;
    let allocation = machine.setup.allocations.get(which)?;
    let later = machine.setup.has(Flaw::RelationsOfWritten) && load.bytes() == allocation.element.bytes();
    let related = (load.of_launch || later) && machine.setup.is_related(which);
    let size = Num::constant(allocation.element.bytes().into());
    let index = load.offset.div_floor(&size);
    let aligned = index.mul(&size).equals(&load.offset);
    related.then(|| LaunchElement {
        which,
        exists: load.when.and(&aligned).and(&machine.setup.exists(which, &index)),
        index,
        value: load.value,
    })
}

/// Names the element at a place without `i`, as if it had been loaded.
fn name_fixed(machine: &mut Machine<'_>, which: usize, place: &Expr) {
    let known = |fixed: &FixedElement| fixed.element.which == which && fixed.place == *place;
    if machine.relations.fixed.iter().any(known) || machine.relations.fixed.len() == FIXED {
        return;
    }
    let allocation = &machine.setup.allocations[which];
    let value = allocation.shared_element(format!("{}[{place}]", allocation.name));
    let scalar = allocation.element;
    let index = machine.setup.number(place);
    let element = LaunchElement { which, exists: machine.setup.exists(which, &index), index, value };
    machine.recorder.loads.push(LoadRecord {
        when: element.exists,
        of_launch: true,
        is_own_element: false,
        which: Num::index(which),
        offset: index.mul(&Num::constant(scalar.bytes().into())),
        value,
        element: scalar,
    });
    machine.relations.fixed.push(FixedElement { place: place.clone(), element });
}

/// Assumes the relations of one element.
fn relate_alone(machine: &mut Machine<'_>, one: &LaunchElement) {
    let facts = facts_of_one(machine, one);
    assume(machine, &facts);
}

/// Takes for facts what relations say of two elements.
fn relate_pair(machine: &mut Machine<'_>, a: &LaunchElement, b: &LaunchElement) {
    let facts = facts_of_two(machine, a, b);
    assume(machine, &facts);
}

fn assume(machine: &mut Machine<'_>, facts: &[Truth]) {
    for fact in facts.iter().filter(|fact| fact.value() != Some(true)) {
        machine.solver.assume(&Fact::always(fact, Always::Relation));
    }
}
