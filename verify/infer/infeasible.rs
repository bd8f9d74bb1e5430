//! Infeasible requirements: those that every launch breaks which comes there, so that no clause can be right.

use spec::domain::{Bool as _, Number};

use crate::infer::choose::{concerns, restrict_to_natural};
use crate::smt::answer::Answer;
use crate::symbolic::machine::Machine;
use crate::terms::{
    Num, Substitution, Truth, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Var, VarKind, Variables, var_info,
};

/// The most choices of extreme values.
const EXTREMES: usize = 64;

/// Whether every launch that comes to the place breaks the requirement there: wherever it comes there, or in a first
/// or last block, iteration and lane, whatever is loaded.
pub(super) fn is_infeasible(machine: &mut Machine<'_>, place: &Truth, broken: &Truth) -> bool {
    let otherwise = place.and(&broken.not());
    if is_unnatural(machine, &otherwise) {
        return true;
    }
    let facts = machine.solver.facts();
    let facts: Vec<&Truth> =
        facts.iter().filter(|fact| concerns(fact, std::slice::from_ref(broken))).collect();
    let mut seen = Variables::default();
    seen.truth(broken);
    facts.iter().for_each(|fact| seen.truth(fact));
    // What is chosen has other values than what came to the place.
    let mut values = Substitution::default();
    for var in seen.nums.iter().filter(|var| var_info(**var).kind == VarKind::Own) {
        let info = var_info(*var);
        values.nums.insert(*var, Num::fresh(&info.name, info.lo, info.hi));
    }
    values.bools.extend(seen.bools.iter().map(|bit| (*bit, Truth::fresh())));
    // What is said of the block, iteration and lane must hold of those that are chosen; what is said of values does.
    let (of_values, of_places): (Vec<&Truth>, Vec<&Truth>) =
        facts.into_iter().partition(|fact| speaks_of_values(fact));
    let all = |facts: Vec<&Truth>| facts.into_iter().fold(Truth::constant(true), |all, fact| all.and(fact));
    let (known, whole) = (values.truth(&all(of_values)), values.truth(&broken.and(&all(of_places))));
    let places = seen.nums.into_iter().filter(|var| is_place(*var));
    list_extremes(machine, places).iter_mut().any(|choice| {
        let otherwise = place.and(&choice.truth(&known)).and(&choice.truth(&whole).not());
        is_unnatural(machine, &otherwise)
    })
}

/// Whether no launch with natural arguments makes a formula true.
fn is_unnatural(machine: &mut Machine<'_>, formula: &Truth) -> bool {
    let natural = restrict_to_natural(machine, formula);
    machine.solver.check(&formula.and(&natural)) == Answer::Impossible
}

/// First or last blocks, iterations and lanes.
fn list_extremes(machine: &Machine<'_>, places: impl Iterator<Item = Var>) -> Vec<Substitution> {
    let mut choices: Vec<Substitution> = vec![Substitution::default()];
    for var in places {
        let info = var_info(var);
        let axis = ["bid.x", "bid.y", "bid.z"].iter().position(|name| info.name.starts_with(name));
        let last = match axis {
            Some(axis) => Some(machine.setup.grid[axis].sub(&Num::constant(1))),
            None => (info.hi != UNBOUNDED_ABOVE).then(|| Num::constant(info.hi)),
        };
        let first = (info.lo != UNBOUNDED_BELOW).then(|| Num::constant(info.lo));
        let ends: Vec<Num> = first.into_iter().chain(last).collect();
        let with = |choice: &Substitution, end: &Num| {
            let mut chosen = Substitution::default();
            chosen.nums.clone_from(&choice.nums);
            chosen.nums.insert(var, *end);
            chosen
        };
        let all = choices.iter().flat_map(|choice| ends.iter().map(move |end| with(choice, end)));
        choices = all.take(EXTREMES).collect();
    }
    choices
}

/// Whether a variable says which block, iteration or lane it is.
fn is_place(var: Var) -> bool {
    matches!(var_info(var).kind, VarKind::Instance | VarKind::Lane)
}

/// Whether a formula speaks of values that are not those of all blocks.
fn speaks_of_values(formula: &Truth) -> bool {
    let mut seen = Variables::default();
    seen.truth(formula);
    !seen.bools.is_empty() || seen.nums.iter().any(|var| var_info(*var).kind == VarKind::Own)
}
