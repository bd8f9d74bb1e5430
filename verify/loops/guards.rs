//! Candidates from guards: a condition on the carried values on the path to the next iteration becomes a condition on the next
//! carried values. A number that leaves the loop at a value, as in `i != 8`, does not pass the value.

use spec::domain::{Bool as _, Number};

use crate::loops::carried::{BodyPass, holds_initially};
use crate::loops::invariant::Fact;
use crate::smt::lower::conjuncts;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Substitution, Truth, Var, Variables};

/// Suggests facts from the pass's conditions about its final values.
pub(super) fn propose_guards<'k>(
    machine: &mut Machine<'k>,
    pass: &mut BodyPass<'_, 'k>,
    found: &mut Vec<Fact>,
) {
    let mut all: Vec<Truth> = Vec::new();
    for (number, exit) in pass.exits.iter().enumerate() {
        for part in conjuncts(&exit.path) {
            all.extend(shift_guard(pass, number, &part));
        }
    }
    propose_stops(machine, pass, found);
    let is_first = Num::var(pass.known.count).equals(&Num::constant(0));
    for holds in all {
        if holds.value().is_some() || found.iter().any(|fact| fact.holds == holds) {
            continue;
        }
        // A fact that fails initially may hold from the second head on.
        let holds = if holds_initially(machine, pass, &holds) { holds } else { is_first.or(&holds) };
        found.push(Fact { holds, lane: None });
    }
}

/// Suggests that a number stays on its side of the value at which the loop ends.
fn propose_stops<'k>(machine: &mut Machine<'k>, pass: &mut BodyPass<'_, 'k>, found: &mut Vec<Fact>) {
    let zero = Num::constant(0);
    let mut sides: Vec<Truth> = Vec::new();
    for part in pass.exits.iter().flat_map(|exit| conjuncts(&exit.path)) {
        if let Some((distance, true)) = part.not().as_comparison() {
            let both = [distance.at_most(&zero), zero.at_most(&distance)];
            sides.extend(both.iter().filter_map(|side| at_head(pass, side)));
        }
    }
    for holds in sides {
        let is_new = holds.value().is_none() && !found.iter().any(|fact| fact.holds == holds);
        if is_new && holds_initially(machine, pass, &holds) {
            found.push(Fact { holds, lane: None });
        }
    }
}

fn is_open(pass: &BodyPass<'_, '_>, var: Var) -> bool {
    pass.head.open.iter().any(|(from, _)| *from == var)
}

/// Whether a condition is about what is carried, and about nothing that is new in every iteration.
fn is_about(pass: &BodyPass<'_, '_>, part: &Truth) -> bool {
    let iteration = &pass.known.around.iteration;
    let mut variables = Variables::default();
    variables.truth(part);
    let counts = pass.known.around.limits.is_empty();
    variables.nums.iter().any(|var| is_open(pass, *var) || counts && iteration.has(*var))
        && pass.mark.are_known(&variables, |var| is_open(pass, var) || iteration.has(var))
}

/// A condition of an iteration, said of the values at its head.
fn at_head(pass: &BodyPass<'_, '_>, part: &Truth) -> Option<Truth> {
    let iteration = &pass.known.around.iteration;
    let mut variables = Variables::default();
    variables.truth(part);
    let is_carried = |var: Var| is_open(pass, var) || iteration.has(var);
    if !variables.nums.iter().any(|var| is_carried(*var)) || !pass.mark.are_known(&variables, is_carried) {
        return None;
    }
    let mut now = iteration.at(&Num::var(pass.known.count));
    for var in variables.nums.iter().filter(|var| is_open(pass, **var)) {
        let carry = pass.carries.iter().find(|carry| of_variable(&carry.start, *var).is_some())?;
        let (unit, first) = of_variable(&carry.start, *var)?;
        now.nums.insert(*var, carry.value.sub(&first).quotient(&unit)?);
    }
    Some(now.truth(part))
}

/// The condition said of the values that the exit hands over.
fn shift_guard(pass: &BodyPass<'_, '_>, exit: usize, part: &Truth) -> Option<Truth> {
    if !is_about(pass, part) {
        return None;
    }
    let iteration = &pass.known.around.iteration;
    let mut variables = Variables::default();
    variables.truth(part);
    let mut before = iteration.at(&Num::var(pass.known.count).sub(&Num::constant(1)));
    let mut open = variables.nums.iter().filter(|var| is_open(pass, **var)).copied().collect::<Vec<_>>();
    // The previous value of a carried variable is its current value minus its change.
    while let Some(var) = open.pop() {
        let carry = pass.carries.iter().find(|carry| of_variable(&carry.start, var).is_some())?;
        let (unit, first) = of_variable(&carry.start, var)?;
        let moved = carry.ends.get(exit)?.minus(&carry.start);
        let mut of_move = Variables::default();
        of_move.num(&moved);
        if !pass.mark.are_timed(&of_move) {
            return None;
        }
        let moved = before.num(&moved);
        let from = carry.value.sub(&first).sub(&moved).quotient(&unit)?;
        before.nums.insert(var, from);
        before = fresh(before);
    }
    Some(before.truth(part))
}

/// A substitution without its memory.
fn fresh(of: Substitution) -> Substitution {
    let mut new = Substitution::default();
    new.nums = of.nums;
    new.bools = of.bools;
    new
}

/// `unit·variable + first`
fn of_variable(num: &Num, var: Var) -> Option<(Num, Num)> {
    let variable = Num::var(var);
    let mut zero = Substitution::default();
    zero.nums.insert(var, Num::constant(0));
    let first = zero.num(num);
    let rest = num.sub(&first);
    let unit = rest.quotient(&variable)?;
    let mut left = Variables::default();
    left.num(&unit);
    (rest.value() != Some(0) && !left.nums.contains(&var)).then_some((unit, first))
}
