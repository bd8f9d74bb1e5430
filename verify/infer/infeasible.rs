//! Infeasible requirements. Some requirements fail in every launch that reaches them, so no clause can help. Others are broken by
//! every launch with ones in its integer arrays, so no clause about sizes can help.

use spec::domain::{Bool as _, Number};

use crate::budget::policy::Purpose;
use crate::infer::choose::{concerns, restrict_to_natural};
use crate::infer::contents::find_loaded_numbers;
use crate::infer::search::Search;
use crate::smt::answer::Answer;
use crate::terms::{
    Num, Substitution, Truth, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Var, VarKind, Variables, var_info,
};

/// The most choices of extreme values.
const EXTREMES: usize = 64;

/// Whether every launch that reaches the place breaks the requirement: always, or in some first or last block,
/// iteration and lane, for any loaded values.
pub(super) fn is_infeasible(machine: &mut Search<'_, '_>, place: &Truth, broken: &Truth) -> bool {
    let otherwise = place.and(&broken.not());
    is_unnatural(machine, &otherwise) || is_broken_with(machine, place, broken, &[])
}

/// Whether every launch that reaches the place breaks the requirement there, or in a first or last block, iteration and
/// lane. All integers loaded from undescribed arrays are taken as ones (lengths of one element, first indices). Then no
/// clause about grid and arguments excludes the failure, and a clause about memory would exclude usual contents.
pub(super) fn is_broken_with_ones(machine: &mut Search<'_, '_>, place: &Truth, broken: &Truth) -> bool {
    let mut seen = Variables::default();
    seen.truth(broken);
    let loaded = find_loaded_numbers(machine, &machine.inference.open.contents);
    let has_one = |var: &Var| (var_info(*var).lo..=var_info(*var).hi).contains(&1);
    let ones: Vec<Var> = loaded.into_keys().filter(has_one).collect();
    ones.iter().any(|var| seen.nums.contains(var)) && is_broken_with(machine, place, broken, &ones)
}

/// Whether every launch that reaches the place breaks the requirement in some first or last block, iteration and lane, for
/// arbitrary loads except given ones. Some launch must have these loads.
fn is_broken_with(machine: &mut Search<'_, '_>, place: &Truth, broken: &Truth, ones: &[Var]) -> bool {
    let facts = machine.solver.facts();
    let facts: Vec<&Truth> =
        facts.iter().filter(|fact| concerns(fact, std::slice::from_ref(broken))).collect();
    let mut seen = Variables::default();
    seen.truth(broken);
    facts.iter().for_each(|fact| seen.truth(fact));
    // The chosen block, iteration and lane have their own values, unlike the general place.
    let mut values = Substitution::default();
    for var in seen.nums.iter().filter(|var| var_info(**var).kind == VarKind::Own) {
        let info = var_info(*var);
        let one = ones.contains(var).then(|| Num::constant(1));
        values.nums.insert(*var, one.unwrap_or_else(|| Num::fresh(&info.name, info.lo, info.hi)));
    }
    values.bools.extend(seen.bools.iter().map(|bit| (*bit, Truth::fresh())));
    // Facts about the block, iteration and lane must hold for the chosen ones; facts about values hold anyway.
    let (of_values, of_places): (Vec<&Truth>, Vec<&Truth>) =
        facts.into_iter().partition(|fact| speaks_of_values(fact));
    let all = |facts: Vec<&Truth>| facts.into_iter().fold(Truth::constant(true), |all, fact| all.and(fact));
    let (known, whole) = (values.truth(&all(of_values)), values.truth(&broken.and(&all(of_places))));
    let places = seen.nums.into_iter().filter(|var| is_place(*var));
    list_extremes(machine, places).iter_mut().any(|choice| {
        let (known, whole) = (choice.truth(&known), choice.truth(&whole));
        let breaks = is_unnatural(machine, &place.and(&known).and(&whole.not()));
        breaks
            && (ones.is_empty()
                || machine.solver.ask(&known.and(&whole), Purpose::Clause) == Answer::Possible)
    })
}

/// Whether no launch with natural arguments makes a formula true.
fn is_unnatural(machine: &mut Search<'_, '_>, formula: &Truth) -> bool {
    let natural = restrict_to_natural(machine, formula);
    machine.solver.excludes(&formula.and(&natural), Purpose::Clause)
}

/// First or last blocks, iterations and lanes.
fn list_extremes(machine: &Search<'_, '_>, places: impl Iterator<Item = Var>) -> Vec<Substitution> {
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

/// Whether a variable identifies a block, an iteration or a lane.
fn is_place(var: Var) -> bool {
    matches!(var_info(var).kind, VarKind::Instance | VarKind::Lane)
}

/// Whether a formula mentions values that differ between blocks.
fn speaks_of_values(formula: &Truth) -> bool {
    let mut seen = Variables::default();
    seen.truth(formula);
    !seen.bools.is_empty() || seen.nums.iter().any(|var| var_info(*var).kind == VarKind::Own)
}
