//! The numbers carried by a loop, for candidates of invariants.

use spec::domain::Number;

use crate::budget::policy::Purpose;
use crate::loops::distance::find_uniform_distance;
use crate::loops::invariant::{LoopInvariants, Shape, Slot, Watermark};
use crate::loops::loop_header::LoopHeader;
use crate::symbolic::exit::Exit;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Val;
use crate::terms::{Num, Substitution, Truth, Var};
use crate::values::element::Element;
use crate::values::tile::Tile;

/// A number that a loop carries, or how far a tile has moved.
pub(crate) struct CarriedNumber {
    /// The value in terms of its stand-in.
    pub(crate) value: Num,
    /// At first.
    pub(crate) first: Num,
    /// At the head of a pass.
    pub(crate) start: Num,
    /// The numbers at the ends of the pass's iterations.
    pub(crate) ends: Vec<Num>,
    pub(crate) kind: CarryKind,
}

/// The kind of a carried number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CarryKind {
    /// It is a function of how many iterations came before.
    Closed,
    /// An integer or a distance in bytes.
    Open,
    /// The allocation of a pointer.
    Which,
    /// The integer of an arbitrary lane, represented by the variable.
    Lane(Var),
}

/// What facts are looked for in: a pass over the body.
pub(crate) struct BodyPass<'a, 'k> {
    pub(crate) known: &'a LoopInvariants<'k>,
    pub(crate) head: &'a LoopHeader<'k>,
    pub(crate) exits: &'a [Exit<'k>],
    pub(crate) mark: Watermark<'a>,
    pub(crate) carries: Vec<CarriedNumber>,
    /// Conditions under which another fact may hold: a flag has left its initial value.
    pub(crate) flags: Vec<Truth>,
    /// The stand-ins of the first head.
    pub(crate) first: Substitution,
    pub(crate) base: Truth,
    /// The numbers of facts before the pass.
    pub(crate) before: (usize, u64),
}

/// The numbers carried by the loop.
pub(crate) fn collect_carried<'k>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    head: &LoopHeader<'k>,
    exits: &[Exit<'k>],
) -> Vec<CarriedNumber> {
    let mut carries = Vec::new();
    for (position, invariant) in known.invariants.iter().enumerate() {
        let (Val::Tile(init), Val::Tile(start)) = (&known.around.inits[position], &head.values[position])
        else {
            continue;
        };
        let ends: Vec<&Tile<'k>> = exits.iter().filter_map(|exit| exit.values[position].tile()).collect();
        let lane = machine.lane(&init.ty.shape, 0);
        let scalar = init.ty.shape.is_empty();
        let elements: Vec<Element> = [init, start]
            .into_iter()
            .chain(ends.iter().copied())
            .map(|tile| machine.at(tile, &lane))
            .collect();
        let places: Option<Vec<Num>> = elements.iter().map(Element::place).collect();
        let mut add = |value: Num, numbers: &[Num], kind| {
            if let [first, start, ends @ ..] = numbers {
                let (first, start, ends) = (*first, *start, ends.to_vec());
                carries.push(CarriedNumber { value, first, start, ends, kind });
            }
        };
        match (&invariant.shape, places) {
            (Shape::AddRec(step), Some(places)) if scalar && step.value() != Some(0) => {
                let value = places[0].add(&step.mul(&Num::var(known.count)));
                add(value, &places, CarryKind::Closed);
            }
            (Shape::Strided { unit, times }, Some(places)) if scalar => {
                add(places[0].add(&unit.mul(&Num::var(*times))), &places, CarryKind::Open);
            }
            (Shape::Strided { unit, times }, _) => {
                let moves = [init, start]
                    .into_iter()
                    .chain(ends)
                    .map(|tile| find_uniform_distance(machine, init, tile));
                if let Some(moves) = moves.collect::<Option<Vec<Num>>>() {
                    add(unit.mul(&Num::var(*times)), &moves, CarryKind::Open);
                }
            }
            (Shape::Any { slot: slot @ (Slot::Int(var) | Slot::Lane(var)), .. }, Some(places)) => {
                let is_lane = matches!(slot, Slot::Lane(_));
                add(Num::var(*var), &places, if is_lane { CarryKind::Lane(*var) } else { CarryKind::Open });
            }
            (Shape::Any { slot: Slot::Pointer { which, offset }, .. }, Some(places)) => {
                add(Num::var(*offset), &places, CarryKind::Open);
                if let Some(ones) = collect_allocations(&elements) {
                    add(Num::var(*which), &ones, CarryKind::Which);
                }
            }
            (Shape::Token | Shape::Same | Shape::AddRec(_) | Shape::PrevIteration(_), _)
            | (Shape::Any { .. }, _) => {}
        }
    }
    carries
}

/// The allocations of pointers.
fn collect_allocations(elements: &[Element]) -> Option<Vec<Num>> {
    elements.iter().map(|element| Some(element.as_pointer()?.which)).collect()
}

/// Whether a fact holds at the first head.
pub(crate) fn holds_initially<'k>(
    machine: &mut Machine<'k>,
    pass: &mut BodyPass<'_, 'k>,
    holds: &Truth,
) -> bool {
    let first = pass.first.truth(holds);
    let later = machine.solver.set_aside(pass.before);
    let proved = machine.solver.proves(&first, &pass.base, Purpose::Invariant);
    machine.solver.take_back(later);
    proved
}
