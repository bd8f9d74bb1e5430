//! The solver: one incremental instance a kernel, asked only what the normal form could not decide.

mod afresh;
mod assertions;
mod definitions;
mod small_scope;
mod tactics;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use spec::domain::Bool as _;
use z3::SatResult;

use self::tactics::SuccessRate;
use crate::budget::effort;
use crate::budget::policy::{AFRESH, Policy, Purpose, Ways};
use crate::nonlinear::linearize::Linear;
use crate::smt::answer::Answer;
use crate::smt::canonical::{Answers, Question, Way};
use crate::smt::context::LazySolver;
use crate::smt::facts::{Known, Role, relevant};
use crate::smt::lower::{Lowered, in_range};
use crate::smt::model::{Model, read};
use crate::smt::script::Scripts;
use crate::terms::{Num, Truth, Variables};

/// How many models are kept.
const MODELS: usize = 24;

/// A solver with facts.
pub(crate) struct Solver {
    inner: LazySolver,
    lowered: Lowered,
    linear: Linear,
    /// The answers to questions that differ in names alone.
    answers: Answers,
    /// The values of the latest answers.
    models: VecDeque<Model>,
    rlimit: u32,
    /// The most steps of a question to a solver of its own; of what a question may have, some are left for other ways.
    afresh: u32,
    /// Whether only ways that cost little are tried.
    is_brief: bool,
    facts: Vec<Known>,
    /// Answers, with their scripts and their step limits.
    decided: FxHashMap<(Truth, u64), (Answer, Option<usize>, u32)>,
    /// The version of the facts: the previous version plus one fact.
    version: u64,
    versions: u64,
    /// The version behind another with a fact more.
    later: FxHashMap<(u64, Truth, Role), u64>,
    /// Queries that reached z3.
    pub(crate) queries: u64,
    /// The queries as scripts, if requested.
    pub(crate) scripts: Option<Scripts>,
    /// Whether hard questions go to a solver of their own too: a search for clauses has many that have no answer.
    pub(crate) asks_afresh: bool,
    /// How often numbers of answers before the latest are those of another.
    others: SuccessRate,
    /// The latest query to a fresh solver, if scripts are requested.
    fresh_text: Option<String>,
}

impl Solver {
    /// A solver that gives up after `rlimit` units of z3's own work measure, so that a verdict does not depend on the
    /// machine's load.
    pub(crate) fn new(rlimit: u32, answers: Answers) -> Self {
        Solver {
            answers,
            inner: LazySolver::new(rlimit),
            linear: Linear::new(),
            models: VecDeque::new(),
            rlimit,
            afresh: AFRESH.min(rlimit / 5 * 2),
            is_brief: false,
            lowered: Lowered::default(),
            facts: Vec::new(),
            decided: FxHashMap::default(),
            version: 0,
            versions: 0,
            later: FxHashMap::default(),
            queries: 0,
            scripts: None,
            asks_afresh: true,
            others: SuccessRate::default(),
            fresh_text: None,
        }
    }

    /// Whether some values make the formula true together with the facts, as far as the purpose of the question allows to find out.
    pub(crate) fn ask(&mut self, formula: &Truth, purpose: Purpose) -> Answer {
        let Policy { steps, ways } = purpose.policy();
        let all = self.rlimit;
        self.rlimit = steps.min(all);
        let answer = match ways {
            Ways::All => self.check(formula),
            Ways::Brief => self.check_briefly(formula),
            Ways::Cheap => self.check_cheaply(formula),
            Ways::Afresh => self.check_afresh(formula, steps),
            Ways::Lemmas => self.check_by_lemmas(formula),
            Ways::CloseLemmas => self.check_by_close_lemmas(formula),
            Ways::Values => self.check_by_values(formula),
        };
        self.rlimit = all;
        answer
    }

    /// Whether the formula is false wherever the facts hold.
    pub(crate) fn excludes(&mut self, formula: &Truth, purpose: Purpose) -> bool {
        self.ask(formula, purpose) == Answer::Impossible
    }

    /// Whether the goal holds wherever the facts and a condition do.
    pub(crate) fn proves(&mut self, goal: &Truth, under: &Truth, purpose: Purpose) -> bool {
        goal.value() == Some(true) || self.excludes(&under.and(&goal.not()), purpose)
    }

    /// Like [`Solver::ask`], with values that satisfy the formula and the facts, if any.
    pub(crate) fn find_model(&mut self, formula: &Truth, purpose: Purpose) -> (Answer, Option<Model>) {
        match purpose.policy().ways {
            Ways::Values => match self.find_example(formula) {
                Some(model) => (Answer::Possible, Some(model)),
                None => (Answer::Unknown, None),
            },
            Ways::All | Ways::Brief | Ways::Cheap | Ways::Afresh | Ways::Lemmas | Ways::CloseLemmas => {
                self.model(formula)
            }
        }
    }

    /// The cheap ways, whose answers are not kept.
    fn check_cheaply(&mut self, formula: &Truth) -> Answer {
        if formula.value() == Some(false) {
            return Answer::Impossible;
        }
        if let Some((answer, ..)) = self.decided.get(&(*formula, self.version)) {
            return *answer;
        }
        let mut variables = Variables::default();
        variables.truth(formula);
        let chosen = relevant(&self.facts, &mut variables);
        self.decide_quickly(formula, &chosen, &variables).0
    }

    /// All ways; the answer is kept.
    fn check(&mut self, formula: &Truth) -> Answer {
        if let Some(value) = formula.value()
            && !value
        {
            self.set_latest(None);
            return Answer::Impossible;
        }
        let key = (*formula, self.version);
        if let Some((answer, script, steps)) = self.decided.get(&key).copied()
            && (answer != Answer::Unknown || steps >= self.rlimit)
        {
            self.set_latest(script);
            return answer;
        }
        let mut variables = Variables::default();
        variables.truth(formula);
        let chosen = relevant(&self.facts, &mut variables);
        let (answer, text) = self.decide(formula, &chosen, &variables);
        let script = self.scripts.as_mut().zip(text).map(|(scripts, text)| scripts.keep(text, answer));
        self.set_latest(script);
        self.decided.insert(key, (answer, script, self.rlimit));
        answer
    }

    fn set_latest(&mut self, script: Option<usize>) {
        if let Some(scripts) = &mut self.scripts {
            scripts.set_latest(script);
        }
    }

    /// Like [`Solver::check`], with values that satisfy the formula and all facts, if any.
    fn model(&mut self, formula: &Truth) -> (Answer, Option<Model>) {
        let mut variables = Variables::default();
        variables.truth(formula);
        if !self.defined_in(formula).is_empty() {
            let (answer, model) = self.ask_afresh(formula, AFRESH.min(self.rlimit), true);
            let model = model.map(|model| self.define_rest(model));
            if answer == Answer::Impossible || model.as_ref().is_some_and(|model| self.keeps_all(model)) {
                return (answer, model);
            }
        }
        let chosen = relevant(&self.facts, &mut variables);
        if let Some(model) = self.find_small(formula, &chosen, &variables)
            && self.keeps_all(&model)
        {
            return (Answer::Possible, Some(model));
        }
        if let Some(known) = self.models.iter().find(|model| model.keeps(formula) && self.keeps_all(model)) {
            return (Answer::Possible, Some(known.clone()));
        }
        let (answer, model, _) = self.solve(formula, &chosen, &variables, self.rlimit);
        let complete = chosen.len() == self.facts.len();
        let keeps_all = |model: &Model| self.keeps_all(model);
        if answer == Answer::Impossible || complete || model.as_ref().is_some_and(keeps_all) {
            return (answer, model);
        }
        self.facts.iter().for_each(|fact| fact.add_to(&mut variables));
        let all: Vec<usize> = (0..self.facts.len()).collect();
        let (answer, model, _) = self.solve(formula, &all, &variables, self.rlimit);
        (answer, model)
    }

    /// Whether all facts hold of the values.
    fn keeps_all(&self, model: &Model) -> bool {
        self.facts.iter().all(|fact| model.keeps(&fact.holds))
    }

    /// Asks z3 for values, under the facts at these places, with so many steps within those of the question. Gives the question as text too,
    /// where scripts are wanted.
    fn solve(
        &mut self,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
        most: u32,
    ) -> (Answer, Option<Model>, Option<String>) {
        self.inner.limit(most.min(self.rlimit));
        let question = self.question(formula, chosen);
        let steps = self.inner.steps();
        if let Some((answer, model)) = self.recall(question.as_ref(), Way::Incremental, steps, true) {
            if let Some(model) = &model {
                self.keep_model(model.clone());
            }
            return (answer, model, None);
        }
        self.queries += 1;
        // A copy of the solver would be another solver with the same queries.
        let inner = self.inner.get();
        inner.push();
        let facts = chosen.len();
        let chosen = chosen.iter().map(|index| &self.facts[*index].holds);
        put(inner, &mut self.lowered, formula, chosen, variables);
        let text = self.scripts.is_some().then(|| inner.to_string());
        tracing::trace!(question = %inner, "asks");
        let (answer, model) = match inner.check() {
            SatResult::Unsat => (Answer::Impossible, None),
            SatResult::Sat => (Answer::Possible, read(inner, variables)),
            SatResult::Unknown => (Answer::Unknown, None),
        };
        inner.pop(1);
        if let Some(question) = question {
            self.answers.keep(question, Way::Incremental, steps, answer, model.as_ref());
        }
        let steps = effort::question(inner);
        tracing::debug!(facts, variables = variables.nums.len(), steps, ?answer, "query");
        if let Some(model) = &model {
            self.keep_model(model.clone());
        }
        (answer, model, text)
    }

    /// A question to keep the answer of; where scripts are wanted, each is asked.
    fn question(&self, formula: &Truth, chosen: &[usize]) -> Option<Question> {
        let question = || Question::of(chosen.iter().map(|index| &self.facts[*index].holds), formula);
        self.scripts.is_none().then(question)
    }

    /// The known answer of a query.
    fn recall(
        &self,
        question: Option<&Question>,
        way: Way,
        steps: u32,
        want_model: bool,
    ) -> Option<(Answer, Option<Model>)> {
        let question = question?;
        effort::lookup(question.length());
        let (answer, model) = self.answers.recall(question, way, steps)?;
        let is_enough = !want_model || answer != Answer::Possible || model.is_some();
        is_enough.then_some((answer, model))
    }

    fn keep_model(&mut self, model: Model) {
        self.models.truncate(MODELS - 1);
        self.models.push_front(model);
    }
}

/// The query in z3's terms.
fn put<'t>(
    inner: &z3::Solver,
    lowered: &mut Lowered,
    formula: &Truth,
    facts: impl Iterator<Item = &'t Truth>,
    variables: &Variables,
) {
    for fact in facts {
        inner.assert(lowered.truth(fact));
    }
    for var in &variables.nums {
        let num = Num::var(*var);
        if num.value().is_none() {
            inner.assert(in_range(&lowered.num(&num), &num));
        }
    }
    inner.assert(lowered.truth(formula));
}
