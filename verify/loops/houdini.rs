//! Houdini: invariant candidates are assumed at the head and checked at every back edge. Failing candidates are weakened or dropped until
//! the rest is inductive (Flanagan and Leino, "Houdini, an Annotation Assistant for ESC/Java", FME 2001).

use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number};

use super::relational::drop_subsumed;
use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::loops::bisect::{bind_stand_ins, drop_unproved};
use crate::loops::distance::{distance, find_multiple, overflowed};
use crate::loops::invariant::{Body, Invariant, LoopInvariants, Shape, Watermark};
use crate::loops::loop_header::LoopHeader;
use crate::loops::pass::run_pass;
use crate::loops::relational::add_candidates;
use crate::smt::lower::conjuncts;
use crate::symbolic::checkpoint::{discard_pass, keep_pass};
use crate::symbolic::exit::Exit;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth, Variables};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Value};
use crate::values::tile::{Doubt, Tile};

/// The most rounds: every round weakens something, and there is only so much.
const ROUNDS: usize = 64;

/// The result of a round of checks.
struct CheckedRound {
    invariants: Vec<Invariant>,
    /// The facts that held.
    kept: Vec<bool>,
    trail: Truth,
    /// Whether the facts say more than the invariants of every head.
    news: bool,
}

/// Weakens candidates until they hold at every head, if possible.
pub(super) fn check_inductive<'k>(
    machine: &mut Machine<'k>,
    known: &mut LoopInvariants<'k>,
    body: &mut Body<'k, '_>,
) -> bool {
    if machine.setup.has(Flaw::UncheckedLoop) {
        return true;
    }
    for number in 0..ROUNDS {
        let _span = tracing::debug_span!("round", number).entered();
        let (before, round, left) =
            run_pass(machine, known, Mode::Check, body, |machine, head, exits, mark| {
                check_round(machine, known, head, exits, mark)
            });
        let mut changed = vec![false; known.invariants.len()];
        for (position, (new, old)) in round.invariants.iter().zip(&known.invariants).enumerate() {
            changed[position] = !new.is_like(old);
        }
        let dropped = round.kept.iter().any(|kept| !kept);
        tracing::debug!(
            candidates = round.kept.len(),
            dropped = round.kept.iter().filter(|kept| !**kept).count(),
            reshaped = changed.iter().filter(|changed| **changed).count(),
            "checked that candidates are inductive"
        );
        if !dropped && !changed.contains(&true) {
            // Where nothing is to be recorded, and the trail tells nothing new, this pass is as good as another.
            if before.is_check() && !round.news {
                keep_pass(machine, before);
                known.left = Some(left);
            } else {
                discard_pass(machine, before);
            }
            known.trail = round.trail;
            drop_subsumed(&mut known.facts);
            return true;
        }
        discard_pass(machine, before);
        let mut kept = round.kept.iter();
        known.facts.retain(|_| kept.next().copied().unwrap_or(false));
        let mut reshaped = false;
        for ((new, old), changed) in round.invariants.into_iter().zip(&mut known.invariants).zip(changed) {
            if !changed {
                continue;
            }
            let (gone, still) = (old.shape.stand_ins(), new.shape.stand_ins());
            known.facts.retain(|fact| !fact.mentions(&gone, &still));
            reshaped |= std::mem::discriminant(&new.shape) != std::mem::discriminant(&old.shape);
            *old = new;
        }
        if reshaped {
            add_candidates(machine, known, body);
        }
    }
    false
}

fn check_round<'k>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    head: &LoopHeader<'k>,
    exits: &[Exit<'k>],
    mark: Watermark<'_>,
) -> CheckedRound {
    let mut invariants = known.invariants.clone();
    let mut kept = vec![true; known.facts.len()];
    let next = known.around.iteration.count().add(&Num::constant(1));
    let entered = head.here.and(&head.facts);
    for exit in exits {
        machine.state.path = exit.path;
        for (position, invariant) in invariants.iter_mut().enumerate() {
            let (Val::Tile(init), Val::Tile(end)) = (&known.around.inits[position], &exit.values[position])
            else {
                continue;
            };
            weaken_invariant(machine, invariant, init, end, &next);
        }
        // Of what was reshaped here nothing is asked any more.
        let after = bind_stand_ins(machine, known, &exit.values, &next);
        drop_unproved(machine, &known.facts, &mut kept, after);
    }
    let entered = conjuncts(&entered);
    let trail = summarise_trail(exits, mark);
    let news = conjuncts(&trail).iter().any(|part| !entered.contains(part));
    CheckedRound { invariants, kept, trail, news }
}

/// Checks an invariant at the end of an iteration, and weakens the invariant to the provable part.
fn weaken_invariant<'k>(
    machine: &mut Machine<'k>,
    invariant: &mut Invariant,
    init: &Tile<'k>,
    end: &Tile<'k>,
    next: &Num,
) {
    let lane = machine.lane(&init.ty.shape, 0);
    let (first, last) = (machine.at(init, &lane), machine.at(end, &lane));
    let path = machine.state.path;
    let kept = match &invariant.shape {
        Shape::Token => return,
        // For this suggestion, only the identical value came back, for any values.
        Shape::Same => Rc::ptr_eq(init, end) || prove_equal(machine, &first, &last),
        Shape::AddRec(step) => distance(&first, &last)
            .is_some_and(|by| machine.solver.proves(&by.equals(&step.mul(next)), &path, Purpose::Invariant)),
        Shape::PrevIteration(before) => {
            let doubts = last
                .undetermined
                .implies(&before.undetermined)
                .and(&overflowed(&last).implies(&overflowed(before)));
            prove_equal(machine, before, &last) && machine.solver.proves(&doubts, &path, Purpose::Invariant)
        }
        Shape::Strided { unit, .. } => find_multiple(machine, init, end, unit).is_some(),
        Shape::Any { may, .. } => {
            last.as_pointer().is_none_or(|pointer| pointer.may.iter().all(|which| may.contains(which)))
        }
    };
    if !kept {
        invariant.shape = loosen_shape(machine, &invariant.shape, init, (end, &last));
    }
    if matches!(invariant.shape, Shape::PrevIteration(_)) {
        return;
    }
    invariant.undetermined = weaken_doubt(
        machine,
        invariant.undetermined.clone(),
        &lane,
        (&first.undetermined, &last.undetermined),
    );
    let (was, is) = (overflowed(&first), overflowed(&last));
    invariant.overflowed = weaken_doubt(machine, invariant.overflowed.clone(), &lane, (&was, &is));
}

/// A weaker shape.
fn loosen_shape<'k>(
    machine: &mut Machine<'k>,
    shape: &Shape,
    init: &Tile<'k>,
    (end, last): (&Tile<'k>, &Element),
) -> Shape {
    let lane = machine.lane(&init.ty.shape, 0);
    let first = machine.at(init, &lane);
    let scalar = init.ty.shape.is_empty();
    let moves = first.as_pointer().is_some() || !scalar;
    let closed = !matches!(shape, Shape::Strided { .. } | Shape::Any { .. });
    if closed && moves && find_multiple(machine, init, end, &Num::constant(1)).is_some() {
        return Shape::strided(Num::constant(1));
    }
    let pointers = [&first, last].into_iter().filter_map(|element| element.as_pointer());
    let may: Vec<usize> = pointers.flat_map(|pointer| pointer.may.iter().copied()).collect();
    match shape {
        Shape::Any { may: known, slot } => Shape::any_in(*slot, known.iter().copied().chain(may)),
        Shape::Token | Shape::Same | Shape::AddRec(_) | Shape::PrevIteration(_) | Shape::Strided { .. } => {
            Shape::any(init, may)
        }
    }
}

/// What may still be said of when an element is in doubt: nothing, if an iteration ends otherwise.
fn weaken_doubt(
    machine: &mut Machine<'_>,
    doubt: Doubt,
    lane: &[Num],
    (first, last): (&Truth, &Truth),
) -> Doubt {
    let allowed = match &doubt {
        Doubt::Kept => *first,
        Doubt::Where { .. } | Doubt::Anywhere => match doubt.at(lane) {
            Some(holds) => holds,
            None => return doubt,
        },
    };
    let path = machine.state.path;
    let stays = last.implies(&allowed);
    if machine.solver.proves(&stays, &path, Purpose::Invariant) {
        return doubt;
    }
    if machine.policy.searches() && machine.state.mode == Mode::Check {
        machine.arithmetic.note_regret(&path, &stays);
    }
    Doubt::Anywhere
}

/// Whether two elements are provably one value; of floats nothing is known.
fn prove_equal(machine: &mut Machine<'_>, a: &Element, b: &Element) -> bool {
    let path = machine.state.path;
    let known = match (&a.value, &b.value) {
        (Value::Int(SymbolicInt::Bit(_) | SymbolicInt::Number { .. }), Value::Int(b)) => b.bits() > 0,
        (Value::Pointer(a), Value::Pointer(b)) => b.may.iter().all(|which| a.may.contains(which)),
        (Value::Int(_) | Value::Float(_) | Value::Pointer(_), _) => false,
    };
    known && machine.solver.proves(&a.same_value(b), &path, Purpose::Invariant)
}

/// The facts at the end of every iteration but the last, about values that change only with the iteration's variables.
fn summarise_trail(exits: &[Exit<'_>], mark: Watermark<'_>) -> Truth {
    exits.iter().fold(Truth::constant(false), |any, exit| {
        let steady = |part: &Truth| {
            let mut variables = Variables::default();
            variables.truth(part);
            mark.are_timed(&variables)
        };
        let parts = conjuncts(&exit.path).into_iter().filter(steady);
        any.or(&parts.fold(Truth::constant(true), |all, part| all.and(&part)))
    })
}
