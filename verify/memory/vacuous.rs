//! Contracts without launches, which would prove anything.
//!
//! Facts about arguments and the grid may contradict each other, and a clause about contents may leave no value for an element. A launch
//! meets such a clause only with an empty buffer. A stated size must then allow 0. A buffer without a stated size is read by the kernel, so
//! not meant to be empty, or nobody reads it at all.

use spec::domain::{Bool as _, Number};

use crate::budget::policy::Purpose;
use crate::memory::relations::{can_be_kept, has_elements, is_long_enough};
use crate::smt::answer::Answer;
use crate::symbolic::machine::Machine;
use crate::symbolic::setup::Allocation;
use crate::terms::{Num, Truth};
use crate::values::domain::type_range;

impl Allocation {
    /// An arbitrary element, as a clause about contents reads it.
    pub(crate) fn any_element(&self) -> Num {
        let (least, greatest) = type_range(self.element, false);
        Num::fresh("element", least, greatest)
    }

    /// An element that every block finds.
    pub(crate) fn shared_element(&self, name: String) -> Num {
        let (least, greatest) = type_range(self.element, false);
        Num::shared(name, least, greatest)
    }

    /// Whether a clause about its contents exists and is about numbers.
    fn is_described(&self) -> bool {
        self.contents.is_some() && self.element.is_integer()
    }
}

/// Whether no launch meets the contract.
pub(crate) fn is_contradicted(machine: &mut Machine<'_>) -> bool {
    if machine.solver.find_model(&Truth::constant(true), Purpose::Requirement).0 == Answer::Impossible {
        return true;
    }
    let described = machine.setup.allocations.iter().filter(|allocation| allocation.is_described());
    let all = described.map(|allocation| has_value(machine, allocation).or(&is_empty(allocation)));
    let all = all.fold(Truth::constant(true), |all, one| all.and(&one));
    let related = (0..machine.setup.allocations.len()).filter_map(|which| {
        let kept = can_be_kept(machine, which)?;
        let allocation = &machine.setup.allocations[which];
        // A read buffer without a stated size is meant to have the described elements.
        let meant = !allocation.sized && allocation.read;
        Some(if meant { kept.and(&is_long_enough(machine, which)) } else { kept })
    });
    let all = related.fold(all, |all, one| all.and(&one));
    machine.solver.excludes(&all, Purpose::Requirement)
}

/// The unsatisfiable clauses about contents, with their buffers: every proof is about launches with these buffers
/// empty.
pub(crate) fn find_vacuous(machine: &mut Machine<'_>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for allocation in machine.setup.allocations.clone().iter().filter(|allocation| allocation.is_described())
    {
        let some = has_value(machine, allocation);
        if machine.solver.excludes(&some, Purpose::Requirement) {
            let clause = allocation.contents.as_ref().map_or(String::new(), ToString::to_string);
            let (name, element) = (&allocation.name, allocation.element);
            let words = format!("no {element} meets `contents {name} : {clause}`");
            found.push((name.clone(), words));
        }
    }
    for which in 0..machine.setup.allocations.len() {
        let Some(kept) = can_be_kept(machine, which) else { continue };
        if machine.solver.excludes(&kept.and(&has_elements(machine, which)), Purpose::Requirement) {
            let allocation = &machine.setup.allocations[which];
            let relations = machine.setup.bound.relations(allocation.parameter);
            let all: Vec<String> =
                relations.map(|relation| format!("`contents {} : {relation}`", allocation.name)).collect();
            let words = format!("no elements of {} meet {}", allocation.name, all.join(" and "));
            found.push((allocation.name.clone(), words));
        }
    }
    found
}

/// Whether some value meets what is said of the elements.
fn has_value(machine: &Machine<'_>, allocation: &Allocation) -> Truth {
    let clause = allocation.contents.as_ref();
    clause.map_or(Truth::constant(true), |clause| machine.setup.of_element(clause, &allocation.any_element()))
}

/// The condition that a buffer has no elements.
fn is_empty(allocation: &Allocation) -> Truth {
    if allocation.sized {
        allocation.size.less(&Num::constant(allocation.element.bytes().into()))
    } else {
        Truth::constant(!allocation.read)
    }
}
