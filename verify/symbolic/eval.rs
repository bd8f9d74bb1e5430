//! Evaluation: the element of a tile at a lane, through the operations that made the tile.

use spec::domain::{Bool as _, Number};
use spec::ops::shape;
use spec::syntax::kernel::Operation;
use spec::syntax::kernel::language::Language;
use spec::syntax::types::{Element as ElementType, Scalar, TileType};

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::memory::local::read::evaluate_remembered;
use crate::report::IntegerFact;
use crate::smt::fact::{Fact, Guard};
use crate::smt::reason::{Always, Under};
use crate::symbolic::cut::{name_operands, name_result};
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::aggregate::{cut_deep, evaluate_aggregate, widen_deep};
use crate::symbolic::ops::bits::{bitcast_element, evaluate_address, evaluate_pointed, repack_element};
use crate::symbolic::ops::loads::evaluate_load;
use crate::symbolic::require::require;
use crate::symbolic::state::Mode;
use crate::terms::{Num, Substitution, Truth};
use crate::values::apply::apply;
use crate::values::domain::Symbolic;
use crate::values::element::{Element, Value};
use crate::values::literals::{
    advance_element, arbitrary_element, iota, literal, map_index, offset_pointer, unknown_element,
};
use crate::values::tile::{Carried, Doubt, Doubts, Node, Tile, TileKind};

/// Evaluates the element of a tile at a lane.
pub(crate) fn evaluate_lane<'k>(machine: &mut Machine<'k>, tile: &Tile<'k>, lane: &[Num]) -> Element {
    widen_deep(machine, tile, lane).unwrap_or_else(|| evaluate_kind(machine, tile, lane))
}

fn evaluate_kind<'k>(machine: &mut Machine<'k>, tile: &Tile<'k>, lane: &[Num]) -> Element {
    match &tile.kind {
        TileKind::Splat(element) => element.clone(),
        TileKind::Constant(constant) => literal(&tile.ty, constant, lane),
        TileKind::Iota => iota(&tile.ty, lane),
        TileKind::Mapped(source, how) => {
            let from = map_index(*how, &tile.ty.shape, &source.ty.shape, lane);
            machine.at(source, &from)
        }
        TileKind::Bitcast(source) => bitcast_element(machine, &tile.ty, source, lane),
        TileKind::Repacked(source) => repack_element(machine, &tile.ty, source, lane),
        TileKind::Address { pointer, exact } => {
            evaluate_address(machine, pointer, lane, &mut Symbolic::replaying(exact))
        }
        TileKind::FromAddress { address, exact } => {
            evaluate_pointed(machine, address, lane, &mut Symbolic::replaying(exact))
        }
        TileKind::Cat(first, second, axis) => {
            let (is_first, from) = shape::cat(lane, *axis, first.ty.shape[*axis]);
            evaluate_either(machine, &is_first, (first, &from), (second, &from))
        }
        TileKind::Slice(whole, number) => {
            let from = shape::extract(lane, number, &tile.ty.shape);
            machine.at(whole, &from)
        }
        TileKind::Inserted { whole, number, part } => {
            let (inside, from) = shape::insert(lane, number, &part.ty.shape);
            evaluate_either(machine, &inside, (part, &from), (whole, lane))
        }
        TileKind::Apply { op, args, exact } => {
            let args: Vec<Element> = args.iter().map(|arg| machine.at(arg, lane)).collect();
            let mut domain = Symbolic::replaying(exact);
            let to = tile.scalar().unwrap_or(Scalar::I64);
            let element = apply(op.op, &op.attributes, &mut domain, &args, to);
            cut_deep(op, tile.depth, &tile.ty, element.unwrap_or_else(|| unknown_element(&tile.ty)))
        }
        TileKind::Select(condition, then, otherwise) => {
            select_element(machine, [condition, then, otherwise], lane)
        }
        TileKind::Offset { pointer, index, bytes, exact } => {
            let (pointer, index) = (machine.at(pointer, lane), machine.at(index, lane));
            offset_pointer(&mut Symbolic::replaying(exact), &pointer, &index, *bytes)
        }
        TileKind::Either(condition, then, otherwise) => {
            let (then, otherwise) = (machine.at(then, lane), machine.at(otherwise, lane));
            Element::choose(condition, &then, &otherwise)
        }
        TileKind::Loaded(load) => evaluate_load(machine, &tile.ty.shape, load, lane),
        TileKind::Remembered(remembered) => evaluate_remembered(machine, &tile.ty, remembered, lane),
        TileKind::Aggregate(aggregate) => evaluate_aggregate(machine, &tile.ty, aggregate, lane),
        TileKind::Carried(carried) => evaluate_carried(machine, &tile.ty, carried, lane),
        TileKind::WithDoubts(tile, doubts) => evaluate_doubted(machine, tile, doubts, lane),
        TileKind::AddRec { start, step, count } => {
            let start = machine.at(start, lane);
            advance_element(&start, &step.mul(count))
        }
    }
}

/// `select`: the chosen side, undetermined if the side or the condition is.
fn select_element<'k>(
    machine: &mut Machine<'k>,
    [condition, then, otherwise]: [&Tile<'k>; 3],
    lane: &[Num],
) -> Element {
    let condition = machine.at(condition, lane);
    let (then, otherwise) = (machine.at(then, lane), machine.at(otherwise, lane));
    let mut chosen = Element::choose(&condition.as_truth(), &then, &otherwise);
    if !machine.setup.has(Flaw::ChoiceForgets) {
        chosen.undetermined = chosen.undetermined.or(&condition.undetermined);
    }
    chosen
}

/// The element of one of two tiles, each at a place of its own.
fn evaluate_either<'k>(
    machine: &mut Machine<'k>,
    is_first: &Truth,
    first: (&Tile<'k>, &[Num]),
    second: (&Tile<'k>, &[Num]),
) -> Element {
    if let Some(is_first) = is_first.value() {
        return if is_first { machine.at(first.0, first.1) } else { machine.at(second.0, second.1) };
    }
    let (first, second) = (machine.at(first.0, first.1), machine.at(second.0, second.1));
    Element::choose(is_first, &first, &second)
}

/// An arbitrary determined element; a pointer goes into one of these allocations.
fn pick_arbitrary(machine: &mut Machine<'_>, ty: &TileType, may: &[usize]) -> Element {
    let element = arbitrary_element(ty, may);
    if let Some(pointer) = element.as_pointer() {
        let is = |which: &usize| pointer.which.equals(&Num::index(*which));
        let one = may.iter().fold(Truth::constant(may.is_empty()), |any, which| any.or(&is(which)));
        machine.solver.assume(&Fact::always(&one, Always::NewPointer));
    }
    element
}

/// A carried element: arbitrary, within its known facts.
fn evaluate_carried<'k>(
    machine: &mut Machine<'k>,
    ty: &TileType,
    carried: &Carried<'k>,
    lane: &[Num],
) -> Element {
    let mut element = pick_arbitrary(machine, ty, &carried.may);
    let (is_first, first) = (&carried.first.0, machine.at(&carried.first.1, lane));
    element.undetermined = first.undetermined;
    let mut facts = is_first.implies(&first.same_value(&element));
    if let (Some((var, holds)), Some(number)) = (&carried.holds, element.place()) {
        let mut of = Substitution::default();
        of.nums.insert(*var, number);
        facts = facts.and(&of.truth(holds));
    }
    let mut guard = Guard::control(&carried.here);
    if !machine.setup.has(Flaw::CarriedLaneAtUse) {
        guard = guard.lane(&ty.shape, lane);
    }
    machine.solver.assume(&Fact::under(guard, &facts, Under::Carried));
    if let (Value::Pointer(pointer), Some(first)) = (&mut element.value, first.as_pointer()) {
        pointer.overflowed = first.overflowed;
    }
    element
}

/// An element with its doubts.
fn evaluate_doubted<'k>(
    machine: &mut Machine<'k>,
    tile: &Tile<'k>,
    doubts: &Doubts<'k>,
    lane: &[Num],
) -> Element {
    let mut element = machine.at(tile, lane);
    let first = doubts.first.as_ref().map(|(is_first, tile)| (*is_first, machine.at(tile, lane)));
    let in_doubt = |doubt: &Doubt, kept: &Truth, of: &dyn Fn(&Element) -> Truth| {
        let doubtful = match doubt {
            Doubt::Kept => return *kept,
            Doubt::Anywhere | Doubt::Where { .. } => doubt.at(lane).unwrap_or_else(Truth::fresh),
        };
        first
            .as_ref()
            .map_or_else(|| doubtful, |(is_first, first)| Truth::choose(is_first, &of(first), &doubtful))
    };
    element.undetermined = in_doubt(&doubts.undetermined, &element.undetermined, &|first| first.undetermined);
    if let Value::Pointer(pointer) = &mut element.value {
        let of =
            |first: &Element| first.as_pointer().map_or(Truth::constant(false), |pointer| pointer.overflowed);
        pointer.overflowed = in_doubt(&doubts.overflowed, &pointer.overflowed, &of);
    }
    element
}

/// Applies an element-wise operation to every lane of its operands: what it requires is required of an arbitrary
/// lane, and so of each.
pub(crate) fn run_elementwise<'k>(machine: &mut Machine<'k>, op: &'k Operation) -> Tile<'k> {
    let ty = machine.result_type(op);
    let lane = machine.lane(&ty.shape, 0);
    let args: Vec<Tile<'k>> = op.operands.iter().map(|operand| machine.tile(*operand)).collect();
    let mut elements: Vec<Element> = args.iter().map(|arg| machine.at(arg, &lane)).collect();
    name_operands(machine, op, &args, &mut elements);
    let to = ty.element.scalar().unwrap_or(Scalar::I64);
    let mut domain = machine.domain(&Truth::constant(true));
    let element = apply(op.op, &op.attributes, &mut domain, &elements, to);
    let required = std::mem::take(&mut domain.required);
    let decisions = domain.decisions();
    let exact = decisions;
    let all_fit = exact.all_fit();
    let tile = Node::tile(ty, TileKind::Apply { op, args, exact });
    let mut element = cut_deep(op, tile.depth, ty, element.unwrap_or_else(|| unknown_element(ty)));
    machine.state.memoize(&tile, &lane, &element);
    require(machine, op, required, None);
    record_integer(machine, op, all_fit, &element);
    if name_result(machine, op, &elements, &mut element) {
        machine.state.memoize(&tile, &lane, &element);
    }
    tile
}

/// Records facts about the result of an integer operation of Triton, whose arithmetic wraps without undefined behavior. Code that addresses memory
/// by views relies on them.
fn record_integer(machine: &mut Machine<'_>, op: &Operation, all_fit: bool, element: &Element) {
    let is_wanted = machine.policy.notes_promises() && machine.state.mode == Mode::Record;
    let Language::Triton { .. } = machine.kernel.language else { return };
    let Some(number) = element.place().filter(|_| is_wanted) else { return };
    let path = machine.state.path;
    let is_natural = Num::constant(-1).less(&number);
    // Only single numbers are extents and places of tiles.
    let asks = all_fit && machine.kernel.tile(op.results[0]).shape.is_empty();
    let natural =
        number.lo() >= 0 || asks && machine.solver.proves(&is_natural, &path, Purpose::Simplification);
    let known = machine.recorder.coverage.integers.entry(op.id.index());
    let fact = known.or_insert(IntegerFact { exact: true, natural: true });
    fact.exact &= all_fit;
    fact.natural &= natural;
}

/// Moves a tile of pointers by a tile of indices.
pub(crate) fn run_offset<'k>(machine: &mut Machine<'k>, op: &'k Operation) -> Tile<'k> {
    let ty = machine.result_type(op);
    let lane = machine.lane(&ty.shape, 0);
    let (pointer, index) = (machine.tile(op.operands[0]), machine.tile(op.operands[1]));
    let (from, by) = (machine.at(&pointer, &lane), machine.at(&index, &lane));
    let bytes = match ty.element {
        ElementType::Pointer(pointee) | ElementType::Scalar(pointee) => pointee.bytes(),
    };
    let mut domain = machine.domain(&Truth::constant(true));
    let element = offset_pointer(&mut domain, &from, &by, bytes);
    let decisions = domain.decisions();
    let exact = decisions;
    let tile = Node::tile(ty, TileKind::Offset { pointer, index, bytes, exact });
    machine.state.memoize(&tile, &lane, &element);
    tile
}
