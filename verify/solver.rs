//! The solver: one incremental instance a kernel, asked only what the normal form could not decide.

use std::collections::{BTreeSet, HashMap};

use spec::domain::{Bool as _, Number};
use z3::{Params, SatResult};

use crate::lower::{Lowered, bool_variable, conjuncts, variable};
use crate::terms::{BoolVar, Num, Truth, Values, Var, Variables, var_info};

/// What the solver says of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// No values make it true.
    Impossible,
    /// Some do.
    Possible,
    /// It gave up.
    Unknown,
}

/// A solver with facts.
pub(crate) struct Solver {
    inner: z3::Solver,
    lowered: Lowered,
    facts: Vec<(Truth, BTreeSet<Var>, BTreeSet<BoolVar>)>,
    decided: HashMap<(Truth, usize), Answer>,
    rlimit: u32,
    /// Queries that reached z3.
    pub(crate) queries: u64,
}

/// The values of a model.
#[derive(Debug, Clone, Default)]
pub(crate) struct Model {
    pub(crate) nums: HashMap<Var, i128>,
    pub(crate) bools: HashMap<BoolVar, bool>,
}

impl Values for Model {
    fn var(&self, var: Var) -> i128 {
        // A variable that the query does not mention may have any value of its range: the one nearest zero.
        self.nums.get(&var).copied().unwrap_or_else(|| {
            let info = var_info(var);
            0i128.clamp(info.lo, info.hi)
        })
    }

    fn bool_var(&self, var: BoolVar) -> bool {
        self.bools.get(&var).copied().unwrap_or(false)
    }
}

impl Solver {
    /// A solver that gives up after `rlimit` units of z3's own work measure, so that a verdict does not depend on the
    /// machine's load.
    pub(crate) fn new(rlimit: u32) -> Self {
        let inner = z3::Solver::new();
        let mut params = Params::new();
        params.set_u32("rlimit", rlimit);
        params.set_u32("random_seed", 0);
        inner.set_params(&params);
        Solver {
            inner,
            lowered: Lowered::default(),
            facts: Vec::new(),
            decided: HashMap::new(),
            rlimit,
            queries: 0,
        }
    }

    /// Something that holds from here on.
    pub(crate) fn assume(&mut self, fact: &Truth) {
        for part in conjuncts(fact) {
            let mut variables = Variables::default();
            variables.truth(&part);
            self.facts.push((part, variables.nums, variables.bools));
        }
    }

    /// The facts, joined.
    pub(crate) fn facts(&self) -> Truth {
        self.facts.iter().fold(Truth::constant(true), |all, (fact, _, _)| all.and(fact))
    }

    /// Whether the formula holds wherever the facts do.
    pub(crate) fn proves(&mut self, goal: &Truth, under: &Truth) -> bool {
        match goal.value() {
            Some(true) => true,
            Some(false) | None => self.check(&under.and(&goal.not())) == Answer::Impossible,
        }
    }

    /// Whether some values make the formula true together with the facts.
    pub(crate) fn check(&mut self, formula: &Truth) -> Answer {
        if let Some(value) = formula.value()
            && !value
        {
            return Answer::Impossible;
        }
        let key = (formula.clone(), self.facts.len());
        if let Some(answer) = self.decided.get(&key) {
            return *answer;
        }
        let answer = self.solve(formula, false).0;
        self.decided.insert(key, answer);
        answer
    }

    /// As [`Solver::check`], with the values where there are some.
    pub(crate) fn model(&mut self, formula: &Truth) -> (Answer, Option<Model>) {
        self.solve(formula, true)
    }

    fn solve(&mut self, formula: &Truth, want_model: bool) -> (Answer, Option<Model>) {
        self.queries += 1;
        let mut variables = Variables::default();
        variables.truth(formula);
        let chosen = self.relevant(&mut variables);
        self.inner.push();
        for index in chosen {
            let fact = self.facts[index].0.clone();
            self.inner.assert(self.lowered.truth(&fact));
        }
        for var in &variables.nums {
            let info = var_info(*var);
            let num = Num::var(*var);
            if num.value().is_none() {
                let term = self.lowered.num(&num);
                self.inner.assert(term.ge(crate::lower::number(info.lo)));
                self.inner.assert(term.le(crate::lower::number(info.hi)));
            }
        }
        self.inner.assert(self.lowered.truth(formula));
        let result = match self.inner.check() {
            SatResult::Unsat => (Answer::Impossible, None),
            SatResult::Sat if want_model => (Answer::Possible, self.read(&variables)),
            SatResult::Sat => (Answer::Possible, None),
            SatResult::Unknown => (Answer::Unknown, None),
        };
        self.inner.pop(1);
        result
    }

    /// The facts that share a variable with the formula, directly or through other facts.
    fn relevant(&self, variables: &mut Variables) -> Vec<usize> {
        let mut chosen = vec![false; self.facts.len()];
        loop {
            let mut grown = false;
            for (index, (_, nums, bools)) in self.facts.iter().enumerate() {
                if !chosen[index]
                    && ((nums.is_empty() && bools.is_empty())
                        || !nums.is_disjoint(&variables.nums)
                        || !bools.is_disjoint(&variables.bools))
                {
                    chosen[index] = true;
                    grown = true;
                    variables.nums.extend(nums);
                    variables.bools.extend(bools);
                }
            }
            if !grown {
                return (0..chosen.len()).filter(|index| chosen[*index]).collect();
            }
        }
    }

    fn read(&mut self, variables: &Variables) -> Option<Model> {
        let found = self.inner.get_model()?;
        let mut model = Model::default();
        for var in &variables.nums {
            if let Some(value) = found.eval(&variable(*var), true).and_then(|value| value.as_i128()) {
                model.nums.insert(*var, value);
            }
        }
        for var in &variables.bools {
            if let Some(value) = found.eval(&bool_variable(*var), true).and_then(|value| value.as_bool()) {
                model.bools.insert(*var, value);
            }
        }
        Some(model)
    }

    /// The budget of a query, in z3's own measure.
    pub(crate) fn rlimit(&self) -> u32 {
        self.rlimit
    }
}
