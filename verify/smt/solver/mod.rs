//! The solver: one incremental instance a kernel, asked only what the normal form could not decide.

mod afresh;
mod assertions;
mod definitions;
mod small_scope;
mod tactics;

use std::collections::{HashMap, HashSet, VecDeque};

use spec::domain::Bool as _;
use z3::SatResult;

use self::tactics::SuccessRate;
use crate::budget::effort;
use crate::nonlinear::coarse::Coarse;
use crate::nonlinear::linearize::Linear;
use crate::smt::answer::Answer;
use crate::smt::canonical::{Answers, Question, Way};
use crate::smt::context::LazySolver;
use crate::smt::facts::{Known, Role, relevant};
use crate::smt::lower::{Lowered, in_range};
use crate::smt::model::{Model, read};
use crate::smt::script::Scripts;
use crate::terms::{AtomId, Num, Truth, Variables};

/// How many models are kept.
const MODELS: usize = 24;

/// The most steps of a question to a solver of its own.
const AFRESH: u32 = 250_000;

/// The step limit of a query unanswered by all other ways, unless the query has a limit of twice as many.
const LAST: u32 = 400_000;

/// The step limit of a query whose answer only helps other queries.
const BRIEF: u32 = 60_000;

/// The steps of a question whose answer only spares work.
const GLANCE: u32 = 10_000;

/// The steps of a question about a property that a loop may have.
const IN_LOOP: u32 = 120_000;

/// The most recorded conditions of natural launches.
const NATURAL: usize = 16;

/// A solver with facts.
pub(crate) struct Solver {
    inner: LazySolver,
    lowered: Lowered,
    linear: Linear,
    coarse: Coarse,
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
    decided: HashMap<(Truth, u64), (Answer, Option<usize>, u32)>,
    /// The version of the facts: the previous version plus one fact.
    version: u64,
    versions: u64,
    /// The version behind another with a fact more.
    later: HashMap<(u64, Truth, Role), u64>,
    /// Arithmetic is taken not to wrap, whether it can or not: only to look for clauses.
    pub(crate) assume_no_wrap: bool,
    /// Side conditions of the no-wrap assumption, each with its location.
    pub(crate) doubts: Vec<(Truth, Truth)>,
    /// Whether it gave up on whether the latest number wraps.
    pub(crate) gives_up: bool,
    /// Stand-ins for numbers with an undecided wrap.
    pub(crate) gave_up: HashSet<AtomId>,
    /// Whether to record the conditions of natural launches, for the search for clauses.
    pub(crate) seeks_natural: bool,
    /// What natural launches keep: arithmetic does not wrap, and no extent of a view is zero or negative.
    pub(crate) natural: Vec<Truth>,
    /// The conditions for loops to carry no doubts, with their paths.
    pub(crate) loop_regrets: Vec<(Truth, Truth)>,
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
            coarse: Coarse::new(rlimit),
            models: VecDeque::new(),
            rlimit,
            afresh: AFRESH.min(rlimit / 5 * 2),
            is_brief: false,
            lowered: Lowered::default(),
            facts: Vec::new(),
            decided: HashMap::new(),
            version: 0,
            versions: 0,
            later: HashMap::new(),
            assume_no_wrap: false,
            doubts: Vec::new(),
            gives_up: false,
            gave_up: HashSet::new(),
            seeks_natural: false,
            natural: Vec::new(),
            loop_regrets: Vec::new(),
            queries: 0,
            scripts: None,
            asks_afresh: true,
            others: SuccessRate::default(),
            fresh_text: None,
        }
    }

    /// Whether the formula holds wherever the facts do.
    pub(crate) fn proves(&mut self, goal: &Truth, under: &Truth) -> bool {
        match goal.value() {
            Some(true) => true,
            Some(false) | None => self.check(&under.and(&goal.not())) == Answer::Impossible,
        }
    }

    /// As [`Solver::proves`], with the steps that a property of a loop gets: there are many, of which most do not hold.
    pub(crate) fn proves_in_loop(&mut self, goal: &Truth, under: &Truth) -> bool {
        let all = self.rlimit;
        self.rlimit = IN_LOOP.min(all);
        let proved = self.proves(goal, under);
        self.rlimit = all;
        proved
    }

    /// As [`Solver::check`], with a part of the steps: for what is of use, and not what has to be shown.
    pub(crate) fn check_briefly(&mut self, formula: &Truth) -> Answer {
        self.check_within(formula, BRIEF)
    }

    /// As [`Solver::check`], in the ways that cost little: for what only a note is made of.
    pub(crate) fn check_quickly(&mut self, formula: &Truth) -> Answer {
        if formula.value() == Some(false) {
            return Answer::Impossible;
        }
        if let Some((answer, ..)) = self.decided.get(&(*formula, self.version)) {
            return *answer;
        }
        let mut variables = Variables::default();
        variables.truth(formula);
        let chosen = relevant(&self.facts, &mut variables);
        let all = self.rlimit;
        self.rlimit = BRIEF.min(all);
        let (answer, _) = self.decide_quickly(formula, &chosen, &variables);
        self.rlimit = all;
        answer
    }

    /// Whether nothing shows at a glance that the formula cannot be true: what is to be done in case it can be is right anyway.
    pub(crate) fn may_hold(&mut self, formula: &Truth) -> bool {
        self.check_within(formula, GLANCE) != Answer::Impossible
    }

    /// As [`Solver::check`], with no more than so many steps.
    pub(crate) fn check_within(&mut self, formula: &Truth, steps: u32) -> Answer {
        let all = self.rlimit;
        self.rlimit = steps.min(all);
        let answer = self.check(formula);
        self.rlimit = all;
        answer
    }

    /// Whether some values make the formula true together with the facts.
    pub(crate) fn check(&mut self, formula: &Truth) -> Answer {
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

    /// Remembers a number as wrapping after the solver gave up on its range.
    pub(crate) fn give_up_on(&mut self, wrapped: &Num) {
        if std::mem::take(&mut self.gives_up) {
            self.gave_up.extend(wrapped.terms().iter().flat_map(|(monomial, _)| monomial));
        }
    }

    /// Records a condition of natural launches on a path, if requested and within the limit.
    pub(crate) fn note_natural(&mut self, path: &Truth, holds: &Truth) {
        let kept = path.implies(holds);
        if self.seeks_natural && self.natural.len() < NATURAL && !self.natural.contains(&kept) {
            self.natural.push(kept);
        }
    }

    /// Whether the facts can hold at all, together.
    pub(crate) fn consistent(&mut self) -> Answer {
        self.model(&Truth::constant(true)).0
    }

    /// Like [`Solver::check`], with values that satisfy the formula and all facts, if any.
    pub(crate) fn model(&mut self, formula: &Truth) -> (Answer, Option<Model>) {
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
        let (answer, model, _) = self.solve(formula, &chosen, &variables, true);
        let complete = chosen.len() == self.facts.len();
        let keeps_all = |model: &Model| self.keeps_all(model);
        if answer == Answer::Impossible || complete || model.as_ref().is_some_and(keeps_all) {
            return (answer, model);
        }
        self.facts.iter().for_each(|fact| fact.add_to(&mut variables));
        let all: Vec<usize> = (0..self.facts.len()).collect();
        let (answer, model, _) = self.solve(formula, &all, &variables, true);
        (answer, model)
    }

    /// Whether all facts hold of the values.
    fn keeps_all(&self, model: &Model) -> bool {
        self.facts.iter().all(|fact| model.keeps(&fact.holds))
    }

    /// Asks z3, under the facts at these places; gives the question as text too, where scripts are wanted.
    fn solve(
        &mut self,
        formula: &Truth,
        chosen: &[usize],
        variables: &Variables,
        want_model: bool,
    ) -> (Answer, Option<Model>, Option<String>) {
        let question = self.question(formula, chosen);
        let steps = self.inner.steps();
        if let Some((answer, model)) = self.recall(question.as_ref(), Way::Incremental, steps, want_model) {
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
            SatResult::Sat if want_model => (Answer::Possible, read(inner, variables)),
            SatResult::Sat => (Answer::Possible, None),
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
