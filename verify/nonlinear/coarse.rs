//! Abstraction: every wrapping number and every product becomes an unknown of its range (uninterpreted terms, as for bit-vectors: Bryant,
//! Kroening, Ouaknine, Seshia, Strichman and Brady, TACAS 2007). If the abstract query has no solution, neither has the query itself.

use z3::SatResult;
use z3::ast::Bool;

use crate::budget::effort;
use crate::budget::policy::COARSE;
use crate::smt::context::LazySolver;
use crate::smt::lower::{Lowered, in_range};
use crate::terms::{Num, Truth, Variables};

/// A solver for such queries.
pub(crate) struct Coarse {
    inner: LazySolver,
    lowered: Lowered,
}

impl Coarse {
    /// A solver that gives up after so many steps, or earlier.
    pub(crate) fn new(rlimit: u32) -> Self {
        Coarse { inner: LazySolver::new(rlimit.min(COARSE)), lowered: Lowered::coarse() }
    }

    /// Whether no values make the question true together with the facts, whatever wrapped numbers and products are.
    pub(crate) fn excludes<'t>(
        &mut self,
        question: &Truth,
        facts: impl Iterator<Item = &'t Truth>,
        variables: &Variables,
    ) -> bool {
        let mut formulas: Vec<Bool> = facts.map(|fact| self.lowered.truth(fact)).collect();
        formulas.push(self.lowered.truth(question));
        let inner = self.inner.get();
        // The ranges of unknowns hold for every question.
        self.lowered.take_ranges().into_iter().for_each(|range| inner.assert(range));
        inner.push();
        formulas.into_iter().for_each(|formula| inner.assert(formula));
        for num in variables.nums.iter().map(|var| Num::var(*var)).filter(|num| num.value().is_none()) {
            inner.assert(in_range(&self.lowered.num(&num), &num));
        }
        let excluded = inner.check() == SatResult::Unsat;
        inner.pop(1);
        let steps = effort::question(inner);
        tracing::debug!(steps, excluded, "coarse query");
        excluded
    }
}
