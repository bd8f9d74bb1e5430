//! Abduction of preconditions: clauses that imply a failing requirement (Dillig, Dillig and Aiken, "Automated Error Diagnosis Using
//! Abductive Inference", PLDI 2012, abduce explanations in the same way: by eliminating variables).

use spec::domain::{Bool as _, Number};
use spec::rules::Rule;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::span::Place;

use super::cases::{cases, propagate};
use super::clause::Clause;
use super::clause::fraction::multiplies_by_fraction;
use super::constraints::{System, private, systems, with_ranges};
use super::expressions::binary;
use super::project::{project, variables};
use super::render::{ContractVocabulary, Rank};
use crate::budget::policy::Purpose;
use crate::infer::choose::{Candidate, ask_what_is_reached, concerns, is_open, take_best};
use crate::infer::contents::lengths::{may_measure, propose_lengths};
use crate::infer::contents::{allow_exceptions, find_loaded_numbers, propose_contents};
use crate::infer::infeasible::{is_broken_with_ones, is_infeasible};
use crate::infer::search::{Inference, Search};
use crate::terms::{Num, Truth, TruthNode, Var, Variables};

/// The most candidate clauses of one case.
const CANDIDATES: usize = 24;

/// Reachable places must stay reachable.
pub(super) fn keep_reachable(inference: &mut Inference, place: &Truth) {
    if !inference.unasked.contains(place) && !inference.must_stay_reachable.contains(place) {
        inference.unasked.push(*place);
    }
}

/// Looks for clauses that exclude the failures of a requirement, described by `broken`. `place` is the path
/// condition.
pub(super) fn abduce(
    machine: &mut Search<'_, '_>,
    (rule, at): (Rule, &Place),
    place: &Truth,
    broken: &Truth,
) {
    let alone = machine.inference.alone.clone();
    if alone.as_ref().is_some_and(|only| only.rule != rule || !only.at.coincides(at)) {
        return;
    }
    if machine.solver.excludes(broken, Purpose::Clause) {
        return;
    }
    tracing::debug!(rule = rule.code(), ?at, "a requirement fails");
    ask_what_is_reached(machine);
    if alone.as_ref().is_none_or(|only| !only.finds_clauses) {
        note_broken_with_ones(machine, (rule, at), place, broken);
    }
    if alone.as_ref().is_some_and(|only| !only.finds_clauses) {
        if is_infeasible(machine, place, broken) {
            note_infeasible(machine, rule, at);
        }
        // Nothing else is asked of such a search.
        if machine.inference.found.is_broken_always() {
            machine.end();
        }
        return;
    }
    let facts = machine.solver.facts();
    if exclude(machine, broken, place, &facts) {
        return;
    }
    let infeasible = alone.is_none() && is_infeasible(machine, place, broken);
    tracing::debug!(rule = rule.code(), ?at, infeasible, "no clause was found");
    leave_open(machine, rule, at);
    if infeasible {
        note_infeasible(machine, rule, at);
    }
}

/// Records a requirement that every launch with ones in memory breaks.
fn note_broken_with_ones(
    machine: &mut Search<'_, '_>,
    (rule, at): (Rule, &Place),
    place: &Truth,
    broken: &Truth,
) {
    // The check depends on counts: other requirements on elements, such as different indices, are rarely kept
    // by ones.
    let with_ones = rule == Rule::IndexSpace && is_broken_with_ones(machine, place, broken);
    tracing::debug!(rule = rule.code(), with_ones, "broken by ones in memory");
    if with_ones {
        machine.inference.found.broken_with_ones.get_or_insert_with(|| (rule, at.clone()));
    }
}

fn note_infeasible(machine: &mut Search<'_, '_>, rule: Rule, at: &Place) {
    machine.inference.found.infeasible.get_or_insert_with(|| (rule, at.clone()));
}

fn leave_open(machine: &mut Search<'_, '_>, rule: Rule, at: &Place) {
    machine.inference.found.open.push((rule, at.clone()));
}

/// Looks for clauses under which arithmetic assumed exact does not wrap. The clauses are kept only if some requirement
/// needs them.
pub(super) fn abduce_for_doubts(machine: &mut Search<'_, '_>) {
    ask_what_is_reached(machine);
    let found = machine.inference.found.clauses.len();
    let doubts = std::mem::take(&mut machine.arithmetic.doubts);
    let loop_regrets = std::mem::take(&mut machine.arithmetic.loop_regrets);
    for (path, fits) in doubts.into_iter().chain(loop_regrets) {
        let wraps = path.and(&fits.not());
        if machine.solver.excludes(&wraps, Purpose::Clause) {
            continue;
        }
        let facts = machine.solver.facts();
        exclude(machine, &wraps, &path, &facts);
    }
    let suggestion = &mut machine.inference.found;
    suggestion.exact = suggestion.clauses.split_off(found.min(suggestion.clauses.len()));
}

/// Finds clauses that contradict a formula; returns whether they exclude all of it.
fn exclude(machine: &mut Search<'_, '_>, formula: &Truth, place: &Truth, facts: &[Truth]) -> bool {
    let mut excluded = true;
    let known = shared_facts(facts);
    for case in cases(formula) {
        let mut literals = case.clone();
        propagate(&mut literals, facts, &mut concerns);
        for (literals, system) in systems(&literals) {
            let bad = literals.iter().fold(Truth::constant(true), |all, literal| all.and(literal));
            if machine.solver.excludes(&bad, Purpose::Clause) {
                continue;
            }
            let candidates = collect_candidates(machine, &case, &system, &known);
            excluded &= take_best(machine, candidates, place, &bad);
        }
    }
    excluded
}

/// Collects clauses that contradict one of the constraints.
fn collect_candidates(
    machine: &Search<'_, '_>,
    case: &[Truth],
    system: &System,
    shared: &[Num],
) -> Vec<Candidate> {
    let vocabulary = ContractVocabulary::new(&machine.setup);
    let mut found: Vec<Candidate> = Vec::new();
    let mut add = |rank, clauses: Vec<Clause>| {
        if !clauses.is_empty() && !found.iter().any(|other| other.clauses == clauses) {
            found.push(Candidate { rank, clauses });
        }
    };
    for literal in case {
        if let Some((rank, clause)) = vocabulary.literal(&literal.not()) {
            add(rank, vec![clause]);
        }
    }
    let known = |var: Var| vocabulary.knows(var);
    for wide in [false, true] {
        for facet in project(&with_ranges(system, &known, wide), &known, shared).into_iter().flatten() {
            // Bad launches have facet ≤ 0, and good launches facet − 1 ≥ 0.
            if let Some((rank, clause)) = vocabulary.natural(&facet.sub(&Num::constant(1))) {
                // A size that only a type bounds is none.
                if !(wide && matches!(clause, Clause::Buffer { .. })) {
                    add(if wide { Rank::Wide } else { rank }, vec![clause]);
                }
            }
        }
    }
    for clauses in propose_about_loaded(machine, case, (system, shared), &vocabulary) {
        let rank = if clauses.iter().all(Clause::is_fitting) { Rank::Fitting } else { Rank::Other };
        add(rank, clauses);
    }
    for (factor, scalar) in strides_of(machine, case) {
        if let Some(left) = vocabulary.sum_of(&scalar) {
            let left = binary(Binary::Rem, left, Expr::Number(factor));
            add(Rank::Other, vec![Clause::Requires(binary(Binary::Eq, left, Expr::Number(0)))]);
        }
    }
    for clause in propose_alignments(machine, case) {
        add(Rank::Buffer, vec![clause]);
    }
    let is_wanted = |clause: &Clause| {
        is_open(machine, clause)
            && !clause.is_of_type_alone()
            && !multiplies_by_fraction(clause)
            && (machine.inference.narrows || !clause.leaves_one(&machine.setup.bound))
    };
    found.retain(|candidate| candidate.clauses.iter().all(is_wanted));
    found.sort_by_key(|candidate| candidate.rank);
    found.truncate(CANDIDATES);
    found
}

/// Clauses about loaded numbers under which a system of constraints has no solution.
fn propose_about_loaded(
    machine: &Search<'_, '_>,
    case: &[Truth],
    (system, shared): (&System, &[Num]),
    vocabulary: &ContractVocabulary<'_, '_>,
) -> Vec<Vec<Clause>> {
    let loaded = find_loaded_numbers(machine, &machine.inference.open.contents);
    if loaded.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    // Known facts about sizes are included, so that contents get bounds from the bounds of sizes.
    let kept = |var: Var| vocabulary.names_it(var) || loaded.contains_key(&var);
    let sizes = shared.iter().filter(|num| variables(num).into_iter().any(|var| !vocabulary.names_it(var)));
    let with_sizes: Vec<Num> = system.iter().chain(sizes).cloned().collect();
    for facet in project(&with_ranges(&with_sizes, &kept, false), &kept, shared).into_iter().flatten() {
        let clauses = propose_contents(machine, &facet.sub(&Num::constant(1)), &loaded, vocabulary);
        let with_exceptions = allow_exceptions(machine, &clauses, case, &loaded);
        found.extend([clauses, with_exceptions]);
    }
    if may_measure(machine) {
        found.extend(propose_lengths(machine, system, shared, &loaded));
    }
    found
}

/// Greater alignments of the buffers whose addresses the case speaks of.
fn propose_alignments(machine: &Search<'_, '_>, case: &[Truth]) -> Vec<Clause> {
    let mut found = Vec::new();
    for allocation in &machine.setup.allocations {
        if mentions_base(case, &allocation.base) {
            let (parameter, name) = (allocation.parameter, allocation.name.clone());
            let powers = (1..=8).map(|power| 1u64 << power).filter(|bytes| *bytes > allocation.alignment);
            found.extend(powers.map(|bytes| Clause::Align { parameter, name: name.clone(), bytes }));
        }
    }
    found
}

/// Integer arguments next to a multiplied number, with its factor: they may have to be multiples of the factor.
fn strides_of(machine: &Search<'_, '_>, case: &[Truth]) -> Vec<(i128, Num)> {
    let mut found = Vec::new();
    for literal in case {
        let TruthNode::AtMostZero(num) = literal.node() else { continue };
        let terms = num.terms();
        let factors = terms.iter().map(|(_, factor)| factor.saturating_abs()).filter(|factor| *factor > 1);
        let Some(factor) = factors.max().filter(|factor| *factor < 1 << 24) else { continue };
        for scalar in machine.setup.scalars.iter().flatten() {
            let Some(var) = scalar.as_var() else { continue };
            let new = !found.contains(&(factor, *scalar));
            if new
                && num
                    .linear_in(var)
                    .is_some_and(|(with, _)| with.value().is_some_and(|f| f.unsigned_abs() == 1))
            {
                found.push((factor, *scalar));
            }
        }
    }
    found
}

/// Whether literals speak of the address of a buffer.
fn mentions_base(literals: &[Truth], base: &Num) -> bool {
    let wanted = variables(base);
    let mut seen = Variables::default();
    literals.iter().for_each(|literal| seen.truth(literal));
    !private(base) && !wanted.is_disjoint(&seen.nums)
}

/// Facts about arguments, grid and sizes alone, as numbers that are at most zero.
fn shared_facts(facts: &[Truth]) -> Vec<Num> {
    let mut known = Vec::new();
    for fact in facts.iter().flat_map(crate::smt::lower::conjuncts) {
        let Some((num, is_equation)) = fact.as_comparison().filter(|(num, _)| !private(num)) else {
            continue;
        };
        known.push(num);
        known.extend(is_equation.then(|| Num::constant(0).sub(&num)));
    }
    known
}
