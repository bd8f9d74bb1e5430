//! Buffers that a kernel both reads and writes: what a contract says of their contents at launch is used as far as it
//! can be shown to last.
//!
//! **Launch contents.** A weak load returns the launch contents unless its block has stored to the place before. A store
//! of another block would race, since nothing orders two blocks without a release and an acquire that reach other blocks
//! (kernels with both are excluded here). So the load is supposed to find the launch contents. With all accesses known,
//! the verifier checks whether a store of the same block, from an earlier line or iteration, may meet the load. The use
//! of these suppositions in the race check is not circular. For a program with a race, take an execution up to its first
//! race: earlier loads return the values stated here, and so do the loads that decide about meetings. Such an execution
//! exists by the no-thin-air axiom of the memory model. Here the rule says that no write justifies itself, and the
//! justification includes the values that decide the addresses of reads.
//!
//! **Kept by every store.** If a load may find a stored value, the clause is supposed to hold of every element at any time, with
//! ranges of the stored values. Every plain store must then keep the clause: a store of whole, determined elements of the
//! parameter's own type, through this parameter, which overlaps no other. Atomic updates are not followed. A load returns the
//! launch contents or the value of one write, and each write depends on loads of earlier writes. So this is an induction, and
//! races do not break it.
//!
//! Both are taken to hold until something speaks against them. Then all is run again without that: see
//! [`StableContents::again`].

use spec::domain::{Bool as _, Number, between, greatest_signed};
use spec::memory::strength::Manner;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::memory::suppositions::Ranges;
use crate::memory::update_chains::check_updates;
use crate::memory::updates::{Updates, number_in_clause};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Mode;
use crate::terms::{Num, Truth};
use crate::values::access::AccessedLane;
use crate::values::element::Element;
use crate::values::view::Load;

/// The most ranges that may stand beside a clause.
const RANGES: usize = 4;

/// The place of a load in the kernel, if another block's store to what it reads is a race.
pub(crate) fn find_race_free_load<'k>(machine: &Machine<'k>, op: &'k Operation) -> Option<usize> {
    let weak = Manner::of(op).is_some_and(|manner| !manner.is_strong());
    (weak && !machine.synchronizes).then(|| op.id.index())
}

/// Whether a load is taken to give what the allocation held at launch.
pub(crate) fn reads_launch_contents<'k>(machine: &mut Machine<'k>, which: usize, load: &Load<'k>) -> bool {
    let allocation = &machine.setup.allocations[which];
    if !allocation.holds_elements_of(load.element) || allocation.uninit {
        return false;
    }
    if !allocation.written || machine.setup.has(Flaw::ContentsOfWritten) {
        return true;
    }
    let Some(position) = load.alone.filter(|position| !machine.stable.stale.contains(position)) else {
        return false;
    };
    // Without a clause nothing depends on the supposition, unless a clause is searched.
    let listed = machine.setup.list_at(which).is_some();
    let described = allocation.contents.is_some() || machine.setup.is_related(which) || listed;
    if described || machine.policy.searches() {
        machine.stable.hoped.insert(position);
    }
    true
}

/// The fact about an element of an allocation at any time, if its stores keep the fact.
pub(crate) fn find_stable_clause(
    machine: &mut Machine<'_>,
    which: usize,
    number: &Num,
    element: Scalar,
) -> Option<Truth> {
    let allocation = &machine.setup.allocations[which];
    let clause = allocation.contents.as_ref().filter(|_| allocation.holds_elements_of(element))?;
    let holds = machine.setup.of_element(clause, number);
    if !machine.stable.ranges.contains_key(&which) {
        suppose_stable(machine, which);
    }
    let ranges = machine.stable.ranges.get(&which)?.as_ref()?;
    Some(ranges.iter().fold(holds, |any, (lo, hi)| any.or(&between(number, *lo, *hi))))
}

/// From the next run on, stores to an allocation are asked to keep its clause.
pub(crate) fn suppose_stable(machine: &mut Machine<'_>, which: usize) {
    let allocation = &machine.setup.allocations[which];
    let can = allocation.contents.is_some() && !allocation.uninit && !machine.setup.is_overlapped(which);
    machine.stable.ranges.entry(which).or_insert_with(|| can.then(Ranges::new));
    // Earlier stores were not checked.
    machine.stable.wrong |= can;
}

/// Checks whether a write keeps the supposed facts of its possible allocations.
pub(crate) fn check_store_keeps<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    target: &AccessedLane,
    element: &Element,
    scalar: Option<Scalar>,
) {
    if machine.state.mode != Mode::Record || machine.setup.has(Flaw::AlwaysKept) {
        return;
    }
    for which in machine.setup.touched_through(&target.pointer) {
        let Some(ranges) = machine.stable.ranges.get(&which).cloned() else { continue };
        let plain =
            matches!(op.op, Op::StorePtrTko | Op::StoreViewTko) && target.pointer.may.contains(&which);
        let whole =
            scalar.filter(|scalar| plain && machine.setup.allocations[which].holds_elements_of(*scalar));
        let Some(ranges) = ranges else {
            machine.stable.wrong |= !check_updates(machine, (op, which), target, element, whole);
            continue;
        };
        let next = whole
            .and_then(|scalar| find_ranges_kept(machine, which, target, element, scalar, ranges.clone()));
        if next.as_ref() != Some(&ranges) {
            machine.stable.wrong = true;
            if next.is_none() {
                machine.stable.updates.insert(which, whole.map(|_| Updates::default()));
            }
            machine.stable.ranges.insert(which, next);
        }
    }
}

/// The ranges that must complement the clause for a store to keep it, if any is informative.
fn find_ranges_kept(
    machine: &mut Machine<'_>,
    which: usize,
    target: &AccessedLane,
    element: &Element,
    scalar: Scalar,
    mut ranges: Ranges,
) -> Option<Ranges> {
    let number = element.as_int().map(|int| number_in_clause(int, scalar))?;
    let holds = find_stable_clause(machine, which, &number, scalar)?.and(&element.undetermined.not());
    let here = target.pointer.which.equals(&Num::index(which));
    let path = machine.state.path.and(&target.active).and(&here);
    if machine.solver.proves(&holds, &path, Purpose::Requirement) {
        return Some(ranges);
    }
    let range = (number.lo(), number.hi());
    // Three quarters of all numbers indicate an update: its summand is checked then.
    let wide = range.1.saturating_sub(range.0) / 3 > greatest_signed(scalar.bits()) / 2;
    if wide || ranges.len() == RANGES || ranges.contains(&range) {
        return None;
    }
    ranges.push(range);
    Some(ranges)
}
