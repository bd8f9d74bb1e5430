//! Accesses over terms: what every lane requires of memory, and what is kept for the search for races.

use spec::domain::{Bool as _, Number};
use spec::memory::strength::Manner;
use spec::ops::memory;
use spec::rules::Rule;
use spec::syntax::kernel::Operation;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::smt::answer::Answer;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::digits::equate_digits;
use crate::symbolic::ops::injective::is_injective;
use crate::symbolic::ops::masked::decide_choices;
use crate::symbolic::ops::terms_of_place::{Place, cut_bounds};
use crate::symbolic::ops::views::address_view_lane;
use crate::symbolic::require::require;
use crate::symbolic::setup::Allocation;
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Substitution, Truth};
use crate::values::access::{AccessedLane, SymbolicAccess};
use crate::values::domain::WrapDecisions;
use crate::values::element::{Element, Pointer, Value};
use crate::values::tile::{Node, TileKind};
use crate::values::view::{Addressing, ElementPlace, nowhere};

/// One lane of an operation's addresses. `exact` has decisions of an earlier call, or takes new ones.
pub(crate) fn address_lane<'k>(
    machine: &mut Machine<'k>,
    addressing: &Addressing<'k>,
    lane: &[Num],
    exact: &mut Option<WrapDecisions>,
) -> AccessedLane {
    match addressing {
        Addressing::View(tile) => address_view_lane(machine, tile, lane, exact),
        Addressing::Pointers { pointers, mask } => {
            let element = machine.at(pointers, lane);
            let mask = mask.as_ref().map(|mask| machine.at(mask, lane));
            let truth = |value| Truth::constant(value);
            let unchecked = mask.is_some() && machine.setup.has(Flaw::MaskUnchecked);
            let active = mask.as_ref().map_or_else(|| truth(true), Element::as_truth).and(&truth(!unchecked));
            let mut pointer = element.as_pointer().cloned().unwrap_or_else(nowhere);
            if machine.state.mode == Mode::Record && !machine.policy.searches() {
                let when = machine.state.path.and(&active);
                pointer.offset = decide_choices(machine, &when, pointer.offset);
            }
            AccessedLane {
                active,
                mask_undetermined: mask.map_or_else(|| truth(false), |mask| mask.undetermined),
                pointer,
                undetermined: element.undetermined,
                place: Vec::new(),
            }
        }
    }
}

/// The address of an array that is no parameter.
pub(crate) fn bind_array<'k>(machine: &mut Machine<'k>, op: &'k Operation, parameter: usize) {
    let found = machine.setup.find_allocation(parameter);
    let pointer = match found {
        Some(which) => Pointer { may: [which].into(), which: Num::index(which), ..nowhere() },
        None => nowhere(),
    };
    let element = Element::known(Value::Pointer(pointer));
    let tile = Node::tile(machine.result_type(op), TileKind::Splat(element));
    machine.bind(op.results[0], Val::Tile(tile));
}

/// The lane's requirements on memory.
pub(crate) fn require_access<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    target: &AccessedLane,
    bytes: u64,
) {
    let may = target.pointer.may.clone();
    let pick = |machine: &Machine<'k>, of: &dyn Fn(&Allocation) -> Num| {
        let mut chosen = Num::constant(0);
        for which in may.iter() {
            let here = target.pointer.which.equals(&Num::index(*which));
            chosen = Num::choose(&here, &of(&machine.setup.allocations[*which]), &chosen);
        }
        chosen
    };
    let access = memory::Access {
        active: target.active,
        mask_undetermined: target.mask_undetermined,
        undetermined: target.undetermined,
        overflowed: target.pointer.overflowed,
        offset: target.pointer.offset,
        base: pick(machine, &|allocation| allocation.base),
        size: pick(machine, &|allocation| allocation.size),
        bytes,
    };
    cut_bounds(machine, &Place { active: access.active, offset: access.offset, bytes, size: access.size });
    let may_be_any = |allocation: &&Allocation| !allocation.sized && !allocation.measured;
    let open = may.iter().map(|which| &machine.setup.allocations[*which]).find(may_be_any);
    let open = open.map(|allocation| allocation.name.clone());
    let mut domain = machine.domain(&Truth::constant(true));
    memory::access(&mut domain, &access);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, open.as_deref());
}

/// Runs a load, a store or an update through an addressing; gives the decisions about wrapping.
pub(crate) fn record_access<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    addressing: &Addressing<'k>,
    shape: &[u32],
    bytes: u64,
) -> WrapDecisions {
    let lane = machine.lane(shape, 0);
    let mut exact = None;
    let target = address_lane(machine, addressing, &lane, &mut exact);
    if machine.state.mode == Mode::Record {
        let place = machine.state.path.and(&target.active);
        machine.tell(|observer, _| observer.access(&place));
    }
    require_access(machine, op, &target, bytes);
    record_mask(machine, op, addressing, &target);
    let exact = exact.unwrap_or_default();
    let Some(manner) = Manner::of(op) else { return exact };
    if !manner.is_strong() && manner.writes {
        // A single lane cannot race with itself.
        machine.consider(op, Rule::RaceLane);
        require_distinct_lanes(machine, op, addressing, shape, &target, bytes, &exact);
    }
    if machine.state.mode == Mode::Record {
        let place = match addressing {
            Addressing::View(tile) => Some(ElementPlace { tile: tile.clone(), at: target.place.clone() }),
            Addressing::Pointers { .. } => None,
        };
        let iterations = machine.state.iteration_numbers();
        let path = machine.state.path;
        let when = path.and(&target.active);
        let position = op.id.index();
        machine.recorder.accesses.push(SymbolicAccess {
            op,
            position,
            manner,
            path,
            when,
            pointer: target.pointer,
            bytes,
            value: None,
            exchange: None,
            is_of_one_element: shape.iter().all(|extent| *extent == 1),
            place,
            iterations,
        });
    }
    exact
}

/// Notes whether the mask or the test of bounds of an access leaves out no element. Of code that no launch reaches nothing is noted.
fn record_mask<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    addressing: &Addressing<'k>,
    target: &AccessedLane,
) {
    if !machine.policy.notes_masks() || machine.state.mode != Mode::Record {
        return;
    }
    let is_masked = match addressing {
        Addressing::Pointers { mask, .. } => mask.is_some(),
        Addressing::View(tile) => {
            (0..tile.index.len()).any(|axis| op.attributes.inbounds.get(axis) != Some(&true))
        }
    };
    let position = op.id.index();
    if !is_masked || machine.recorder.coverage.masks.get(&position) == Some(&false) {
        return;
    }
    let path = machine.state.path;
    let holds = machine.solver.proves(&target.active, &path, Purpose::Requirement)
        && machine.solver.ask(&path, Purpose::Requirement) == Answer::Possible;
    machine.recorder.coverage.masks.insert(position, holds);
}

/// Two lanes of one weak store are two places.
pub(crate) fn require_distinct_lanes<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    addressing: &Addressing<'k>,
    shape: &[u32],
    target: &AccessedLane,
    bytes: u64,
    exact: &WrapDecisions,
) {
    let (lane, other_lane) = (machine.lane(shape, 0), machine.lane(shape, 1));
    if lane == other_lane {
        return;
    }
    let injective = match addressing {
        Addressing::View(tile) => is_injective(machine, &tile.view.tensor),
        Addressing::Pointers { .. } => false,
    };
    if let (Addressing::View(tile), true) = (addressing, injective)
        && tile.rows.is_none()
    {
        return require(machine, op, vec![(Rule::RaceLane, Truth::constant(true))], None);
    }
    let other = address_lane(machine, addressing, &other_lane, &mut Some(exact.clone()));
    let differ =
        lane.iter().zip(&other_lane).fold(Truth::constant(false), |any, (a, b)| any.or(&a.equals(b).not()));
    let both = target.active.and(&other.active).and(&differ);
    let same = if injective {
        same(&target.place, &other.place)
    } else {
        bytes_overlap(machine, (&target.pointer, bytes), (&other.pointer, bytes))
    };
    let mut meet = both.and(&same);
    let decides = machine.state.mode == Mode::Record && !machine.policy.searches();
    if decides && !machine.is_established(Rule::RaceLane, op, None) {
        let mut moved = Substitution::default();
        for (one, two) in lane.iter().zip(&other_lane) {
            moved.nums.extend(one.as_var().map(|var| (var, *two)));
        }
        let meets_here = machine.state.path.and(&meet).with_choices_made();
        meet = equate_digits(machine, &meets_here, &mut moved);
    }
    require(machine, op, vec![(Rule::RaceLane, meet.not())], None);
}

/// Whether two accesses touch a common byte.
pub(crate) fn bytes_overlap(machine: &Machine<'_>, a: (&Pointer, u64), b: (&Pointer, u64)) -> Truth {
    let near = |distance: &Num| {
        // −b.bytes < distance < a.bytes; if elements are whole distances apart, the distance is zero.
        let (below, above) = (Num::constant(-i128::from(a.1)), Num::constant(i128::from(b.1)));
        below.less(distance).and(&distance.less(&above))
    };
    let mut any = a.0.which.equals(&b.0.which).and(&near(&a.0.offset.sub(&b.0.offset)));
    for x in a.0.may.iter() {
        for y in b.0.may.iter() {
            let (left, right) = (&machine.setup.allocations[*x], &machine.setup.allocations[*y]);
            if x != y && machine.setup.may_overlap(*x, *y) {
                let is = |p: &Pointer, n: usize| p.which.equals(&Num::index(n));
                let distance = left.base.add(&a.0.offset).sub(&right.base.add(&b.0.offset));
                any = any.or(&is(a.0, *x).and(&is(b.0, *y)).and(&near(&distance)));
            }
        }
    }
    any
}

/// Whether two places of one tensor are equal.
pub(crate) fn same(one: &[Num], other: &[Num]) -> Truth {
    one.iter().zip(other).fold(Truth::constant(true), |all, (a, b)| all.and(&a.equals(b)))
}
