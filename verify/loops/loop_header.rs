//! The loop header of an arbitrary iteration: carried values under the invariants, and facts about them.

use std::rc::Rc;

use spec::domain::{Bool as _, Number, fits_signed};
use spec::syntax::types::{Element as ElementType, Scalar};

use crate::loops::invariant::{Invariant, LoopInvariants, Shape, Slot};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Val;
use crate::terms::{BoolVar, Num, Substitution, Truth, TruthNode, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Var};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Pointer, Value};
use crate::values::tile::{Carried, Doubt, Doubts, Node, Tile, TileKind};

/// The head of an iteration.
pub(crate) struct LoopHeader<'k> {
    pub(crate) values: Vec<Val<'k>>,
    /// The facts about them.
    pub(crate) facts: Truth,
    /// The path condition at the head.
    pub(super) here: Truth,
    /// The variables of this head, each with its stand-in in facts.
    pub(super) open: Vec<(Var, Var)>,
    pub(super) open_bits: Vec<(BoolVar, BoolVar)>,
}

/// The position of a head.
struct HeaderPlace<'a> {
    count: &'a Num,
    is_first: Truth,
    here: &'a Truth,
}

/// Carried values after the given number of iterations; `here` holds for every such head.
pub(crate) fn build_header<'k>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    count: &Num,
    here: &Truth,
) -> LoopHeader<'k> {
    let place = HeaderPlace { count, is_first: count.equals(&Num::constant(0)), here };
    let mut bound = Substitution::default();
    bound.nums.insert(known.count, *count);
    let values = Vec::new();
    let (facts, here) = (Truth::constant(true), *here);
    let mut head = LoopHeader { values, facts, here, open: Vec::new(), open_bits: Vec::new() };
    for (position, invariant) in known.invariants.iter().enumerate() {
        let value = match &known.around.inits[position] {
            Val::Tile(init) => {
                let value = build_value(machine, known, invariant, init, &place, (&mut bound, &mut head));
                Val::Tile(attach_doubts(invariant, init, value, &place))
            }
            other @ (Val::Token | Val::Tensor(_) | Val::View(_)) => other.clone(),
        };
        head.values.push(value);
    }
    for fact in known.facts.iter().filter(|fact| fact.lane.is_none()) {
        head.facts = head.facts.and(&bound.truth(&fact.holds));
    }
    // Facts from the previous iteration, if any.
    let before = known.around.iteration.at(&count.sub(&Num::constant(1))).truth(&known.trail);
    head.facts = head.facts.and(&place.is_first.or(&before));
    head
}

fn build_value<'k>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    invariant: &Invariant,
    init: &Tile<'k>,
    place: &HeaderPlace<'_>,
    (bound, head): (&mut Substitution, &mut LoopHeader<'k>),
) -> Tile<'k> {
    match &invariant.shape {
        Shape::Token | Shape::Same => init.clone(),
        Shape::AddRec(step) => advance_value(machine, init, step, place.count, head),
        Shape::PrevIteration(last) => {
            let first = machine.at(init, &[]);
            let before = known.around.iteration.at(&place.count.sub(&Num::constant(1)));
            let element = Element::choose(&place.is_first, &first, &replaced(last, before));
            // The variable is a value of its type, even if the solver cannot see why.
            if let Some(SymbolicInt::Number { bits, signed }) = element.as_int() {
                head.facts = head.facts.and(&fits_signed(signed, *bits));
            }
            Node::tile(&init.ty, TileKind::Splat(element))
        }
        Shape::Strided { unit, times } => {
            let turns = Num::fresh("times", UNBOUNDED_BELOW, UNBOUNDED_ABOVE);
            bound.nums.insert(*times, turns);
            head.open.extend(turns.as_var().map(|var| (var, *times)));
            let none = turns.equals(&Num::constant(0));
            head.facts = head.facts.and(&place.is_first.implies(&none));
            advance_value(machine, init, unit, &turns, head)
        }
        Shape::Any { may, slot } => {
            let holds = lane_facts(known, *slot, place.count);
            let first = (place.is_first, init.clone());
            let carried = Carried { may: may.clone(), here: *place.here, first, holds };
            let any = Node::tile(&init.ty, TileKind::Carried(Rc::new(carried)));
            let lane = machine.lane(&init.ty.shape, 0);
            let element = machine.at(&any, &lane);
            stand_in(*slot, &element, bound, head);
            any
        }
    }
}

/// The first value and so many steps.
fn advance_value<'k>(
    machine: &mut Machine<'k>,
    init: &Tile<'k>,
    step: &Num,
    count: &Num,
    head: &mut LoopHeader<'k>,
) -> Tile<'k> {
    let kind = TileKind::AddRec { start: init.clone(), step: *step, count: *count };
    let advanced = Node::tile(&init.ty, kind);
    let lane = machine.lane(&init.ty.shape, 0);
    // The closed form includes that the value fits its type; the check of the next iteration covers this.
    let bits = match init.ty.element {
        ElementType::Scalar(scalar) => scalar.bits(),
        ElementType::Pointer(_) => Scalar::I64.bits(),
    };
    if let Some(number) = machine.at(&advanced, &lane).place() {
        head.facts = head.facts.and(&fits_signed(&number, bits));
    }
    advanced
}

fn attach_doubts<'k>(
    invariant: &Invariant,
    init: &Tile<'k>,
    value: Tile<'k>,
    place: &HeaderPlace<'_>,
) -> Tile<'k> {
    if invariant.undetermined == Doubt::Kept && invariant.overflowed == Doubt::Kept {
        return value;
    }
    let doubts = Doubts {
        undetermined: invariant.undetermined.clone(),
        overflowed: invariant.overflowed.clone(),
        first: Some((place.is_first, init.clone())),
    };
    Node::tile(&init.ty, TileKind::WithDoubts(value, doubts.into()))
}

/// The facts about every lane.
fn lane_facts(known: &LoopInvariants<'_>, slot: Slot, count: &Num) -> Option<(Var, Truth)> {
    let Slot::Lane(var) = slot else { return None };
    let mut after = Substitution::default();
    after.nums.insert(known.count, *count);
    let all = known.facts.iter().filter(|fact| fact.lane == Some(var));
    Some((var, all.fold(Truth::constant(true), |all, fact| all.and(&after.truth(&fact.holds)))))
}

/// Binds the stand-in of an element in facts, and records the variables of the head behind it.
fn stand_in(slot: Slot, element: &Element, bound: &mut Substitution, head: &mut LoopHeader<'_>) {
    let pairs = numbers(slot, element);
    head.open.extend(pairs.iter().filter_map(|(var, number)| Some((number.as_var()?, *var))));
    bound.nums.extend(pairs);
    if let Some((var, truth)) = bit(slot, element) {
        if let TruthNode::Var(open) = truth.node() {
            head.open_bits.push((open, var));
        }
        bound.bools.insert(var, truth);
    }
}

/// The numbers of a slot.
pub(super) fn numbers(slot: Slot, element: &Element) -> Vec<(Var, Num)> {
    match (slot, &element.value) {
        (Slot::Int(var) | Slot::Lane(var), Value::Int(SymbolicInt::Number { signed, .. })) => {
            vec![(var, *signed)]
        }
        (Slot::Pointer { which, offset }, Value::Pointer(pointer)) => {
            vec![(which, pointer.which), (offset, pointer.offset)]
        }
        (Slot::None | Slot::Int(_) | Slot::Bit(_) | Slot::Pointer { .. } | Slot::Lane(_), _) => Vec::new(),
    }
}

/// The truth value of a slot.
pub(super) fn bit(slot: Slot, element: &Element) -> Option<(BoolVar, Truth)> {
    match (slot, element.as_int()) {
        (Slot::Bit(var), Some(SymbolicInt::Bit(truth))) => Some((var, *truth)),
        (Slot::None | Slot::Int(_) | Slot::Bit(_) | Slot::Pointer { .. } | Slot::Lane(_), _) => None,
    }
}

/// An element with variables replaced.
fn replaced(element: &Element, mut with: Substitution) -> Element {
    let value = match &element.value {
        Value::Int(SymbolicInt::Bit(bit)) => Value::Int(SymbolicInt::Bit(with.truth(bit))),
        Value::Int(SymbolicInt::Number { bits, signed }) => {
            Value::Int(SymbolicInt::Number { bits: *bits, signed: with.num(signed) })
        }
        Value::Float(_) => Value::Float(crate::values::float::Real::any()),
        Value::Pointer(pointer) => Value::Pointer(Pointer {
            may: pointer.may.clone(),
            which: with.num(&pointer.which),
            offset: with.num(&pointer.offset),
            overflowed: with.truth(&pointer.overflowed),
        }),
    };
    Element { value, undetermined: with.truth(&element.undetermined) }
}
