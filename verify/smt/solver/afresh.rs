//! Queries to a fresh solver: learned facts of other queries are as often a burden as a help.

use z3::SatResult;

use super::{Solver, put};
use crate::budget::effort;
use crate::budget::policy::CLOSE;
use crate::smt::answer::Answer;
use crate::smt::canonical::Way;
use crate::smt::context::affordable;
use crate::smt::facts::{about, needed};
use crate::smt::model::{Model, read};
use crate::terms::{Truth, Variables};

impl Solver {
    /// Asks a fresh solver without earlier queries. Facts proved for their own sake are left out, which excludes nothing.
    pub(super) fn ask_afresh(
        &mut self,
        formula: &Truth,
        steps: u32,
        want_model: bool,
    ) -> (Answer, Option<Model>) {
        let mut variables = Variables::default();
        variables.truth(formula);
        let chosen = needed(&self.facts, &mut variables);
        self.ask_afresh_with(formula, &chosen, &variables, steps, want_model)
    }

    /// Asks a fresh solver with these facts.
    fn ask_afresh_with(
        &mut self,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
        steps: u32,
        want_model: bool,
    ) -> (Answer, Option<Model>) {
        let question = self.question(formula, chosen);
        if let Some(known) = self.recall(question.as_ref(), Way::Afresh, affordable(steps), want_model) {
            return known;
        }
        let solver = self.inner.afresh(steps);
        solver.push();
        let chosen = chosen.iter().map(|index| &self.facts[*index].holds);
        put(&solver, &mut self.lowered, formula, chosen, variables);
        self.fresh_text = self.scripts.is_some().then(|| solver.to_string());
        tracing::trace!(question = %solver, "asks afresh");
        let (answer, model) = match solver.check() {
            SatResult::Unsat => (Answer::Impossible, None),
            SatResult::Sat if want_model => (Answer::Possible, read(&solver, variables)),
            SatResult::Sat => (Answer::Possible, None),
            SatResult::Unknown => (Answer::Unknown, None),
        };
        if let Some(question) = question {
            self.answers.keep(question, Way::Afresh, affordable(steps), answer, model.as_ref());
        }
        let steps = effort::question(&solver);
        tracing::debug!(steps, ?answer, "fresh query");
        (answer, model)
    }

    /// Asks a fresh solver for a lemma, with steps of its own unless questions are small.
    pub(super) fn check_afresh(&mut self, formula: &Truth, steps: u32) -> Answer {
        let steps = if self.is_brief { self.rlimit } else { steps };
        let (answer, _) = self.ask_afresh(formula, steps, false);
        let is_excluded = answer == Answer::Impossible;
        if let (true, Some(text), Some(scripts)) = (is_excluded, self.fresh_text.take(), &mut self.scripts) {
            scripts.keep(text, answer);
        }
        answer
    }

    /// Whether facts about only the variables of a formula exclude it: cuts provide such facts.
    pub(super) fn is_excluded_by_what_is_about_it(&mut self, formula: &Truth) -> bool {
        let mut variables = Variables::default();
        variables.truth(formula);
        let about = about(&self.facts, &variables);
        let answer = self.ask_afresh_with(formula, &about, &variables, CLOSE.min(self.rlimit), false).0;
        tracing::debug!(facts = about.len(), ?answer, "what is about it");
        answer == Answer::Impossible
    }
}
