//! Requirements that fail, and the clauses that make them hold.

use spec::domain::{Bool as _, Number};
use spec::rules::Rule;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::span::Place;

use super::Inference;
use super::cases::{cases, propagate};
use super::clause::Clause;
use super::constraints::{System, private, systems, with_ranges};
use super::expressions::{binary, is_about_grid};
use super::project::{project, split, variables};
use super::render::{Rank, Words};
use crate::budget::effort;
use crate::smt::solver::Answer;
use crate::symbolic::machine::{Machine, Mode};
use crate::terms::{Num, Truth, TruthNode, Var, VarKind, Variables, var_info};

/// The most clauses that are looked at for one case.
const CANDIDATES: usize = 24;

/// The most that is remembered of what loops carry.
const REGRETS: usize = 12;

/// A clause that may help, the best first.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    pub(super) rank: Rank,
    pub(super) clauses: Vec<Clause>,
}

impl<'k> Machine<'k> {
    /// What some launch reaches must stay reachable.
    pub(crate) fn keep_reachable(&mut self, place: &Truth) {
        if let Some(inference) = &mut self.inference
            && !inference.unasked.contains(place)
            && !inference.vital.contains(place)
        {
            inference.unasked.push(place.clone());
        }
    }

    /// Looks for clauses under which a requirement holds, which fails where `broken` is true. `place` says where
    /// control is.
    pub(crate) fn mend(&mut self, rule: Rule, at: &Place, place: &Truth, broken: &Truth) {
        if self.solver.check(broken) == Answer::Impossible {
            return;
        }
        if effort::is_spent() {
            self.leave_open(rule, at);
            return;
        }
        self.ask_what_is_reached();
        let facts = self.solver.facts();
        let excluded = self.exclude(broken, place, &facts);
        if excluded || self.bound_by_unused(place, broken) {
            return;
        }
        let hopeless = self.is_hopeless(place, broken);
        self.leave_open(rule, at);
        if let Some(inference) = &mut self.inference
            && hopeless
            && inference.found.hopeless.is_none()
        {
            inference.found.hopeless = Some((rule, at.clone()));
        }
    }

    fn leave_open(&mut self, rule: Rule, at: &Place) {
        if let Some(inference) = &mut self.inference {
            inference.found.open.push((rule, at.clone()));
        }
    }

    /// Looks for clauses under which arithmetic does not wrap that was taken not to: they are of use where what is
    /// required is out of reach without them, and dropped again where it is not.
    pub(super) fn settle_doubts(&mut self) {
        self.ask_what_is_reached();
        let found = self.inference.as_ref().map_or(0, |inference| inference.found.clauses.len());
        let doubts = std::mem::take(&mut self.solver.doubts);
        let regrets = std::mem::take(&mut self.solver.regrets);
        for (path, fits) in doubts.into_iter().chain(regrets) {
            let wraps = path.and(&fits.not());
            if self.solver.check(&wraps) == Answer::Impossible {
                continue;
            }
            let facts = self.solver.facts();
            self.exclude(&wraps, &path, &facts);
        }
        if let Some(Inference { found: suggestion, .. }) = &mut self.inference {
            suggestion.exact = suggestion.clauses.split_off(found.min(suggestion.clauses.len()));
        }
    }

    /// Remembers that a loop would carry less that is in doubt, if this held on a path.
    pub(crate) fn regret(&mut self, path: &Truth, holds: &Truth) {
        if self.inference.is_some() && self.mode == Mode::Check && self.solver.regrets.len() < REGRETS {
            self.solver.regrets.push((path.clone(), holds.clone()));
        }
    }

    /// Finds clauses that contradict a formula; whether all of it is excluded.
    fn exclude(&mut self, formula: &Truth, place: &Truth, facts: &[Truth]) -> bool {
        let mut excluded = true;
        let known = shared_facts(facts);
        for case in cases(formula) {
            let mut literals = case.clone();
            propagate(&mut literals, facts, &mut concerns);
            for (literals, system) in systems(&literals) {
                if effort::is_spent() {
                    return false;
                }
                let bad = literals.iter().fold(Truth::constant(true), |all, literal| all.and(literal));
                if self.solver.check(&bad) == Answer::Impossible {
                    continue;
                }
                let candidates = self.candidates(&case, &system, &known);
                excluded &= self.take_best(candidates, place, &bad);
            }
        }
        excluded
    }

    pub(super) fn ask_what_is_reached(&mut self) {
        let Some(inference) = &mut self.inference else { return };
        for place in std::mem::take(&mut inference.unasked) {
            if let Some(place) = self.naturally(&place)
                && let Some(inference) = &mut self.inference
            {
                inference.vital.push(place);
            }
        }
    }

    /// Clauses that contradict one of the constraints.
    fn candidates(&self, case: &[Truth], system: &System, shared: &[Num]) -> Vec<Candidate> {
        let Some(inference) = &self.inference else { return Vec::new() };
        let words = Words::new(&self.setup);
        let mut found: Vec<Candidate> = Vec::new();
        let mut add = |rank, clauses: Vec<Clause>| {
            if !clauses.is_empty() && !found.iter().any(|other| other.clauses == clauses) {
                found.push(Candidate { rank, clauses });
            }
        };
        for literal in case {
            if let Some((rank, clause)) = words.literal(&literal.not()) {
                add(rank, vec![clause]);
            }
        }
        let known = |var: Var| words.knows(var);
        for wide in [false, true] {
            for facet in project(&with_ranges(system, &known, wide), &known, shared).into_iter().flatten() {
                // What is bad has facet ≤ 0; what is good has facet − 1 ≥ 0.
                if let Some((rank, clause)) = words.natural(&facet.sub(&Num::constant(1))) {
                    // A size that only a type bounds is none.
                    if !(wide && matches!(clause, Clause::Buffer { .. })) {
                        add(if wide { Rank::Wide } else { rank }, vec![clause]);
                    }
                }
            }
        }
        let loaded = self.loaded_numbers(&inference.open.contents);
        if !loaded.is_empty() {
            // What is known of sizes goes in, so that contents can be bounded by what sizes are bounded by.
            let kept = |var: Var| words.names_it(var) || loaded.contains_key(&var);
            let sizes =
                shared.iter().filter(|num| variables(num).into_iter().any(|var| !words.names_it(var)));
            let with_sizes: Vec<Num> = system.iter().chain(sizes).cloned().collect();
            for facet in project(&with_ranges(&with_sizes, &kept, false), &kept, shared).into_iter().flatten()
            {
                add(Rank::Other, self.contents_clauses(&facet.sub(&Num::constant(1)), &loaded, &words));
            }
        }
        for (factor, scalar) in self.strides_of(case) {
            if let Some(left) = words.sum_of(&scalar) {
                let left = binary(Binary::Rem, left, Expr::Number(factor));
                add(Rank::Other, vec![Clause::Requires(binary(Binary::Eq, left, Expr::Number(0)))]);
            }
        }
        for allocation in &self.setup.allocations {
            if inference.open.aligns.contains(&allocation.parameter) && mentions_base(case, &allocation.base)
            {
                let (parameter, name) = (allocation.parameter, allocation.name.clone());
                let powers = (1..=8).map(|power| 1u64 << power).filter(|bytes| *bytes > allocation.alignment);
                for bytes in powers {
                    add(Rank::Buffer, vec![Clause::Align { parameter, name: name.clone(), bytes }]);
                }
            }
        }
        found.retain(|candidate| candidate.clauses.iter().all(|clause| self.is_open(clause)));
        found.sort_by_key(|candidate| candidate.rank);
        found.truncate(CANDIDATES);
        found
    }

    /// Integer arguments that stand beside something taken many times, with how many times: what they may have to be
    /// multiples of.
    fn strides_of(&self, case: &[Truth]) -> Vec<(i128, Num)> {
        let mut found = Vec::new();
        for literal in case {
            let TruthNode::AtMostZero(num) = literal.node() else { continue };
            let factors = num.terms().iter().map(|(_, factor)| factor.abs()).filter(|factor| *factor > 1);
            let Some(factor) = factors.max().filter(|factor| *factor < 1 << 24) else { continue };
            for scalar in self.setup.scalars.iter().flatten() {
                let Some(var) = scalar.as_var() else { continue };
                let new = !found.contains(&(factor, scalar.clone()));
                if new && split(num, var).is_some_and(|(with, _)| with.value().is_some_and(|f| f.abs() == 1))
                {
                    found.push((factor, scalar.clone()));
                }
            }
        }
        found
    }

    /// Whether the contract leaves open what the clause is about.
    pub(super) fn is_open(&self, clause: &Clause) -> bool {
        let Some(inference) = &self.inference else { return false };
        match clause {
            Clause::Requires(expr) if is_about_grid(expr) => inference.open.grid,
            Clause::Requires(_) => inference.open.scalars,
            Clause::Buffer { parameter, .. } => inference.open.sizes.contains(parameter),
            Clause::Align { parameter, .. } => inference.open.aligns.contains(parameter),
            Clause::Contents { parameter, .. } => inference.open.contents.contains(parameter),
        }
    }

    /// Takes the first clause that suffices and leaves everything reachable, or one that is weaker.
    pub(super) fn take_best(&mut self, candidates: Vec<Candidate>, place: &Truth, bad: &Truth) -> bool {
        let mut best: Option<(Candidate, Truth)> = None;
        for candidate in candidates {
            let holds = self.meaning(&candidate.clauses);
            let weaker = match &best {
                Some((_, best)) => self.solver.proves(&holds, best) && !self.solver.proves(best, &holds),
                None => true,
            };
            let mut suffices = || self.solver.check(&bad.and(&holds)) == Answer::Impossible;
            if weaker && suffices() && self.leaves_reachable(place, &holds) {
                best = Some((candidate, holds));
            }
        }
        let Some((candidate, holds)) = best else { return false };
        self.solver.assume(&holds);
        for clause in candidate.clauses {
            self.keep(clause);
        }
        true
    }

    /// A place that some launch reaches, with natural arguments if one with natural arguments does: a clause that leaves
    /// only sizes below zero is none that anybody wants, nor one that leaves only arithmetic that wraps, or empty views.
    fn naturally(&mut self, place: &Truth) -> Option<Truth> {
        let natural = place.and(&self.natural(place));
        let kept = self.solver.natural.iter().fold(natural.clone(), |all, one| all.and(one));
        if self.solver.check(&kept) == Answer::Possible {
            return Some(kept);
        }
        if self.solver.check(&natural) == Answer::Possible {
            return Some(natural);
        }
        (self.solver.check(place) == Answer::Possible).then(|| place.clone())
    }

    /// That the integer arguments that a formula speaks of are at least zero.
    pub(super) fn natural(&self, formula: &Truth) -> Truth {
        let mut spoken_of = Variables::default();
        spoken_of.truth(formula);
        let scalars = self.setup.scalars.iter().flatten();
        let scalars =
            scalars.filter(|scalar| scalar.as_var().is_some_and(|var| spoken_of.nums.contains(&var)));
        scalars.fold(Truth::constant(true), |all, scalar| all.and(&Num::constant(0).at_most(scalar)))
    }

    pub(super) fn leaves_reachable(&mut self, place: &Truth, holds: &Truth) -> bool {
        let mut vital = self.inference.as_ref().map(|inference| inference.vital.clone()).unwrap_or_default();
        vital.extend(self.naturally(place));
        let with = |place: &Truth| place.and(&self.natural(holds)).and(holds);
        let vital: Vec<Truth> = vital.iter().map(with).collect();
        vital.iter().all(|place| self.solver.check(place) == Answer::Possible)
    }
}

/// Whether a fact speaks of a block, iteration or lane that literals speak of.
pub(super) fn concerns(fact: &Truth, literals: &[Truth]) -> bool {
    let own = |truth: &Truth| {
        let mut seen = Variables::default();
        seen.truth(truth);
        seen.nums.retain(|var| var_info(*var).kind != VarKind::Shared);
        seen.nums
    };
    let mine = own(fact);
    !mine.is_empty() && literals.iter().any(|literal| !own(literal).is_disjoint(&mine))
}

/// Whether literals speak of the address of a buffer.
fn mentions_base(literals: &[Truth], base: &Num) -> bool {
    let wanted = variables(base);
    let mut seen = Variables::default();
    literals.iter().for_each(|literal| seen.truth(literal));
    !private(base) && !wanted.is_disjoint(&seen.nums)
}

/// What facts say of arguments, grid and sizes alone, as numbers that are at most zero.
fn shared_facts(facts: &[Truth]) -> Vec<Num> {
    let mut known = Vec::new();
    for fact in facts.iter().flat_map(crate::smt::lower::conjuncts) {
        match fact.node() {
            TruthNode::AtMostZero(num) if !private(num) => known.push(num.clone()),
            TruthNode::Zero(num) if !private(num) => {
                known.push(num.clone());
                known.push(Num::constant(0).sub(num));
            }
            TruthNode::AtMostZero(_)
            | TruthNode::Zero(_)
            | TruthNode::Constant(_)
            | TruthNode::Var(_)
            | TruthNode::Not(_)
            | TruthNode::And(_)
            | TruthNode::Or(_) => {}
        }
    }
    known
}
