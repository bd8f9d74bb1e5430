//! Elements at launch, and the contract's facts about them before a run.

use spec::domain::{Bool as _, Number};
use spec::syntax::contract::{Expr, Relation};

use crate::symbolic::setup::Setup;
use crate::terms::{Num, Truth};

/// What is known of the relations of a contract before a kernel runs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Relations {
    /// Elements at fixed places.
    pub(super) fixed: Vec<FixedElement>,
    /// Bounds of steps to the next place.
    pub(super) steps: Vec<Step>,
}

/// An element of an allocation at launch.
#[derive(Debug, Clone, Copy)]
pub(super) struct LaunchElement {
    pub(super) which: usize,
    /// The element exists and belongs to the statement.
    pub(super) exists: Truth,
    pub(super) index: Num,
    pub(super) value: Num,
}

/// An element at a place without `i`.
#[derive(Debug, Clone)]
pub(super) struct FixedElement {
    pub(super) place: Expr,
    pub(super) element: LaunchElement,
}

/// A bound of the way from an element to the next: `sign·(a[i + 1] − a[i]) ≥ least`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) which: usize,
    pub(super) sign: i128,
    pub(super) least: i128,
    /// The guard: the fixed elements of the relation exist.
    pub(super) when: Truth,
}

impl<'k> Setup<'k> {
    /// Whether the contract relates the elements of an allocation, and they are determined at launch.
    pub(crate) fn is_related(&self, which: usize) -> bool {
        !self.relations(which).is_empty()
    }

    /// The relations about an allocation that is determined at launch.
    pub(super) fn relations(&self, which: usize) -> Vec<&'k Relation> {
        let allocation = &self.allocations[which];
        self.bound.relations(allocation.parameter).filter(|_| !allocation.uninit).collect()
    }

    /// The condition that an allocation has a place.
    pub(super) fn exists(&self, which: usize, index: &Num) -> Truth {
        let allocation = &self.allocations[which];
        let end = index.add(&Num::constant(1)).mul(&Num::constant(allocation.element.bytes().into()));
        Num::constant(0).at_most(index).and(&end.at_most(&allocation.size))
    }
}
