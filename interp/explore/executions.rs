//! The search: every combination of traces, every way to read from matching writes, every coherence order.

use spec::memory::axioms::{Axiom, Candidate, consistent, matches};
use spec::memory::events::{Event, Program};
use spec::memory::outcomes::{Answer, races};
use spec::memory::relations::{Orders, Relation};

/// A search that ends after so many candidates.
pub(super) struct Search<'a> {
    program: &'a Program,
    most: u64,
    pub(super) answer: Answer,
    /// Candidates that were tried.
    pub(super) tried: u64,
}

/// The search has tried as many candidates as it may.
struct Spent;

impl<'a> Search<'a> {
    pub(super) fn new(program: &'a Program, most: u64) -> Self {
        Search { program, most, answer: Answer::default(), tried: 0 }
    }

    /// Whether everything was tried.
    pub(super) fn run(&mut self) -> bool {
        let program = self.program;
        let complete = program.combinations().all(|chosen| self.combination(&chosen).is_ok());
        if !self.answer.breaches.is_empty() {
            self.answer.outcomes.clear();
        }
        complete
    }

    fn spend(&mut self) -> Result<(), Spent> {
        if self.tried == self.most {
            return Err(Spent);
        }
        self.tried += 1;
        Ok(())
    }

    fn combination(&mut self, chosen: &[usize]) -> Result<(), Spent> {
        let events = self.program.events(chosen);
        let reads: Vec<usize> = (0..events.len()).filter(|number| events[*number].read.is_some()).collect();
        let sources = |read: &usize| -> Vec<usize> {
            (0..events.len()).filter(|write| matches(&events[*write], &events[*read])).collect()
        };
        let sources: Vec<Vec<usize>> = reads.iter().map(sources).collect();
        each(&sources, |writes| {
            let from =
                |a: usize, b: usize| reads.iter().zip(writes).any(|(read, write)| (*write, *read) == (a, b));
            self.reading(chosen, &events, &Relation::known(events.len(), from))
        })
    }

    /// Tries every coherence order of an execution in which reads read from known writes.
    fn reading(
        &mut self,
        chosen: &[usize],
        events: &[Event],
        reads_from: &Relation<bool>,
    ) -> Result<(), Spent> {
        self.spend()?;
        let orders = Orders::new(events, reads_from);
        let none = Relation::known(events.len(), |_, _| false);
        let early = Candidate { events, reads_from, coherence: &none, orders: &orders };
        if !Axiom::NoThinAir.holds(&early) || !Axiom::Causality.holds(&early) {
            return Ok(());
        }
        let mut breaches = races(events, &orders);
        breaches.extend(self.program.breaches(chosen));
        // Once a rule is broken, only what else is broken counts.
        let known = breaches.is_subset(&self.answer.breaches);
        if known && !self.answer.breaches.is_empty() {
            return Ok(());
        }
        let order = Order { orders: &orders, pairs: pairs(events), ways: Vec::new() };
        self.order(order, |search, coherence| {
            search.spend()?;
            let candidate = Candidate { events, reads_from, coherence, orders: &orders };
            if !consistent(&candidate) {
                return Ok(true);
            }
            if breaches.is_empty() {
                search.answer.outcomes.insert(search.program.outcome(events, coherence));
            }
            search.answer.breaches.extend(&breaches);
            Ok(breaches.is_empty())
        })?;
        Ok(())
    }

    /// Visits every coherence order that decides the pairs from some on, until one visit says that it is enough.
    fn order(
        &mut self,
        mut order: Order<'_>,
        mut visit: impl FnMut(&mut Self, &Relation<bool>) -> Result<bool, Spent>,
    ) -> Result<(), Spent> {
        if order.pairs.is_empty() {
            return visit(self, &order.relation()).map(|_| ());
        }
        let mut left = vec![order.next()];
        while let Some(ways) = left.last_mut() {
            let Some(way) = ways.pop() else {
                left.pop();
                order.ways.pop();
                continue;
            };
            order.ways.push(way);
            if !order.is_transitive() {
                order.ways.pop();
            } else if order.ways.len() < order.pairs.len() {
                left.push(order.next());
            } else {
                let goes_on = visit(self, &order.relation())?;
                order.ways.pop();
                if !goes_on {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// A coherence order in the making.
struct Order<'a> {
    orders: &'a Orders<bool>,
    /// The writes to common bytes, by pairs.
    pairs: Vec<(usize, usize)>,
    /// How the first of the pairs stand.
    ways: Vec<Way>,
}

impl Order<'_> {
    /// How the next pair may stand, the likeliest last.
    fn next(&self) -> Vec<Way> {
        self.pairs.get(self.ways.len()).map_or_else(Vec::new, |pair| ways(self.orders, *pair))
    }

    /// Whether one write is before another; none while that is open.
    fn is_before(&self, a: usize, b: usize) -> Option<bool> {
        let at = self.pairs.iter().position(|pair| *pair == (a.min(b), a.max(b)))?;
        let forward = if a < b { Way::Forward } else { Way::Backward };
        self.ways.get(at).map(|way| *way == forward)
    }

    /// Whether the pair that was decided last contradicts no others.
    fn is_transitive(&self) -> bool {
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

    fn relation(&self) -> Relation<bool> {
        let size = self.orders.token.size();
        Relation::known(size, |a, b| self.is_before(a, b) == Some(true))
    }
}

/// How two writes stand in coherence order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Backward,
    Neither,
}

/// The writes to common bytes, by pairs.
fn pairs(events: &[Event]) -> Vec<(usize, usize)> {
    let writes = |number: usize| events[number].manner.writes;
    let pairs = (0..events.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs
        .filter(|(a, b)| writes(*a) && writes(*b) && events[*a].location.overlaps(&events[*b].location))
        .collect()
}

/// How two writes may stand: as causality has it, in either order where they are strong for one another, and else,
/// which is a race, in none as well.
fn ways(orders: &Orders<bool>, (a, b): (usize, usize)) -> Vec<Way> {
    match (orders.causality.at(a, b), orders.causality.at(b, a), orders.morally_strong.at(a, b)) {
        (true, true, _) => Vec::new(),
        (true, false, _) => vec![Way::Forward],
        (false, true, _) => vec![Way::Backward],
        (false, false, true) => vec![Way::Backward, Way::Forward],
        (false, false, false) => vec![Way::Backward, Way::Forward, Way::Neither],
    }
}

/// Every choice of one from each list, until one fails.
fn each<T: Copy, E>(lists: &[Vec<T>], mut visit: impl FnMut(&[T]) -> Result<(), E>) -> Result<(), E> {
    if lists.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let mut at = vec![0; lists.len()];
    loop {
        let chosen: Vec<T> = lists.iter().zip(&at).map(|(list, at)| list[*at]).collect();
        visit(&chosen)?;
        let turned = (0..at.len()).rev().find(|place| {
            at[*place] = (at[*place] + 1) % lists[*place].len();
            at[*place] != 0
        });
        if turned.is_none() {
            return Ok(());
        }
    }
}
