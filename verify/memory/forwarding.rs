//! Store-to-load forwarding: the value of a load from an array of its block, directly after the store that wrote it.
//!
//! Only the block itself writes to its `alloca` arrays. Take a store and a later load of one iteration, with no operation
//! between them that may write to the array. Then every other write to the place is ordered with both, or races. A write before
//! the load also comes before the store, which has replaced it; a later write is not seen. So the load returns the stored value
//! of the store's lane with this place, or there is a race; the fact holds up to the race.
//!
//! The operations between are found in the text. An operation that ran symbolically before the load has known targets;
//! otherwise its targets are unknown.

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

/// The stores before a load to arrays of the block, in the same iteration, without a later write to the array.
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

/// Assumes that a load returns the value stored just before at its place.
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
