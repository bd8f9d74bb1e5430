//! Loads, stores and atomic updates over terms.

use std::rc::Rc;

use spec::contract::Interval;
use spec::domain::{Bool as _, Number, greatest_signed, least_signed};
use spec::memory::strength::Manner;
use spec::ops::memory;
use spec::origins::Region;
use spec::rules::Rule;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::fault_injection::Flaw;
use crate::memory::contents::assume_contents;
use crate::memory::initialized::{is_initialized, record_store, stores_before};
use crate::memory::local::read::read_local;
use crate::memory::local::write::store;
use crate::memory::relations::relate_load;
use crate::memory::stable_contents::{check_store_keeps, find_race_free_load, reads_launch_contents};
use crate::smt::fact::{Guard, has_lane};
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::{address_lane, record_access};
use crate::symbolic::ops::masked::refine_under_mask;
use crate::symbolic::ops::records::{record_exchange, record_value};
use crate::symbolic::ops::views::address_tile;
use crate::symbolic::recorder::traces::StoredTile;
use crate::symbolic::require::require;
use crate::symbolic::state::Val;
use crate::terms::{Num, Truth};
use crate::values::access::{AccessedLane, FloatRecord, LoadRecord};
use crate::values::domain::{SymbolicInt, WrapDecisions};
use crate::values::element::{Element, Pointer, Value};
use crate::values::float::{Given, Real};
use crate::values::tile::{Node, Tile, TileKind};
use crate::values::view::{Addressing, Load, LocalMemory};

/// An addressing by pointers, of which a mask keeps some.
fn point<'k>(machine: &mut Machine<'k>, pointers: Tile<'k>, mask: Option<Tile<'k>>) -> Addressing<'k> {
    let pointers = refine_under_mask(machine, pointers, mask.as_ref());
    Addressing::Pointers { pointers, mask }
}

/// `load_view_tko`, `load_ptr_tko`
pub(crate) fn run_load<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    let ty = machine.result_type(op);
    let element = ty.element.scalar().unwrap_or(Scalar::I64);
    let (addressing, padding, padded) = if op.op == Op::LoadViewTko {
        let tile = address_tile(machine, op, op.operands[0], &op.operands[1..]);
        let padded = tile.view.ty.padding.and_then(|padding| padding.bits(element)).is_some();
        (Addressing::View(tile), None, padded)
    } else {
        let pointers = machine.tile(op.operands[0]);
        let (mask, padding) = machine.kernel.mask_and_padding(op);
        let (mask, padding) =
            (mask.map(|mask| machine.tile(mask)), padding.map(|padding| machine.tile(padding)));
        (point(machine, pointers, mask), padding, false)
    };
    let exact = record_access(machine, op, &addressing, &ty.shape, element.bytes());
    let path = machine.state.path;
    let (alone, stores) = (find_race_free_load(machine, op), stores_before(machine));
    // Strong accesses may be concurrent with other strong accesses.
    let weak = Manner::of(op).is_some_and(|manner| !manner.is_strong());
    let local = if weak { machine.state.memory.clone() } else { LocalMemory::default() };
    let iterations = machine.state.iteration_numbers();
    let load = Load {
        padding,
        padded,
        alone,
        iterations,
        stores,
        local,
        ..Load::of_memory(addressing, element, path, exact)
    };
    let tile = Node::tile(ty, TileKind::Loaded(Rc::new(load)));
    record_value(machine, op, &tile);
    machine.bind(op.results[0], Val::Tile(tile));
}

/// `store_view_tko`, `store_ptr_tko`
pub(crate) fn run_store<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    let (addressing, value) = if op.op == Op::StoreViewTko {
        let tile = address_tile(machine, op, op.operands[1], &op.operands[2..]);
        (Addressing::View(tile), machine.tile(op.operands[0]))
    } else {
        let mask = op.operands.get(2).map(|mask| machine.tile(*mask));
        let pointers = machine.tile(op.operands[0]);
        (point(machine, pointers, mask), machine.tile(op.operands[1]))
    };
    let bytes = value.scalar().map_or(8, Scalar::bytes);
    let access = machine.recorder.accesses.len();
    let exact = record_access(machine, op, &addressing, &value.ty.shape, bytes);
    if access < machine.recorder.accesses.len() {
        let lane = machine.lane(&value.ty.shape, 0);
        if let Some(traces) = &mut machine.recorder.traces {
            traces.stores.push(StoredTile { access, value: value.clone(), lane });
        }
    }
    record_value(machine, op, &value);
    require_determined(machine, op, &addressing, &value, &exact);
    let weak = Manner::of(op).is_some_and(|manner| !manner.is_strong());
    store(machine, op, &addressing, (&value.ty, Some(&value).filter(|_| weak)), &exact);
    // Elements that share a byte are not whole.
    if value.scalar().is_some_and(|scalar| scalar.bits() >= 8 || scalar == Scalar::I1) {
        record_store(machine, op, &addressing, &value, bytes, &exact);
    }
}

/// `atomic_rmw_tko`
pub(crate) fn run_update<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    let ty = machine.result_type(op);
    let value = machine.tile(op.operands[1]);
    let element = ty.element.scalar().unwrap_or(Scalar::I64);
    let mask = op.operands.get(2).map(|mask| machine.tile(*mask));
    let pointers = machine.tile(op.operands[0]);
    let addressing = point(machine, pointers, mask);
    let exact = record_access(machine, op, &addressing, &ty.shape, element.bytes());
    require_determined(machine, op, &addressing, &value, &exact);
    store(machine, op, &addressing, (ty, None), &exact);
    let path = machine.state.path;
    let load = Load { padded: true, update: true, ..Load::of_memory(addressing, element, path, exact) };
    let found = Node::tile(ty, TileKind::Loaded(Rc::new(load)));
    record_exchange(machine, &found, &value, None);
    machine.bind(op.results[0], Val::Tile(found));
}

/// `atomic_red_view_tko`
pub(crate) fn run_update_view<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    let last = op.operands.len() - 1;
    let (value, tile) =
        (machine.tile(op.operands[last]), address_tile(machine, op, op.operands[0], &op.operands[1..last]));
    let addressing = Addressing::View(tile);
    let bytes = value.scalar().map_or(8, Scalar::bytes);
    let exact = record_access(machine, op, &addressing, &value.ty.shape.clone(), bytes);
    require_determined(machine, op, &addressing, &value, &exact);
    store(machine, op, &addressing, (&value.ty, None), &exact);
}

/// `atomic_cas_tko`
pub(crate) fn run_compare_exchange<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    let ty = machine.result_type(op);
    let [expected, value] = [1, 2].map(|position| machine.tile(op.operands[position]));
    let element = ty.element.scalar().unwrap_or(Scalar::I64);
    let mask = op.operands.get(3).map(|mask| machine.tile(*mask));
    let pointers = machine.tile(op.operands[0]);
    let addressing = point(machine, pointers, mask);
    let exact = record_access(machine, op, &addressing, &ty.shape, element.bytes());
    require_determined(machine, op, &addressing, &expected, &exact);
    require_determined(machine, op, &addressing, &value, &exact);
    store(machine, op, &addressing, (ty, None), &exact);
    let (path, padding) = (machine.state.path, Some(expected.clone()));
    let load = Load { padding, ..Load::of_memory(addressing, element, path, exact) };
    let found = Node::tile(ty, TileKind::Loaded(Rc::new(load)));
    record_exchange(machine, &found, &expected, Some(&value));
    machine.bind(op.results[0], Val::Tile(found));
}

/// A value that reaches memory is determined.
pub(crate) fn require_determined<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    addressing: &Addressing<'k>,
    value: &Tile<'k>,
    exact: &WrapDecisions,
) {
    let lane = machine.lane(&value.ty.shape, 0);
    let target = address_lane(machine, addressing, &lane, &mut Some(exact.clone()));
    let element = machine.at(value, &lane);
    let constant = |which: &&usize| machine.setup.allocations[**which].constant.is_some();
    let is = |which: &usize| target.pointer.which.equals(&Num::index(*which));
    let constants: Vec<Truth> = target.pointer.may.iter().filter(constant).map(is).collect();
    // Where no constant can be meant, none is written.
    machine.consider(op, Rule::ConstantWritten);
    let mut domain = machine.domain(&Truth::constant(true));
    if !constants.is_empty() {
        let constant = constants.iter().fold(Truth::constant(false), |any, one| any.or(one));
        memory::write(&mut domain, &target.active, &constant);
    }
    memory::store(&mut domain, &target.active, &element.undetermined);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
    check_store_keeps(machine, op, &target, &element, value.scalar());
}

/// The loaded element at a lane: any value that the contract allows.
pub(crate) fn evaluate_load<'k>(
    machine: &mut Machine<'k>,
    shape: &[u32],
    load: &Load<'k>,
    lane: &[Num],
) -> Element {
    let target = address_lane(machine, &load.addressing, lane, &mut Some(load.exact.clone()));
    let read = match read_local(machine, load, &target) {
        Some(element) => element,
        None => {
            let when = load.path.and(&target.active).and(&has_lane(shape, lane));
            read_arbitrary(machine, load, &target, when)
        }
    };
    if load.update || target.active.value() == Some(true) {
        return read;
    }
    let padding = match &load.padding {
        Some(padding) => machine.at(padding, lane),
        None => Element {
            value: if load.padded { padded(load) } else { read.value.clone() },
            undetermined: Truth::constant(!load.padded),
        },
    };
    Element::choose(&target.active, &read, &padding)
}

/// The element that a load reads from memory: any value within the known facts.
///
/// `when` is where the load is executed at the lane, and the lane is active: nothing is known of it elsewhere.
fn read_arbitrary<'k>(
    machine: &mut Machine<'k>,
    load: &Load<'k>,
    target: &AccessedLane,
    when: Truth,
) -> Element {
    let (value, number) = if load.element.is_integer() {
        let bits = load.element.bits();
        let (lo, hi) = if bits == 1 { (0, 1) } else { (least_signed(bits), greatest_signed(bits)) };
        let listed = read_list(machine, load, &target.pointer);
        let number = listed.unwrap_or_else(|| Num::fresh("loaded", lo, hi));
        let int = if bits == 1 {
            SymbolicInt::Bit(number.equals(&Num::constant(1)))
        } else {
            SymbolicInt::Number { bits, signed: number }
        };
        (Value::Int(int), Some(number).filter(|_| listed.is_none()))
    } else {
        (evaluate_loaded_float(machine, load, &when, &target.pointer), None)
    };
    let mut undetermined = Truth::constant(false);
    if let Some(number) = &number {
        let of_launch = assume_contents(machine, load, &target.pointer, Guard::control(&when), number);
        let is_element = matches!(*target.pointer.may, [which] if machine.setup.allocations[which].holds_elements_of(load.element));
        machine.recorder.loads.push(LoadRecord {
            when,
            of_launch,
            is_own_element: load.alone.is_some() && is_element,
            which: target.pointer.which,
            offset: target.pointer.offset,
            value: *number,
            element: load.element,
        });
        relate_load(machine);
    }
    let may: Vec<usize> = target.pointer.may.to_vec();
    if may.iter().any(|which| machine.setup.allocations[*which].uninit)
        && !is_initialized(machine, load, &target.pointer, &when)
    {
        // Earlier writes of other stores are not followed: the element may then be determined or not.
        let allocations = may.iter().map(|which| &machine.setup.allocations[*which]);
        let written = allocations.filter(|allocation| allocation.uninit).all(|allocation| allocation.written);
        undetermined = if written { Truth::fresh() } else { Truth::constant(true) };
    }
    Element { value, undetermined }
}

/// The word that a load gives of the table of a list, whose arrays are told apart.
fn read_list<'k>(machine: &mut Machine<'k>, load: &Load<'k>, from: &Pointer) -> Option<Num> {
    let [which] = *from.may else { return None };
    machine.setup.list_at(which)?;
    let of_launch = reads_launch_contents(machine, which, load);
    machine.setup.list_at(which).filter(|_| of_launch)?.word(&from.offset)
}

/// An arbitrary loaded float, with the record that a counterexample needs to store it.
fn evaluate_loaded_float<'k>(
    machine: &mut Machine<'k>,
    load: &Load<'k>,
    when: &Truth,
    from: &Pointer,
) -> Value {
    if !machine.setup.follows_floats {
        return Value::Float(Real::any());
    }
    let stated = stated_floats(machine, load, from);
    let (given, real) = match stated {
        Some(Interval { least, greatest }) => {
            let given = Given::between(load.element, (least, greatest));
            (given, Real::from_given(&given).number_between((least, greatest)))
        }
        None => {
            let given = Given::any(load.element, !machine.setup.has(Flaw::NoNarrowInfinity));
            (given, Real::from_given(&given))
        }
    };
    let (which, offset) = (from.which, from.offset);
    machine.recorder.floats.push(FloatRecord { when: *when, which, offset, given });
    Value::Float(real)
}

/// The interval of the loaded floats, by the clauses about an array that the kernel never writes. The load of a number outside of
/// the array breaks a rule, and an inactive lane is another value.
fn stated_floats(machine: &Machine<'_>, load: &Load<'_>, from: &Pointer) -> Option<Interval> {
    let [which] = *from.may else { return None };
    let allocation = &machine.setup.allocations[which];
    let Region::At(position) = allocation.region else { return None };
    let is_kept = !allocation.written || machine.setup.has(Flaw::ContentsOfWritten);
    if !is_kept || allocation.uninit || !allocation.holds_whole(load.element) {
        return None;
    }
    let interval = machine.setup.bound.element_interval(position)?;
    // A clause of another form may hold of NaN.
    let excludes_nan = interval.least > f64::NEG_INFINITY || interval.greatest < f64::INFINITY;
    (excludes_nan && interval.least <= interval.greatest).then_some(interval)
}

/// The padding value of a view.
fn padded(load: &Load<'_>) -> Value {
    if load.element.is_integer() {
        // Integers are padded with zero only.
        return crate::values::literals::number(load.element, Num::constant(0)).value;
    }
    let Addressing::View(tile) = &load.addressing else { return Value::Float(Real::any()) };
    let bits = tile.view.ty.padding.and_then(|padding| padding.bits(load.element));
    Value::Float(bits.map_or_else(Real::any, |bits| Real::constant(bits, load.element)))
}
