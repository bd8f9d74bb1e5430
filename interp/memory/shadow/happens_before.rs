//! Happens-before as vector clocks: for each block, its earlier executions.
//!
//! FastTrack (Flanagan and Freund, PLDI 2009) has one counter per thread, because the operations of a thread are totally ordered. Tokens
//! order the operations of a block only partially, so a component is a set of executions, kept as ranges. Ordered iterations of a loop are
//! one range, and a totally ordered block has one range per operation.

use std::sync::Arc;

use im::OrdMap;

/// One execution of a memory operation by a block: the operation, and the number of earlier executions in the
/// block.
///
/// Executions of one operation are numbered without gaps, so a loop's order is one range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Execution(u64);

#[expect(clippy::as_conversions, reason = "two halves in a word, so that a single comparison orders both")]
impl Execution {
    /// The execution of `op` (the number of its token) after `count` earlier executions in the block.
    pub(crate) const fn new(op: u32, count: u32) -> Self {
        Execution((op as u64) << 32 | count as u64)
    }

    /// The operation: the number of its token.
    pub(crate) const fn op(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// How often the block had run the operation before.
    pub(crate) const fn count(self) -> u32 {
        self.0 as u32
    }

    /// The next execution of the same operation.
    pub(crate) const fn next(self) -> Self {
        Execution(self.0 + 1)
    }
}

/// Executions of one block, as sorted ranges with both ends inside.
type Ranges = Arc<Vec<(Execution, Execution)>>;

fn covers(ranges: &[(Execution, Execution)], first: Execution, last: Execution) -> bool {
    let after = ranges.partition_point(|range| range.0 <= first);
    after > 0 && last <= ranges[after - 1].1
}

fn join(one: &Ranges, other: &Ranges) -> Ranges {
    let all_in = |all: &Ranges, some: &Ranges| some.iter().all(|(a, b)| covers(all, *a, *b));
    if Arc::ptr_eq(one, other) || all_in(one, other) {
        return Arc::clone(one);
    }
    if all_in(other, one) {
        return Arc::clone(other);
    }
    // Neither contains the other: sort the ranges and merge overlapping or adjacent ranges.
    let mut all: Vec<_> = one.iter().chain(other.iter()).copied().collect();
    all.sort_unstable();
    let mut joined: Vec<(Execution, Execution)> = Vec::with_capacity(all.len());
    for (first, last) in all {
        match joined.last_mut() {
            Some(range) if first <= range.1.next() => range.1 = range.1.max(last),
            Some(_) | None => joined.push((first, last)),
        }
    }
    Arc::new(joined)
}

/// The known operations of several blocks, by block: a release publishes them, and an acquire learns them.
#[derive(Debug, Clone, Default)]
pub(crate) struct HappensBefore(Option<Arc<OrdMap<u32, Ranges>>>);

impl HappensBefore {
    /// Nothing.
    pub(crate) const NONE: HappensBefore = HappensBefore(None);

    /// Whether all executions of a range by a block are included.
    pub(crate) fn covers(&self, block: u32, first: Execution, last: Execution) -> bool {
        let ranges = self.0.as_ref().and_then(|blocks| blocks.get(&block));
        ranges.is_some_and(|ranges| covers(ranges, first, last))
    }

    /// Both. The smaller is put into the larger.
    pub(crate) fn join(&self, other: &Self) -> Self {
        let (Some(one), Some(two)) = (&self.0, &other.0) else {
            return if self.0.is_some() { self.clone() } else { other.clone() };
        };
        if Arc::ptr_eq(one, two) {
            return self.clone();
        }
        let (large, small) = if one.len() < two.len() { (two, one) } else { (one, two) };
        let blocks = small.iter().fold((**large).clone(), |mut blocks, (block, ranges)| {
            insert(&mut blocks, *block, ranges);
            blocks
        });
        HappensBefore(Some(Arc::new(blocks)))
    }
}

fn insert(blocks: &mut OrdMap<u32, Ranges>, block: u32, ranges: &Ranges) {
    let joined = blocks.get(&block).map_or_else(|| Arc::clone(ranges), |known| join(known, ranges));
    blocks.insert(block, joined);
}

/// A token: the operations that happen before its waiters. These are operations of the own block, and operations acquired from
/// other blocks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Token {
    own: Option<Ranges>,
    others: HappensBefore,
}

impl Token {
    /// Nothing comes before.
    pub(crate) const NONE: Token = Token { own: None, others: HappensBefore::NONE };

    /// Whether all executions of a range by its own block come before.
    pub(crate) fn covers(&self, first: Execution, last: Execution) -> bool {
        self.own.as_ref().is_some_and(|ranges| covers(ranges, first, last))
    }

    /// Whether all executions of a range by another block come before.
    pub(crate) fn covers_other(&self, block: u32, first: Execution, last: Execution) -> bool {
        self.others.covers(block, first, last)
    }

    /// Adds an event.
    pub(crate) fn with(&self, event: Execution) -> Self {
        let own = Arc::new(vec![(event, event)]);
        self.join(&Token { own: Some(own), others: HappensBefore::NONE })
    }

    /// Both.
    pub(crate) fn join(&self, other: &Self) -> Self {
        let own = match (&self.own, &other.own) {
            (Some(one), Some(two)) => Some(join(one, two)),
            (one, two) => one.clone().or_else(|| two.clone()),
        };
        Token { own, others: self.others.join(&other.others) }
    }

    /// Joins a token of `block` with the knowledge from an acquire.
    pub(crate) fn acquire(&self, block: u32, past: &HappensBefore) -> Self {
        let Some(blocks) = &past.0 else { return self.clone() };
        // Operations that return to their own block belong to its component.
        let back = Token { own: blocks.get(&block).cloned(), others: HappensBefore::NONE };
        Token { others: self.others.join(past), ..self.join(&back) }
    }

    /// The knowledge published by a release of `block` after this token, with `event`, the release itself.
    pub(crate) fn release(&self, block: u32, event: Execution) -> HappensBefore {
        let this = self.with(event);
        let mut blocks = this.others.0.as_deref().cloned().unwrap_or_default();
        if let Some(own) = &this.own {
            insert(&mut blocks, block, own);
        }
        HappensBefore(Some(Arc::new(blocks)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Execution, HappensBefore, Token};

    #[test]
    fn a_chain_is_one_range() {
        let chain = (0..1000).fold(Token::NONE, |token, count| token.with(Execution::new(3, count)));
        assert_eq!(**chain.own.as_ref().unwrap(), [(Execution::new(3, 0), Execution::new(3, 999))]);
        assert!(chain.covers(Execution::new(3, 0), Execution::new(3, 999)));
        assert!(!chain.covers(Execution::new(3, 999), Execution::new(3, 1000)));
        assert!(!chain.covers(Execution::new(2, 5), Execution::new(2, 5)));
    }

    #[test]
    fn a_join_orders_what_either_orders() {
        let one = Token::NONE.with(Execution::new(1, 0)).with(Execution::new(4, 2));
        let two = Token::NONE.with(Execution::new(2, 7));
        let both = one.join(&two);
        for event in [Execution::new(1, 0), Execution::new(4, 2), Execution::new(2, 7)] {
            assert!(both.covers(event, event));
        }
        assert!(!two.covers(Execution::new(1, 0), Execution::new(1, 0)));
        assert!(!both.covers(Execution::new(2, 6), Execution::new(2, 7)));
    }
    #[test]
    fn a_release_makes_known_what_it_waited_for() {
        let (data, flag) = (Execution::new(1, 0), Execution::new(2, 0));
        let past = Token::NONE.with(data).release(7, flag);
        let reader = Token::NONE.acquire(9, &past);
        assert!(reader.covers_other(7, data, data) && reader.covers_other(7, flag, flag));
        assert!(!reader.covers(data, data));
        // Handed on by a third block, and come back to the first.
        let further = reader.release(9, Execution::new(3, 0));
        let back = Token::NONE.acquire(7, &further);
        assert!(back.covers(data, data) && back.covers_other(9, Execution::new(3, 0), Execution::new(3, 0)));
        assert!(!back.covers_other(9, data, data));
    }

    #[test]
    fn pasts_join() {
        let one = Token::NONE.release(1, Execution::new(1, 0));
        let two =
            Token::NONE.release(2, Execution::new(1, 0)).join(&Token::NONE.release(1, Execution::new(1, 1)));
        for joined in [one.join(&two), two.join(&one)] {
            assert!(joined.covers(1, Execution::new(1, 0), Execution::new(1, 1)));
            assert!(joined.covers(2, Execution::new(1, 0), Execution::new(1, 0)));
        }
        assert!(!one.join(&HappensBefore::NONE).covers(2, Execution::new(1, 0), Execution::new(1, 0)));
    }
}
