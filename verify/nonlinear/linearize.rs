//! Linearization: questions in which every product is an unknown of its own, with the lemmas about it (incremental linearization:
//! Cimatti, Griggio, Irfan, Roveri and Sebastiani, TOCL 2018). If the query has no solution, neither has the original query.

use z3::SatResult;

use crate::budget::effort;
use crate::budget::policy::LEMMAS;
use crate::nonlinear::lemmas::equations;
use crate::nonlinear::lemmas::instances::Instances;
use crate::smt::answer::Answer;
use crate::smt::context::LazySolver;
use crate::smt::lower::{Lowered, in_range};
use crate::terms::{Num, Truth, Variables};

/// A solver for questions without products.
pub(crate) struct Linear {
    inner: LazySolver,
    lowered: Lowered,
    instances: Instances,
}

impl Linear {
    /// A solver.
    pub(crate) fn new() -> Self {
        Linear { inner: LazySolver::new(LEMMAS), lowered: Lowered::opaque(), instances: Instances::default() }
    }

    /// The answer to a question under facts, if it is found without multiplying unknowns, in so many steps or fewer. `None` also
    /// without products: such a query is an ordinary one.
    pub(crate) fn answer(
        &mut self,
        question: &Truth,
        facts: &[Truth],
        variables: &Variables,
        steps: u32,
    ) -> Option<Answer> {
        let mut is_linear = |formula: &Truth| self.instances.products(formula).is_linear();
        if is_linear(question) && facts.iter().all(is_linear) {
            return None;
        }
        self.excludes(question, facts, variables, steps).then_some(Answer::Impossible)
    }

    /// Whether a question contradicts the facts, with or without products.
    pub(crate) fn excludes(
        &mut self,
        question: &Truth,
        facts: &[Truth],
        variables: &Variables,
        steps: u32,
    ) -> bool {
        self.inner.limit(steps.min(LEMMAS));
        if let Some((question, facts)) = equations::replaced(&mut self.instances, question, facts) {
            return self.excluded(&question, &facts, variables);
        }
        let mut is_linear = |formula: &Truth| self.instances.products(formula).is_linear();
        let simple: Vec<Truth> = facts.iter().filter(|fact| is_linear(fact)).cloned().collect();
        // Most questions need no product but their own.
        self.excluded(question, &simple, variables)
            || simple.len() < facts.len() && self.excluded(question, facts, variables)
    }

    /// Whether no values make the question true together with the facts, whatever the products are that the lemmas allow.
    fn excluded(&mut self, question: &Truth, facts: &[Truth], variables: &Variables) -> bool {
        let known = self.instances.of(question, facts);
        let inner = self.inner.get();
        inner.push();
        for fact in facts.iter().chain(&known.facts).chain([question]) {
            inner.assert(self.lowered.truth(fact));
        }
        for num in variables.nums.iter().map(|var| Num::var(*var)).chain(known.unknowns) {
            if num.value().is_none() {
                inner.assert(in_range(&self.lowered.num(&num), &num));
            }
        }
        let excluded = inner.check() == SatResult::Unsat;
        inner.pop(1);
        let steps = effort::question(inner);
        tracing::debug!(facts = facts.len(), steps, excluded, "linearized query");
        excluded
    }
}

#[cfg(test)]
mod tests {
    use spec::domain::Number;

    use super::*;

    #[track_caller]
    fn answers(question: &Truth, answer: Option<Answer>) {
        let mut variables = Variables::default();
        variables.truth(question);
        assert_eq!(Linear::new().answer(question, &[], &variables, LEMMAS), answer);
    }

    #[test]
    fn a_product_is_no_greater_than_its_factors_allow() {
        let [x, y] = ["x", "y"].map(|name| Num::fresh(name, 0, 1000));
        let most = x.mul(&Num::constant(1000));
        answers(&most.less(&x.mul(&y)), Some(Answer::Impossible));
        answers(&most.at_most(&x.mul(&y)), None);
    }

    #[test]
    fn a_question_without_products_is_excluded_too() {
        let x = Num::fresh("x", 0, 1000);
        let mut variables = Variables::default();
        variables.num(&x);
        let excludes = |least: i128| {
            let question = Num::constant(least).at_most(&x);
            Linear::new().excludes(&question, &[x.at_most(&Num::constant(7))], &variables, LEMMAS)
        };
        assert!(excludes(8) && !excludes(7));
    }

    #[test]
    fn a_product_may_be_greater_than_any_range() {
        let [x, y] = ["x", "y"].map(|name| Num::fresh(name, 0, 1 << 64));
        answers(&Num::constant(1 << 121).at_most(&x.mul(&y)), None);
    }
}
