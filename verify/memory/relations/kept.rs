//! Whether any buffer satisfies the contract's relations of its elements.

use spec::contract::count_along;
use spec::domain::{Bool as _, Number};
use spec::syntax::contract::Relation;
use spec::syntax::count::i128_from_usize;

use super::facts::{facts_of_one, facts_of_two};
use super::known::LaunchElement;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};

/// How many of the first elements are asked for, to see whether any buffer keeps what is said.
const FIRST: i128 = 8;

/// The condition under which the first and last elements of an allocation can keep their relations; `None` without relations.
pub(crate) fn can_be_kept(machine: &Machine<'_>, which: usize) -> Option<Truth> {
    if !machine.setup.is_related(which) {
        return None;
    }
    let allocation = &machine.setup.allocations[which];
    let size = Num::constant(allocation.element.bytes().into());
    let last = allocation.size.div_floor(&size).sub(&Num::constant(1));
    let places = (0..FIRST).map(Num::constant).chain([last]);
    let mut elements: Vec<LaunchElement> = places
        .map(|index| LaunchElement {
            which,
            exists: machine.setup.exists(which, &index),
            index,
            value: allocation.any_element(),
        })
        .collect();
    let mut kept = Truth::constant(true);
    for one in &elements {
        if let Some(clause) = &allocation.contents {
            kept = kept.and(&one.exists.implies(&machine.setup.of_element(clause, &one.value)));
        }
    }
    let fixed = machine.relations.fixed.iter().map(|fixed| fixed.element);
    elements.extend(fixed.filter(|element| element.which == which));
    for (position, one) in elements.iter().enumerate() {
        let pairs = elements[..position].iter().flat_map(|other| facts_of_two(machine, one, other));
        let facts = facts_of_one(machine, one).into_iter().chain(pairs);
        kept = facts.fold(kept, |kept, fact| kept.and(&fact));
    }
    Some(kept)
}

/// The condition that a related allocation has an element.
pub(crate) fn has_elements(machine: &Machine<'_>, which: usize) -> Truth {
    machine.setup.exists(which, &Num::constant(0))
}

/// The condition that an allocation has the elements named by its relations.
pub(crate) fn is_long_enough(machine: &Machine<'_>, which: usize) -> Truth {
    let all = machine.setup.relations(which);
    let named = all.iter().map(|relation| match relation {
        Relation::Along(holds) => count_along(holds),
        Relation::Distinct(_) => 2,
    });
    let least = i128_from_usize(named.max().unwrap_or(0)).max(1);
    machine.setup.exists(which, &Num::constant(least - 1))
}
