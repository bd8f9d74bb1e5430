//! Tokens: which memory operations of a block come before.

use std::rc::Rc;

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

    /// The next execution of the same operation.
    pub(crate) const fn next(self) -> Self {
        Event(self.0 + 1)
    }
}

/// A token: the events that it orders before whatever waits for it, as sorted ranges with both ends inside.
#[derive(Debug, Clone, Default)]
pub(crate) struct Token(Option<Rc<Vec<(Event, Event)>>>);

impl Token {
    /// Nothing comes before.
    pub(crate) const NONE: Token = Token(None);

    fn ranges(&self) -> &[(Event, Event)] {
        self.0.as_ref().map_or(&[], |ranges| ranges)
    }

    /// Whether all events of a range come before.
    pub(crate) fn covers(&self, first: Event, last: Event) -> bool {
        let ranges = self.ranges();
        let after = ranges.partition_point(|range| range.0 <= first);
        after > 0 && last <= ranges[after - 1].1
    }

    /// This, and an event.
    pub(crate) fn with(&self, event: Event) -> Self {
        self.join(&Token(Some(Rc::new(vec![(event, event)]))))
    }

    /// Both.
    pub(crate) fn join(&self, other: &Self) -> Self {
        let covers = |all: &Token, some: &Token| some.ranges().iter().all(|(a, b)| all.covers(*a, *b));
        if covers(self, other) {
            return self.clone();
        }
        if covers(other, self) {
            return other.clone();
        }
        let mut all: Vec<_> = self.ranges().iter().chain(other.ranges()).copied().collect();
        all.sort_unstable();
        let mut joined: Vec<(Event, Event)> = Vec::with_capacity(all.len());
        for (first, last) in all {
            match joined.last_mut() {
                Some(range) if first <= range.1.next() => range.1 = range.1.max(last),
                Some(_) | None => joined.push((first, last)),
            }
        }
        Token(Some(Rc::new(joined)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Token};

    #[test]
    fn a_chain_is_one_range() {
        let chain = (0..1000).fold(Token::NONE, |token, count| token.with(Event::new(3, count)));
        assert_eq!(chain.ranges(), [(Event::new(3, 0), Event::new(3, 999))]);
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
}
