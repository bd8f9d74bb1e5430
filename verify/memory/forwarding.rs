//! Store-to-load forwarding: what a load gives from an array of its block, right behind the store that has written it.
//!
//! Only the block itself writes to an array that it makes. A store and a load of one iteration, the store in front in the
//! text, with no operation between them that may write to the array: then every other write to the place is in order with
//! both, or races. What comes before the load comes before the store, too, which has replaced it; what comes later is not
//! seen. So the load gives what the lane of the store that has the place has stored, or there is a race, up to which that holds.
//!
//! What is between the two is read off the text: an operation there was run symbolically before the load was, so what it
//! may write to is known; where it was not, nothing is.

use std::rc::Rc;

use spec::domain::{Int as _, Number};
use spec::memory::strength::Manner;
use spec::syntax::kernel::Operation;

use crate::fault_injection::Flaw;
use crate::memory::initialized::find_lane;
use crate::smt::fact::{Fact, Guard};
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};
use crate::values::element::{Pointer, Value};
use crate::values::view::{InitializingStore, Load};

/// Of the stores in front of a load those to arrays of the block, in the same iteration, with no write to the same behind them.
pub(crate) fn find_unchanged<'k>(
    machine: &Machine<'k>,
    load: &'k Operation,
    stores: &[Rc<InitializingStore<'k>>],
) -> Rc<[Rc<InitializingStore<'k>>]> {
    let weak = Manner::of(load).is_some_and(|manner| !manner.is_strong());
    let (here, end) = (machine.state.iteration_numbers(), load.id.index());
    let unseen = machine.setup.has(Flaw::StoredBetween);
    let is_last = |store: &&Rc<InitializingStore<'k>>| {
        machine.setup.allocations[store.which].private
            && store.iterations == here
            && store.position < end
            && (unseen || !may_be_written(machine, store.which, (store.position, end)))
    };
    stores.iter().filter(|_| weak).filter(is_last).cloned().collect()
}

/// Whether an operation between two places of the kernel may write to an allocation.
fn may_be_written(machine: &Machine<'_>, which: usize, (start, end): (usize, usize)) -> bool {
    let between = machine.kernel.operations().enumerate().take(end).skip(start + 1);
    let writes = |op: &Operation| Manner::of(op).is_some_and(|manner| manner.writes);
    between.filter(|(_, op)| writes(op)).any(|(position, _)| {
        machine.recorder.written.get(&position).is_none_or(|written| written.contains(&which))
    })
}

/// Assumes that a load gives the value stored just before at its place.
pub(crate) fn assume_stored<'k>(
    machine: &mut Machine<'k>,
    load: &Load<'k>,
    from: &Pointer,
    when: &Truth,
    number: &Num,
) {
    let [which] = *from.may else { return };
    let bits = load.element.bits();
    for store in load.unchanged.clone().iter() {
        if store.which != which || store.bytes != load.element.bytes() || bits == 1 {
            continue;
        }
        let Some(lane) = find_lane(machine, store, from, when) else { continue };
        if let Value::Int(int) = machine.at(&store.value, &lane).value
            && int.bits() == bits
        {
            let same = number.equals(&int.signed());
            machine.solver.assume(&Fact::under(Guard::control(when), &same, Under::Forwarded));
            return;
        }
    }
}
