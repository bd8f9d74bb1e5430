//! Tokens: which memory operations come before, of a block's own and, by acquires, of others.

use std::sync::Arc;

use im::OrdMap;

/// One execution of a memory operation by one block: the operation and how often the block had run it before.
///
/// Executions of one operation are numbered without gaps, so that whatever a loop orders is one range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Event(u64);

impl Event {
    /// The execution of `op` (the number of its token) that `count` others by the same block precede.
    pub(crate) const fn new(op: u32, count: u32) -> Self {
        Event((op as u64) << 32 | count as u64)
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
        Event(self.0 + 1)
    }
}

/// Executions of one block, as sorted ranges with both ends inside.
type Ranges = Arc<Vec<(Event, Event)>>;

fn covers(ranges: &[(Event, Event)], first: Event, last: Event) -> bool {
    let after = ranges.partition_point(|range| range.0 <= first);
    after > 0 && last <= ranges[after - 1].1
}

fn join(one: &Ranges, other: &Ranges) -> Ranges {
    let all_in = |all: &Ranges, some: &Ranges| some.iter().all(|(a, b)| covers(all, *a, *b));
    if Arc::ptr_eq(one, other) || all_in(one, other) {
        return one.clone();
    }
    if all_in(other, one) {
        return other.clone();
    }
    let mut all: Vec<_> = one.iter().chain(other.iter()).copied().collect();
    all.sort_unstable();
    let mut joined: Vec<(Event, Event)> = Vec::with_capacity(all.len());
    for (first, last) in all {
        match joined.last_mut() {
            Some(range) if first <= range.1.next() => range.1 = range.1.max(last),
            Some(_) | None => joined.push((first, last)),
        }
    }
    Arc::new(joined)
}

/// What several blocks have done, by block: what a release makes known, and what an acquire learns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Past(Option<Arc<OrdMap<u32, Ranges>>>);

impl Past {
    /// Nothing.
    pub(crate) const NONE: Past = Past(None);

    /// Whether all executions of a range by that block are in it.
    pub(crate) fn covers(&self, block: u32, first: Event, last: Event) -> bool {
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
        Past(Some(Arc::new(blocks)))
    }
}

fn insert(blocks: &mut OrdMap<u32, Ranges>, block: u32, ranges: &Ranges) {
    let joined = blocks.get(&block).map_or_else(|| ranges.clone(), |known| join(known, ranges));
    blocks.insert(block, joined);
}

/// A token: what happens before whatever waits for it. Its own block's operations, and what they have learnt of others.
#[derive(Debug, Clone, Default)]
pub(crate) struct Token {
    own: Option<Ranges>,
    others: Past,
}

impl Token {
    /// Nothing comes before.
    pub(crate) const NONE: Token = Token { own: None, others: Past::NONE };

    /// Whether all executions of a range by its own block come before.
    pub(crate) fn covers(&self, first: Event, last: Event) -> bool {
        self.own.as_ref().is_some_and(|ranges| covers(ranges, first, last))
    }

    /// Whether all executions of a range by another block come before.
    pub(crate) fn covers_other(&self, block: u32, first: Event, last: Event) -> bool {
        self.others.covers(block, first, last)
    }

    /// This, and an event.
    pub(crate) fn with(&self, event: Event) -> Self {
        let own = Arc::new(vec![(event, event)]);
        self.join(&Token { own: Some(own), others: Past::NONE })
    }

    /// Both.
    pub(crate) fn join(&self, other: &Self) -> Self {
        let own = match (&self.own, &other.own) {
            (Some(one), Some(two)) => Some(join(one, two)),
            (one, two) => one.clone().or_else(|| two.clone()),
        };
        Token { own, others: self.others.join(&other.others) }
    }

    /// This, a token of `block`, and what it learns by an acquire.
    pub(crate) fn learning(&self, block: u32, past: &Past) -> Self {
        let Some(blocks) = &past.0 else { return self.clone() };
        let back = Token { own: blocks.get(&block).cloned(), others: Past::NONE };
        Token { others: self.others.join(past), ..self.join(&back) }
    }

    /// What a release by `block` that waits for this makes known, and `event`, the release itself.
    pub(crate) fn published(&self, block: u32, event: Event) -> Past {
        let this = self.with(event);
        let mut blocks = this.others.0.as_deref().cloned().unwrap_or_default();
        if let Some(own) = &this.own {
            insert(&mut blocks, block, own);
        }
        Past(Some(Arc::new(blocks)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Past, Token};

    #[test]
    fn a_chain_is_one_range() {
        let chain = (0..1000).fold(Token::NONE, |token, count| token.with(Event::new(3, count)));
        assert_eq!(**chain.own.as_ref().unwrap(), [(Event::new(3, 0), Event::new(3, 999))]);
        assert!(chain.covers(Event::new(3, 0), Event::new(3, 999)));
        assert!(!chain.covers(Event::new(3, 999), Event::new(3, 1000)));
        assert!(!chain.covers(Event::new(2, 5), Event::new(2, 5)));
    }

    #[test]
    fn a_join_orders_what_either_orders() {
        let one = Token::NONE.with(Event::new(1, 0)).with(Event::new(4, 2));
        let two = Token::NONE.with(Event::new(2, 7));
        let both = one.join(&two);
        for event in [Event::new(1, 0), Event::new(4, 2), Event::new(2, 7)] {
            assert!(both.covers(event, event));
        }
        assert!(!two.covers(Event::new(1, 0), Event::new(1, 0)));
        assert!(!both.covers(Event::new(2, 6), Event::new(2, 7)));
    }
    #[test]
    fn a_release_makes_known_what_it_waited_for() {
        let (data, flag) = (Event::new(1, 0), Event::new(2, 0));
        let past = Token::NONE.with(data).published(7, flag);
        let reader = Token::NONE.learning(9, &past);
        assert!(reader.covers_other(7, data, data) && reader.covers_other(7, flag, flag));
        assert!(!reader.covers(data, data));
        // Handed on by a third block, and come back to the first.
        let further = reader.published(9, Event::new(3, 0));
        let back = Token::NONE.learning(7, &further);
        assert!(back.covers(data, data) && back.covers_other(9, Event::new(3, 0), Event::new(3, 0)));
        assert!(!back.covers_other(9, data, data));
    }

    #[test]
    fn pasts_join() {
        let one = Token::NONE.published(1, Event::new(1, 0));
        let two =
            Token::NONE.published(2, Event::new(1, 0)).join(&Token::NONE.published(1, Event::new(1, 1)));
        for joined in [one.join(&two), two.join(&one)] {
            assert!(joined.covers(1, Event::new(1, 0), Event::new(1, 1)));
            assert!(joined.covers(2, Event::new(1, 0), Event::new(1, 0)));
        }
        assert!(!one.join(&Past::NONE).covers(2, Event::new(1, 0), Event::new(1, 0)));
    }
}
