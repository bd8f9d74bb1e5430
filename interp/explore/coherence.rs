//! Coherence orders, decided pair by pair: every two writes to common bytes are ordered as causality has it, in either
//! order, or not at all.

use spec::memory::events::Event;
use spec::memory::relations::{Orders, Relation};

/// A coherence order in the making.
pub(crate) struct CoherenceOrder<'a> {
    pub(crate) orders: &'a Orders<bool>,
    /// The writes to common bytes, by pairs.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// How the first of the pairs stand.
    pub(crate) ways: Vec<PairOrder>,
}

impl CoherenceOrder<'_> {
    /// How the next pair may stand, the likeliest last.
    pub(crate) fn next(&self) -> Vec<PairOrder> {
        self.pairs.get(self.ways.len()).map_or_else(Vec::new, |(a, b)| possible_orders(self.orders, *a, *b))
    }

    /// Whether write `a` precedes write `b`; `None` while undecided.
    fn is_before(&self, a: usize, b: usize) -> Option<bool> {
        let at = self.pairs.iter().position(|pair| *pair == (a.min(b), a.max(b)))?;
        let forward = if a < b { PairOrder::Forward } else { PairOrder::Backward };
        self.ways.get(at).map(|way| *way == forward)
    }

    /// Whether the last decided pair is consistent with the others.
    pub(crate) fn is_transitive(&self) -> bool {
        let Some((a, b)) = self.ways.len().checked_sub(1).map(|last| self.pairs[last]) else { return true };
        let holds = |x: usize, y: usize, z: usize| {
            let both = self.is_before(x, y) == Some(true) && self.is_before(y, z) == Some(true);
            !both || self.is_before(x, z) != Some(false)
        };
        let third = |c: usize| {
            holds(a, b, c)
                && holds(b, a, c)
                && holds(a, c, b)
                && holds(b, c, a)
                && holds(c, a, b)
                && holds(c, b, a)
        };
        self.pairs.iter().flat_map(|(x, y)| [*x, *y]).filter(|c| *c != a && *c != b).all(third)
    }

    pub(crate) fn relation(&self) -> Relation<bool> {
        let size = self.orders.token.size();
        Relation::known(size, |a, b| self.is_before(a, b) == Some(true))
    }
}

/// How two writes stand in coherence order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PairOrder {
    Forward,
    Backward,
    Neither,
}

/// The writes to common bytes, by pairs.
pub(crate) fn conflicting_writes(events: &[Event]) -> Vec<(usize, usize)> {
    let writes = |number: usize| events[number].manner.writes;
    let pairs = (0..events.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs
        .filter(|(a, b)| writes(*a) && writes(*b) && events[*a].location.overlaps(&events[*b].location))
        .collect()
}

/// The possible orders of two writes: the causal order, or either order for morally strong writes. Other writes
/// race and may also stay unordered.
pub(crate) fn possible_orders(orders: &Orders<bool>, a: usize, b: usize) -> Vec<PairOrder> {
    match (orders.causality.at(a, b), orders.causality.at(b, a), orders.morally_strong.at(a, b)) {
        (true, true, _) => Vec::new(),
        (true, false, _) => vec![PairOrder::Forward],
        (false, true, _) => vec![PairOrder::Backward],
        (false, false, true) => vec![PairOrder::Backward, PairOrder::Forward],
        (false, false, false) => vec![PairOrder::Backward, PairOrder::Forward, PairOrder::Neither],
    }
}
