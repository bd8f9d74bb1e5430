//! What a run assumes of arithmetic, and has seen of it.

use rustc_hash::FxHashSet;

use spec::domain::Bool as _;

use crate::terms::{AtomId, Num, Truth};

/// The most recorded conditions of natural launches.
const NATURAL: usize = 16;

/// The most conditions for loops.
const REGRETS: usize = 12;

/// Assumptions about arithmetic, and conditions under which it is exact.
#[derive(Debug, Default)]
pub(crate) struct Arithmetic {
    /// Whether nothing is taken to wrap: only to look for clauses.
    pub(crate) assume_no_wrap: bool,
    /// The conditions of that assumption, each with its path.
    pub(crate) doubts: Vec<(Truth, Truth)>,
    /// Whether to record the conditions of natural launches.
    pub(crate) seeks_natural: bool,
    /// What natural launches keep: arithmetic does not wrap, and no extent of a view is zero or negative.
    pub(crate) natural: Vec<Truth>,
    /// The conditions for loops to carry no doubts, with their paths.
    pub(crate) loop_regrets: Vec<(Truth, Truth)>,
    /// Whether it gave up on whether the latest number wraps.
    pub(super) gives_up: bool,
    /// Stand-ins for numbers with an undecided wrap.
    pub(super) gave_up: FxHashSet<AtomId>,
}

impl Arithmetic {
    /// Remembers a number as wrapping after the solver gave up on its range.
    pub(super) fn give_up_on(&mut self, wrapped: &Num) {
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

    /// Records a condition on a path under which a loop would carry fewer doubts, within the limit.
    pub(crate) fn note_regret(&mut self, path: &Truth, holds: &Truth) {
        if self.loop_regrets.len() < REGRETS {
            self.loop_regrets.push((*path, *holds));
        }
    }
}
