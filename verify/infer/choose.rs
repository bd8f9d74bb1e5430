//! The choice among candidate clauses: the weakest clause that suffices and keeps reachable places reachable.

use spec::domain::{Bool as _, Number};

use super::clause::Clause;
use super::render::Rank;
use crate::budget::policy::Purpose;
use crate::infer::accepted::{accept_clause, interpret_clauses};
use crate::infer::search::Search;
use crate::smt::answer::Answer;
use crate::smt::fact::Fact;
use crate::smt::reason::Always;
use crate::terms::{Num, Truth, VarKind, Variables, var_info};

/// A helpful candidate clause; the best come first.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    pub(super) rank: Rank,
    pub(super) clauses: Vec<Clause>,
}

/// Whether the contract leaves open what the clause is about.
pub(crate) fn is_open(machine: &Search<'_, '_>, clause: &Clause) -> bool {
    machine.inference.open.admits(clause)
}

/// Takes the first clause that suffices and keeps everything reachable, or a weaker version.
pub(crate) fn take_best(
    machine: &mut Search<'_, '_>,
    candidates: Vec<Candidate>,
    place: &Truth,
    bad: &Truth,
) -> bool {
    let mut best: Option<(Candidate, Truth)> = None;
    for candidate in candidates {
        let clauses = || candidate.clauses.iter().map(ToString::to_string).collect::<Vec<_>>();
        tracing::debug!(clauses = ?clauses(), "looks at");
        let holds = interpret_clauses(machine, &candidate.clauses);
        let weaker = match &best {
            Some((_, best)) => {
                machine.solver.proves(&holds, best, Purpose::Clause)
                    && !machine.solver.proves(best, &holds, Purpose::Clause)
            }
            None => true,
        };
        let mut suffices = || machine.solver.excludes(&bad.and(&holds), Purpose::Clause);
        if weaker && suffices() && leaves_reachable(machine, place, &holds) {
            best = Some((candidate, holds));
        }
    }
    let Some((candidate, holds)) = best else { return false };
    machine.solver.assume(&Fact::always(&holds, Always::Clause));
    for clause in candidate.clauses {
        tracing::debug!(%clause, "accepted");
        accept_clause(machine, clause);
    }
    true
}

/// Finds a reachable place, with natural arguments if possible. Nobody wants a clause that leaves only negative sizes, wrapping arithmetic
/// or empty views.
pub(crate) fn find_natural(machine: &mut Search<'_, '_>, place: &Truth) -> Option<Truth> {
    let natural = place.and(&restrict_to_natural(machine, place));
    let kept = machine.arithmetic.natural.iter().fold(natural, |all, one| all.and(one));
    if machine.solver.ask(&kept, Purpose::Clause) == Answer::Possible {
        return Some(kept);
    }
    if machine.solver.ask(&natural, Purpose::Clause) == Answer::Possible {
        return Some(natural);
    }
    (machine.solver.ask(place, Purpose::Clause) == Answer::Possible).then_some(*place)
}

/// The condition that the integer arguments of a formula are at least zero.
pub(crate) fn restrict_to_natural(machine: &Search<'_, '_>, formula: &Truth) -> Truth {
    let mut spoken_of = Variables::default();
    spoken_of.truth(formula);
    let scalars = machine.setup.scalars.iter().flatten();
    let scalars = scalars.filter(|scalar| scalar.as_var().is_some_and(|var| spoken_of.nums.contains(&var)));
    scalars.fold(Truth::constant(true), |all, scalar| all.and(&Num::constant(0).at_most(scalar)))
}

pub(crate) fn leaves_reachable(machine: &mut Search<'_, '_>, place: &Truth, holds: &Truth) -> bool {
    let mut must_stay_reachable = machine.inference.must_stay_reachable.clone();
    must_stay_reachable.extend(find_natural(machine, place));
    let with = |place: &Truth| place.and(&restrict_to_natural(machine, holds)).and(holds);
    let must_stay_reachable: Vec<Truth> = must_stay_reachable.iter().map(with).collect();
    must_stay_reachable.iter().all(|place| machine.solver.ask(place, Purpose::Clause) == Answer::Possible)
}

pub(crate) fn ask_what_is_reached(machine: &mut Search<'_, '_>) {
    for place in std::mem::take(&mut machine.inference.unasked) {
        if let Some(place) = find_natural(machine, &place) {
            machine.inference.must_stay_reachable.push(place);
        }
    }
}

/// Whether a fact speaks of a block, iteration or lane that literals speak of.
pub(crate) fn concerns(fact: &Truth, literals: &[Truth]) -> bool {
    let own = |truth: &Truth| {
        let mut seen = Variables::default();
        seen.truth(truth);
        seen.nums.retain(|var| var_info(*var).kind != VarKind::Shared);
        seen.nums
    };
    let mine = own(fact);
    !mine.is_empty() && literals.iter().any(|literal| !own(literal).is_disjoint(&mine))
}
