//! The variables that tell iterations apart, as functions of how many came before.

use spec::domain::Number;

use crate::terms::{Num, Substitution, Var};

/// The variables of the iteration that a body is run for.
pub(crate) struct IterationVariables {
    /// The number.
    number: Num,
    /// The number of the first.
    first: i128,
    /// Variables that identify the iteration, each with its start and its increment.
    progressions: Vec<(Var, Num, Num)>,
}

impl IterationVariables {
    /// The progressions of a `for`: its variable rises from `lower` in steps.
    pub(crate) fn of_for(number: &Num, variable: &Num, lower: &Num, step: &Num) -> Self {
        let zero = Num::constant(0);
        let one = Num::constant(1);
        let progressions = [(variable, lower, step), (number, &zero, &one)];
        let progressions = progressions
            .into_iter()
            .filter_map(|(progression, start, step)| Some((progression.as_var()?, *start, *step)));
        let mut iteration =
            IterationVariables { number: *number, first: 0, progressions: progressions.collect() };
        iteration.progressions.dedup_by_key(|(var, _, _)| *var);
        iteration
    }

    /// The progressions of a `loop`, with iterations numbered from `first`.
    pub(crate) fn of_loop(number: &Num, first: i128) -> Self {
        let progression = number.as_var().map(|var| (var, Num::constant(first), Num::constant(1)));
        IterationVariables { number: *number, first, progressions: progression.into_iter().collect() }
    }

    /// How many iterations came before.
    pub(super) fn count(&self) -> Num {
        self.number.sub(&Num::constant(self.first))
    }

    /// The variables, after so many iterations.
    pub(super) fn at(&self, count: &Num) -> Substitution {
        let mut at = Substitution::default();
        for (var, start, step) in &self.progressions {
            at.nums.insert(*var, start.add(&step.mul(count)));
        }
        at
    }

    /// Whether the variable belongs to the iteration.
    pub(super) fn has(&self, var: Var) -> bool {
        self.progressions.iter().any(|(progression, _, _)| *progression == var)
    }
}
