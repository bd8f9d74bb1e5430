//! Elements that combine many elements of other tiles: results of reductions, scans and matrix products. The value is abstracted to bounds,
//! or to "one of the operands". The result is undetermined if an operand is.

use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number, greatest_signed, least_signed};
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, TileType};

use crate::fault_injection::Flaw;
use crate::smt::fact::{Fact, Guard};
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Value};
use crate::values::float::Real;
use crate::values::lanes::LaneSet;
use crate::values::tile::{Aggregate, Combined, IndexMap, Other, Tile, TileKind};

/// The combinations on a way that are followed lane by lane.
const DEEP: u32 = 2;

/// An element behind many combinations. A network of them, such as a sort, has exponentially many ways to its first operands. An element
/// of a combination, or of a reshaped tile, is any value in the range of all lanes there.
pub(crate) fn widen_deep<'k>(machine: &mut Machine<'k>, tile: &Tile<'k>, lane: &[Num]) -> Option<Element> {
    let joins = matches!(tile.kind, TileKind::Aggregate(_) | TileKind::Mapped(_, IndexMap::Reshape));
    // Of a pointer the array would be lost.
    let any =
        (tile.depth > DEEP && joins && tile.scalar().is_some()).then(|| machine.lane(&tile.ty.shape, 0))?;
    (any != lane).then(|| widen(&machine.at(tile, &any), &tile.ty))
}

/// The element of an aggregate at a lane.
pub(crate) fn evaluate_aggregate<'k>(
    machine: &mut Machine<'k>,
    ty: &TileType,
    aggregate: &Rc<Aggregate<'k>>,
    lane: &[Num],
) -> Element {
    let mut undetermined = if aggregate.doubtful { Truth::fresh() } else { Truth::constant(false) };
    for (tile, place) in &aggregate.parts {
        if machine.setup.has(place.forgotten_by()) {
            continue;
        }
        // Existential witness: if any lane of the set is undetermined, this lane is.
        undetermined = undetermined.or(&one_of(machine, tile, *place, lane).undetermined);
    }
    let bits = ty.element.scalar().map_or(64, Scalar::bits);
    let value = match &aggregate.value {
        // The sum of both elements does not wrap.
        Combined::Sum(2) if matches!(aggregate.parts[0].1, LaneSet::Along(_)) => {
            let (tile, place) = &aggregate.parts[0];
            let mut at = |number| machine.at(tile, &place.at(lane, &Num::constant(number)));
            let (first, second) = (at(0), at(1));
            match (first.as_int(), second.as_int()) {
                (Some(first), Some(second)) => {
                    let signed = first.signed().add(&second.signed());
                    Value::Int(SymbolicInt::Number { bits, signed })
                }
                (Some(_) | None, _) => Value::Float(Real::any()),
            }
        }
        Combined::Sum(count) => {
            let (tile, place) = &aggregate.parts[0];
            let mut guard = Guard::control(&aggregate.here).lane(&ty.shape, lane);
            if machine.setup.has(Flaw::SumAtUse) {
                guard = Guard::control(&machine.state.path);
            }
            bound_sum(machine, (tile, *place), lane, *count, guard)
        }
        Combined::OneOf(other, flushes) => {
            let (tile, place) = &aggregate.parts[0];
            let one = one_of(machine, tile, *place, lane);
            choose_other(one, other, *flushes)
        }
        Combined::Between(lo, hi) if bits > 1 => {
            let (lo, hi) = ((*lo).max(least_signed(bits)), (*hi).min(greatest_signed(bits)));
            Value::Int(SymbolicInt::Number { bits, signed: Num::fresh("sum", lo, hi) })
        }
        Combined::Between(..) | Combined::Anything => {
            crate::values::literals::arbitrary_element(ty, &[]).value
        }
    };
    Element { value, undetermined }
}

/// The result of an element-wise operation. Networks exchange elements by exclusive ors, whose terms grow with each step: deep ones get a
/// name.
pub(crate) fn cut_deep(op: &Operation, depth: u32, ty: &TileType, element: Element) -> Element {
    if depth > DEEP && op.op == Op::Xori { widen(&element, ty) } else { element }
}

/// Any element in the range of another, undetermined only if the other can be.
fn widen(element: &Element, ty: &TileType) -> Element {
    let mut widened = crate::values::literals::arbitrary_element(ty, &[]);
    if let Some(SymbolicInt::Number { bits, signed }) = element.as_int() {
        widened = Element::int(*bits, Num::fresh("any", signed.lo(), signed.hi()));
    }
    if element.undetermined.value() != Some(false) {
        widened.undetermined = Truth::fresh();
    }
    widened
}

/// A sum of integers: at most as many of the greatest as there are, at least as many of the least. For fewer
/// terms, one term is a bound if it is larger, or smaller.
fn bound_sum<'k>(
    machine: &mut Machine<'k>,
    (tile, place): (&Tile<'k>, LaneSet),
    lane: &[Num],
    count: u32,
    guard: Guard,
) -> Value {
    let (greatest, least) = (one_of(machine, tile, place, lane), one_of(machine, tile, place, lane));
    let (Some(greatest), Some(least)) = (greatest.as_int(), least.as_int()) else {
        return Value::Float(Real::any());
    };
    let (bits, count, zero) = (greatest.bits(), Num::constant(count.into()), Num::constant(0));
    let (greatest, least) = (greatest.signed(), least.signed());
    let (mut most, mut fewest) = (greatest.mul(&count), least.mul(&count));
    if matches!(place, LaneSet::UpTo { .. }) {
        most = Num::choose(&zero.less(&greatest), &most, &greatest);
        fewest = Num::choose(&least.less(&zero), &fewest, &least);
    }
    let sum = Num::fresh("sum", least_signed(bits).max(fewest.lo()), greatest_signed(bits).min(most.hi()));
    let between = sum.at_most(&most).and(&fewest.at_most(&sum));
    machine.solver.assume(&Fact::under(guard, &between, Under::Sum));
    Value::Int(SymbolicInt::Number { bits, signed: sum })
}

/// An arbitrary participating element.
pub(crate) fn one_of<'k>(
    machine: &mut Machine<'k>,
    tile: &Tile<'k>,
    place: LaneSet,
    lane: &[Num],
) -> Element {
    let extent = place.extent(&tile.ty.shape);
    let number = Num::fresh("k", 0, i128::from(extent) - 1);
    let takes_part = place.has(lane, &number);
    if takes_part.value() != Some(true) {
        let guard = match machine.setup.has(Flaw::ScanLaneAtUse) {
            true => Guard::control(&machine.state.path),
            false => Guard::of_lane(&tile.ty.shape, lane),
        };
        machine.solver.assume(&Fact::under(guard, &takes_part, Under::Prefix));
    }
    machine.at(tile, &place.at(lane, &number))
}

/// One of some elements, or another element.
fn choose_other(one: Element, other: &Other, flushes: bool) -> Value {
    let nan = one.as_float().map_or(Truth::constant(false), Real::is_nan);
    let value = match other {
        Other::Never => one.value,
        Other::Always(other) => Element::choose(&Truth::fresh(), other, &one).value,
        // If all elements are NaN, so is the choice.
        Other::ForNan(other) => Element::choose(&Truth::fresh().and(&nan), other, &one).value,
    };
    match value {
        Value::Float(real) => Value::Float(real.flushed(flushes)),
        value @ (Value::Int(_) | Value::Pointer(_)) => value,
    }
}
