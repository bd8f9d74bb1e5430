//! The variables that tell iterations apart, as functions of how many came before.

use spec::domain::Number;

use crate::terms::{Num, Substitution, Var};

/// The iteration that a body is run for.
pub(crate) struct IterationVariables {
    /// Its number.
    number: Num,
    /// The number of the first.
    first: i128,
    /// Variables that say which one it is: where each starts, and what each iteration adds.
    hands: Vec<(Var, Num, Num)>,
}

impl IterationVariables {
    /// The iteration of a `for`: its variable goes up from `lower` in steps.
    pub(crate) fn of_for(number: &Num, variable: &Num, lower: &Num, step: &Num) -> Self {
        let zero = Num::constant(0);
        let one = Num::constant(1);
        let hands = [(variable, lower, step), (number, &zero, &one)];
        let hands = hands
            .into_iter()
            .filter_map(|(hand, start, step)| Some((hand.as_var()?, start.clone(), step.clone())));
        let mut iteration = IterationVariables { number: number.clone(), first: 0, hands: hands.collect() };
        iteration.hands.dedup_by_key(|(var, _, _)| *var);
        iteration
    }

    /// The iteration of a `loop`, whose iterations are numbered from `first`.
    pub(crate) fn of_loop(number: &Num, first: i128) -> Self {
        let hand = number.as_var().map(|var| (var, Num::constant(first), Num::constant(1)));
        IterationVariables { number: number.clone(), first, hands: hand.into_iter().collect() }
    }

    /// How many iterations came before.
    pub(super) fn count(&self) -> Num {
        self.number.sub(&Num::constant(self.first))
    }

    /// The variables, after so many iterations.
    pub(super) fn at(&self, count: &Num) -> Substitution {
        let mut at = Substitution::default();
        for (var, start, step) in &self.hands {
            at.nums.insert(*var, start.add(&step.mul(count)));
        }
        at
    }

    /// Whether the variable is one of the iteration's.
    pub(super) fn has(&self, var: Var) -> bool {
        self.hands.iter().any(|(hand, _, _)| *hand == var)
    }
}
