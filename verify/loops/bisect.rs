//! The valid candidates, found by bisection: all at once if provable, else each half separately.

use spec::domain::{Bool as _, Number};

use super::loop_header::{bit, numbers};
use crate::budget::policy::Purpose;
use crate::loops::distance::find_multiple;
use crate::loops::invariant::{Fact, LoopInvariants, Shape};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Val;
use crate::terms::{Num, Substitution, Truth};

/// Binds the stand-ins for carried values in facts to these values, after the given number of iterations.
pub(super) fn bind_stand_ins<'k>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    values: &[Val<'k>],
    count: &Num,
) -> Substitution {
    let mut bound = Substitution::default();
    bound.nums.insert(known.count, *count);
    for (position, invariant) in known.invariants.iter().enumerate() {
        let (Val::Tile(init), Val::Tile(value)) = (&known.around.inits[position], &values[position]) else {
            continue;
        };
        match &invariant.shape {
            Shape::Strided { unit, times } => {
                // If the distance is no multiple, nothing is bound, and nothing about the number can be
                // shown.
                let turns = find_multiple(machine, init, value, unit);
                bound.nums.extend(turns.map(|turns| (*times, turns)));
            }
            Shape::Any { slot, .. } => {
                let lane = machine.lane(&init.ty.shape, 0);
                let element = machine.at(value, &lane);
                bound.nums.extend(numbers(*slot, &element));
                bound.bools.extend(bit(*slot, &element));
            }
            Shape::Token | Shape::Same | Shape::AddRec(_) | Shape::PrevIteration(_) => {}
        }
    }
    bound
}

/// Binds the stand-ins at the first head.
pub(super) fn bind_initial<'k>(machine: &mut Machine<'k>, known: &LoopInvariants<'k>) -> Substitution {
    bind_stand_ins(machine, known, &known.around.inits, &Num::constant(0))
}

/// Takes back the facts that do not hold here.
pub(super) fn drop_unproved(
    machine: &mut Machine<'_>,
    facts: &[Fact],
    kept: &mut [bool],
    mut bound: Substitution,
) {
    let mut goals: Vec<(usize, Truth)> = Vec::new();
    for (number, fact) in facts.iter().enumerate().filter(|(number, _)| kept[*number]) {
        goals.push((number, bound.truth(&fact.holds)));
    }
    let path = machine.state.path;
    bisect(machine, &goals, kept, &path);
}

/// All at once if possible, else each half for itself.
fn bisect(machine: &mut Machine<'_>, goals: &[(usize, Truth)], kept: &mut [bool], path: &Truth) {
    let all = goals.iter().fold(Truth::constant(true), |all, (_, goal)| all.and(goal));
    if machine.solver.proves(&all, path, Purpose::Invariant) {
        return;
    }
    match goals {
        [] => {}
        [(number, _)] => kept[*number] = false,
        [_, _, ..] => {
            let (left, right) = goals.split_at(goals.len() / 2);
            bisect(machine, left, kept, path);
            bisect(machine, right, kept, path);
        }
    }
}
