//! Candidates for shape invariants: what a discarded pass over the body suggests of each carried value.

use std::rc::Rc;

use spec::domain::Number;
use spec::syntax::types::Element as ElementType;

use crate::loops::distance::{distance, find_uniform_distance, overflowed};
use crate::loops::doubts::propose_doubt;
use crate::loops::invariant::{Body, Invariant, LoopInvariants, Shape, Watermark};
use crate::loops::loop_header::LoopHeader;
use crate::loops::pass::{run_discarded, run_pass};
use crate::loops::relational::add_candidates;
use crate::symbolic::checkpoint::keep_pass;
use crate::symbolic::exit::Exit;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth, Variables, gcd};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Value};
use crate::values::tile::Tile;

/// The maximum number of passes. A stable flag decides other values, which decide further values, so several passes are needed.
const PASSES: usize = 6;

/// The values of one carried position at the ends of iterations.
struct Ends<'a, 'k> {
    init: &'a Tile<'k>,
    head: &'a Tile<'k>,
    /// The end values with their paths.
    ends: Vec<(&'a Tile<'k>, &'a Truth)>,
}

/// Suggests invariants and facts; each pass starts from the suggestions of the pass before.
pub(super) fn propose_candidates<'k>(
    machine: &mut Machine<'k>,
    known: &mut LoopInvariants<'k>,
    body: &mut Body<'k, '_>,
) {
    // Shapes first: as long as one is open, more than need be is in doubt.
    let mut settled = false;
    for _ in 0..PASSES {
        let invariants = run_discarded(machine, known, Mode::Propose, body, |machine, head, exits, mark| {
            propose_invariants(machine, known, head, exits, mark, settled)
        });
        let changed = invariants.iter().zip(&known.invariants).any(|(new, old)| !new.is_like(old));
        known.invariants = invariants;
        let shapes: Vec<&str> = known.invariants.iter().map(|invariant| invariant.shape.name()).collect();
        tracing::debug!(?shapes, "proposes");
        if !changed && settled {
            break;
        }
        settled |= !changed;
    }
    add_candidates(machine, known, body);
}

/// Suggests invariants by one pass inside a proposal, without a check.
pub(super) fn propose_once<'k>(
    machine: &mut Machine<'k>,
    known: &mut LoopInvariants<'k>,
    body: &mut Body<'k, '_>,
) {
    let (before, invariants, left) =
        run_pass(machine, known, Mode::Propose, body, |machine, head, exits, mark| {
            propose_invariants(machine, known, head, exits, mark, false)
        });
    keep_pass(machine, before);
    known.invariants = invariants;
    known.left = Some(left);
}

fn propose_invariants<'k>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    head: &LoopHeader<'k>,
    exits: &[Exit<'k>],
    mark: Watermark<'_>,
    settled: bool,
) -> Vec<Invariant> {
    let mut invariants = Vec::new();
    for (position, invariant) in known.invariants.iter().enumerate() {
        let (Val::Tile(init), Val::Tile(value)) = (&known.around.inits[position], &head.values[position])
        else {
            invariants.push(invariant.clone());
            continue;
        };
        let ends = exits.iter().filter_map(|exit| match &exit.values[position] {
            Val::Tile(end) => Some((end, &exit.path)),
            Val::Token | Val::Tensor(_) | Val::View(_) => None,
        });
        let ends = Ends { init, head: value, ends: ends.collect() };
        let shape = match &invariant.shape {
            shape @ (Shape::Any { .. } | Shape::Strided { .. }) => propose_shape(machine, shape, &ends, mark),
            shape @ (Shape::Token | Shape::Same | Shape::AddRec(_) | Shape::PrevIteration(_)) => {
                shape.clone()
            }
        };
        if shape.is_exact() || !settled {
            invariants.push(Invariant::new(shape));
            continue;
        }
        let of = (init, &ends.ends[..]);
        let undetermined =
            propose_doubt(machine, &invariant.undetermined, of, mark, &|element| element.undetermined);
        let overflowed = propose_doubt(machine, &invariant.overflowed, of, mark, &overflowed);
        invariants.push(Invariant { shape, undetermined, overflowed });
    }
    invariants
}

/// The shape suggested by the ends.
fn propose_shape<'k>(
    machine: &mut Machine<'k>,
    now: &Shape,
    ends: &Ends<'_, 'k>,
    mark: Watermark<'_>,
) -> Shape {
    let Ends { init, head, ends: tiles } = ends;
    if tiles.iter().all(|(end, _)| Rc::ptr_eq(end, head)) {
        return Shape::Same;
    }
    let scalar = init.ty.shape.is_empty();
    let lane = machine.lane(&init.ty.shape, 0);
    let first = machine.at(init, &lane);
    let lasts: Vec<Element> = tiles.iter().map(|(end, _)| machine.at(end, &lane)).collect();
    // What was so at first and is so again has not moved, as far as is known.
    let still = |last: &Element| distance(&first, last).is_some_and(|by| by.value() == Some(0));
    if lasts.iter().all(still) {
        return Shape::AddRec(Num::constant(0));
    }
    let steps: Option<Vec<Num>> =
        tiles.iter().map(|(end, _)| find_uniform_distance(machine, head, end)).collect();
    if let Some([step, others @ ..]) = steps.as_deref()
        && mark.is_steady(step)
        && others.iter().all(|other| other == step)
    {
        return Shape::AddRec(*step);
    }
    if let (true, [last, others @ ..]) = (scalar, lasts.as_slice())
        && others.iter().all(|other| is_one(last, other))
        && is_timed(last, mark)
    {
        return Shape::PrevIteration(last.clone());
    }
    let may = || {
        let pointers = [&first].into_iter().chain(&lasts).filter_map(|element| element.as_pointer());
        pointers.flat_map(|pointer| pointer.may.iter().copied()).collect::<Vec<_>>()
    };
    let moves = matches!(init.ty.element, ElementType::Pointer(_)) || !scalar;
    match (now, steps) {
        (Shape::Strided { .. }, None) | (Shape::Any { .. }, _) if moves => Shape::any(init, may()),
        (_, Some(steps)) if moves || common_unit(&steps, mark).value() != Some(1) => {
            Shape::strided(common_unit(&steps, mark))
        }
        (_, _) => Shape::any(init, may()),
    }
}

/// Whether an element depends only on the iteration.
fn is_timed(element: &Element, mark: Watermark<'_>) -> bool {
    let mut variables = Variables::default();
    variables.truth(&element.undetermined);
    match &element.value {
        Value::Int(SymbolicInt::Bit(bit)) => variables.truth(bit),
        Value::Int(SymbolicInt::Number { signed, .. }) => variables.num(signed),
        Value::Float(_) => return false,
        Value::Pointer(pointer) => {
            variables.num(&pointer.which);
            variables.num(&pointer.offset);
            variables.truth(&pointer.overflowed);
        }
    }
    mark.are_timed(&variables)
}

/// Whether two elements are the same terms.
fn is_one(a: &Element, b: &Element) -> bool {
    let same = match (&a.value, &b.value) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Pointer(a), Value::Pointer(b)) => {
            a.which == b.which && a.offset == b.offset && a.overflowed == b.overflowed
        }
        (Value::Float(_) | Value::Int(_) | Value::Pointer(_), _) => false,
    };
    same && a.undetermined == b.undetermined
}

/// The common divisor of all steps: a steady step that divides all, or a number.
fn common_unit(steps: &[Num], mark: Watermark<'_>) -> Num {
    let choices: Vec<Num> = steps.iter().flat_map(|step| step.choices()).collect();
    let divides = |unit: &&Num| steps.iter().all(|step| step.quotient(unit).is_some());
    let symbolic = choices.iter().filter(|step| step.value().is_none());
    if let Some(step) = symbolic.filter(|step| mark.is_steady(step)).find(divides) {
        return *step;
    }
    Num::constant(steps.iter().fold(0, |divisor, step| gcd(divisor, step.content())).max(1))
}
