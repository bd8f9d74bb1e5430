//! Suppositions about stores that update elements, and their numbers of executions: see [`super::update_chains`].

use std::collections::BTreeMap;

use spec::domain::{Int as _, Number};
use spec::syntax::kernel::OpId;
use spec::syntax::types::Scalar;

use crate::terms::Num;
use crate::values::domain::SymbolicInt;

/// The most iterations of nested loops to multiply.
const TIMES: i128 = 1 << 62;

/// The effects of stores on elements of an allocation.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Updates {
    /// The stores, by position.
    pub(super) stores: BTreeMap<usize, Update>,
    /// The number of extensions.
    pub(super) changes: usize,
}

/// The effect of a store.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Update {
    /// The minimum and maximum that the store adds to the loaded value.
    pub(super) step: (i128, i128),
    /// The loops around the store, outermost first.
    around: Vec<Around>,
}

/// A loop, with its maximum number of iterations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Around {
    pub(super) owner: OpId,
    pub(super) most: i128,
}

impl Updates {
    /// The suppositions with another store, or a larger step.
    pub(super) fn with(mut self, (least, most): (i128, i128), position: usize, around: Vec<Around>) -> Self {
        let before = self.clone();
        let known =
            self.stores.entry(position).or_insert_with(|| Update { around: around.clone(), step: (0, 0) });
        known.step = (known.step.0.min(least), known.step.1.max(most));
        for (known, now) in known.around.iter_mut().zip(&around) {
            known.most = known.most.max(now.most);
        }
        self.changes += usize::from(self != before);
        self
    }
}

impl Update {
    /// The maximum number of executions of a store before a load in these iterations: all earlier iterations of common loops, and the
    /// current one if the store stands in front.
    pub(super) fn executed_before(
        &self,
        store: usize,
        load: usize,
        iterations: &[(OpId, Num)],
    ) -> Option<Num> {
        let both =
            self.around.iter().zip(iterations).take_while(|(around, (owner, _))| around.owner == *owner);
        let shared = both.count();
        let product = |times: i128, around: &Around| times.checked_mul(around.most).filter(|t| *t <= TIMES);
        let within = |from: usize| self.around[from..].iter().try_fold(1, product);
        let now = if store > load { 0 } else { within(shared)? };
        let mut all = Num::constant(now);
        for (at, (_, number)) in iterations.iter().enumerate().take(shared) {
            all = all.add(&number.mul(&Num::constant(within(at + 1)?)));
        }
        Some(all)
    }
}

/// The number of an integer as contents speak of it.
pub(super) fn number_in_clause(int: &SymbolicInt, scalar: Scalar) -> Num {
    if scalar.bits() == 1 { int.unsigned() } else { int.signed() }
}
