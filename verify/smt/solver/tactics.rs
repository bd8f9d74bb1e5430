//! Tactics: the ways in which a question is asked, cheap ones first.

use std::ops::Range;

use z3::SatResult;

use super::{Solver, put};
use crate::budget::effort;
use crate::budget::policy::{BRIEF, LAST, QUICK};
use crate::smt::answer::Answer;
use crate::smt::facts::{about, relevant};
use crate::smt::model::{Model, Roomy, read};
use crate::terms::{Num, Substitution, Truth, Values, Var, VarKind, Variables, var_info};
use spec::domain::{Bool as _, Number as _};

/// The most facts of a question that is asked with lemmas before other ways.
const FEW_FACTS: usize = 200;

/// How many earlier answers a question is asked with the values of.
const CONCRETE: usize = 3;

/// How many tries of a tactic that seldom answers are enough to know.
const FEW: u32 = 4;

/// How often a tactic has been tried, and has answered.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct SuccessRate {
    tried: u32,
    answered: u32,
}

impl SuccessRate {
    /// Whether another try is worthwhile: there were few tries, or enough answers.
    fn pays(self) -> bool {
        self.tried < FEW || FEW * self.answered >= self.tried
    }

    fn count(&mut self, answered: bool) {
        self.tried += 1;
        self.answered += u32::from(answered);
    }
}

impl Solver {
    /// Cheap tactics and a fresh solver.
    pub(super) fn check_briefly(&mut self, formula: &Truth) -> Answer {
        let key = (*formula, self.version);
        let asked = self.decided.get(&key).map_or(0, |(_, _, steps)| *steps);
        let before = std::mem::replace(&mut self.is_brief, true);
        let answer = self.check(formula);
        self.is_brief = before;
        if let Some((Answer::Unknown, _, steps)) = self.decided.get_mut(&key) {
            // A proof obligation gets all tactics.
            *steps = asked;
        }
        answer
    }

    /// Whether the formula and the facts are unsatisfiable for all products allowed by the lemmas. Not for many facts, because their lemmas
    /// alone are expensive.
    pub(super) fn check_by_lemmas(&mut self, formula: &Truth) -> Answer {
        let mut variables = Variables::default();
        variables.truth(formula);
        let chosen = relevant(&self.facts, &mut variables);
        if chosen.len() > FEW_FACTS {
            return Answer::Unknown;
        }
        let facts: Vec<Truth> = chosen.iter().map(|index| self.facts[*index].holds).collect();
        let excluded =
            self.linear.answer(formula, &facts, &variables, self.rlimit) == Some(Answer::Impossible);
        self.keep_exclusion(excluded, formula, &chosen, &variables)
    }

    /// The same with the facts alone that speak of nothing but the variables of the formula.
    pub(super) fn check_by_close_lemmas(&mut self, formula: &Truth) -> Answer {
        let mut variables = Variables::default();
        variables.truth(formula);
        let chosen = about(&self.facts, &variables);
        let facts: Vec<Truth> = chosen.iter().map(|index| self.facts[*index].holds).collect();
        let excluded = self.linear.excludes(formula, &facts, &variables, self.rlimit);
        self.keep_exclusion(excluded, formula, &chosen, &variables)
    }

    /// Keeps an unsatisfiable question for other solvers.
    fn keep_exclusion(
        &mut self,
        excluded: bool,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
    ) -> Answer {
        if !excluded {
            return Answer::Unknown;
        }
        let text = self.script(formula, chosen, variables);
        let script =
            self.scripts.as_mut().zip(text).map(|(scripts, text)| scripts.keep(text, Answer::Impossible));
        self.set_latest(script);
        Answer::Impossible
    }

    /// Most questions are easy; many of the others become easy once their products are left out.
    pub(super) fn decide(
        &mut self,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
    ) -> (Answer, Option<String>) {
        // Cuts are made for queries without facts proved for their own sake.
        let afresh = self.afresh.min(self.rlimit);
        let cut = !self.defined_in(formula).is_empty();
        if cut {
            if self.is_excluded_by_what_is_about_it(formula) {
                return (Answer::Impossible, self.fresh_text.take());
            }
            let (answer, _) = self.ask_afresh(formula, afresh, false);
            if answer != Answer::Unknown {
                return (answer, self.fresh_text.take());
            }
        }
        let (quick, text) = self.decide_quickly(formula, chosen, variables);
        if quick != Answer::Unknown {
            return (quick, text);
        }
        let mut has_values = false;
        if !cut && self.asks_afresh {
            let (answer, model) = self.ask_afresh(formula, afresh, true);
            if answer == Answer::Impossible {
                return (answer, self.fresh_text.take());
            }
            let model = model.map(|model| self.define_rest(model));
            has_values = model.is_some_and(|model| self.keeps(&model, formula, chosen));
        }
        if self.is_brief {
            return (Answer::Unknown, text);
        }
        let facts: Vec<Truth> = chosen.iter().map(|index| self.facts[*index].holds).collect();
        // What some values are true of cannot be excluded.
        if !has_values && let Some(answer) = self.linear.answer(formula, &facts, variables, self.rlimit) {
            return (answer, text);
        }
        // Nor is a proof to be had then, but values that are easier to complete.
        let most = LAST.max(self.rlimit / 2).min(self.rlimit);
        let most = if has_values { afresh } else { most };
        let (answer, _, text) = self.solve(formula, chosen, variables, most);
        (answer, text)
    }

    /// The cheap ways, each of which answers many queries.
    pub(super) fn decide_quickly(
        &mut self,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
    ) -> (Answer, Option<String>) {
        if self.is_true_of_cached(formula, chosen) {
            return (Answer::Possible, None);
        }
        if let Some((answer, text)) = self.answer_without_products(formula, chosen, variables) {
            return (answer, text);
        }
        if self.is_true_of_concrete(formula, chosen, variables, 0..1)
            || self.scripts.is_none() && self.find_small(formula, chosen, variables).is_some()
            || self.is_true_of_concrete(formula, chosen, variables, 1..CONCRETE)
        {
            return (Answer::Possible, None);
        }
        self.inner.with_bases(!self.wraps(chosen, variables));
        let (quick, _, text) = self.solve(formula, chosen, variables, QUICK);
        self.inner.with_bases(true);
        (quick, text)
    }

    /// Whether a formula is true of values, and so are the facts at these places.
    fn keeps(&self, model: &Model, formula: &Truth, chosen: &[usize]) -> bool {
        model.keeps(formula) && chosen.iter().all(|index| model.keeps(&self.facts[*index].holds))
    }

    /// Whether numbers of a question, or of its facts, may wrap.
    fn wraps(&self, chosen: &[usize], variables: &Variables) -> bool {
        variables.wraps || chosen.iter().any(|index| self.facts[*index].wraps)
    }

    /// Whether values that answered an earlier question answer this one (the counterexample cache of KLEE: Cadar, Dunbar and
    /// Engler, OSDI 2008).
    fn is_true_of_cached(&self, formula: &Truth, chosen: &[usize]) -> bool {
        let keeps = |model: &dyn Values| {
            let holds = |fact: &Truth| model.truth(fact) == Some(true);
            holds(formula) && chosen.iter().all(|index| holds(&self.facts[*index].holds))
        };
        self.scripts.is_none() && self.models.iter().any(|model| keeps(model) || keeps(&Roomy(model)))
    }

    /// A question as text, where scripts are wanted.
    fn script(&mut self, formula: &Truth, chosen: &[usize], variables: &Variables) -> Option<String> {
        self.scripts.as_ref()?;
        let inner = self.inner.get();
        inner.push();
        let facts = chosen.iter().map(|index| &self.facts[*index].holds);
        put(inner, &mut self.lowered, formula, facts, variables);
        let text = inner.to_string();
        inner.pop(1);
        Some(text)
    }

    /// The answer to a question without products, of which facts with products may say nothing: they are left out, and held
    /// against the values that are found.
    fn answer_without_products(
        &mut self,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
    ) -> Option<(Answer, Option<String>)> {
        let is_simple = |index: &usize| !self.facts[*index].nonlinear;
        let (asked, left): (Vec<usize>, Vec<usize>) = chosen.iter().partition(|index| is_simple(index));
        if variables.nonlinear || left.is_empty() {
            return None;
        }
        let (answer, model, text) = self.solve(formula, &asked, variables, QUICK);
        let keeps = |model: &Model| left.iter().all(|fact| model.keeps(&self.facts[*fact].holds));
        match answer {
            Answer::Impossible => Some((answer, text)),
            Answer::Possible if model.as_ref().is_some_and(keeps) => Some((answer, text)),
            Answer::Possible | Answer::Unknown => None,
        }
    }

    /// Whether a query is satisfiable with values of an earlier answer for multiplied launch variables; of answers that differ in them, the
    /// ones at these places. The query then has no products (concolic execution replaces hard terms by values in the same way: Godefroid,
    /// Klarlund and Sen, "DART", PLDI 2005). Older answers are tried only while they succeed often enough.
    fn is_true_of_concrete(
        &mut self,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
        places: Range<usize>,
    ) -> bool {
        let is_other = places.start > 0;
        let is_linear = !chosen.iter().any(|index| self.facts[*index].nonlinear);
        if self.scripts.is_some() || is_linear || is_other && !self.others.pays() {
            return false;
        }
        let shared: Vec<Var> =
            variables.nums.iter().copied().filter(|var| var_info(*var).kind == VarKind::Shared).collect();
        let mut different: Vec<Vec<Option<i128>>> = Vec::new();
        for model in &self.models {
            let values = shared.iter().map(|var| model.nums.get(var).copied()).collect();
            if !different.contains(&values) {
                different.push(values);
            }
        }
        let mut asked = different.iter().take(places.end).skip(places.start);
        asked.any(|values| {
            let answers = self.complete(formula, chosen, variables, shared.iter().zip(values)).is_some();
            if is_other {
                self.others.count(answers);
            }
            answers
        })
    }

    /// Completes values to a model of the formula, if possible.
    pub(super) fn complete<'v>(
        &mut self,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
        values: impl Iterator<Item = (&'v Var, &'v Option<i128>)>,
    ) -> Option<Model> {
        let mut fixed = Substitution::default();
        fixed.nums.extend(values.filter_map(|(var, value)| Some((*var, Num::constant((*value)?)))));
        let mut parts: Vec<Truth> = vec![fixed.truth(formula)];
        parts.extend(chosen.iter().map(|index| fixed.truth(&self.facts[*index].holds)));
        if parts.iter().any(|part| part.value() == Some(false)) {
            return None;
        }
        parts.retain(|part| part.value().is_none());
        let mut left = Variables::default();
        parts.iter().for_each(|part| left.truth(part));
        self.inner.limit(BRIEF.min(self.rlimit));
        let inner = self.inner.get();
        inner.push();
        put(inner, &mut self.lowered, &Truth::constant(true), parts.iter(), &left);
        let model = if inner.check() == SatResult::Sat { read(inner, &left) } else { None };
        inner.pop(1);
        let steps = effort::question(inner);
        tracing::debug!(steps, found = model.is_some(), "question about concrete values");
        let mut model = model?;
        let given = variables.nums.iter().filter_map(|var| Some((*var, fixed.nums.get(var)?.value()?)));
        model.nums.extend(given);
        // What does not fit a coefficient has become any number: the values are held against what was asked.
        let holds = self.keeps(&model, formula, chosen);
        tracing::debug!(holds, "concrete query");
        if !holds {
            return None;
        }
        self.keep_model(model.clone());
        Some(model)
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, SuccessRate};

    #[test]
    fn a_tactic_that_answers_too_little_is_given_up() {
        let mut never = SuccessRate::default();
        let tries = (0..20).filter(|_| never.pays().then(|| never.count(false)).is_some()).count();
        assert_eq!(u32::try_from(tries), Ok(FEW));
        let mut often = SuccessRate::default();
        (0..20).for_each(|try_| often.count(try_ % 4 == 0));
        assert!(often.pays());
    }
}
