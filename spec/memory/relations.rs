//! Relations between events, in any reading's truth values: bits where an execution is known, formulas where it is asked
//! for (semantics D.3).

use super::events::Event;
use super::strength;
use crate::domain::{Bool, all};

/// A relation between the events of an execution, by their numbers.
#[derive(Debug, Clone)]
pub struct Relation<B> {
    size: usize,
    cells: Vec<B>,
}

impl<B: Bool> Relation<B> {
    /// The relation of two numbers below `size` that satisfy `holds`.
    pub fn new(size: usize, mut holds: impl FnMut(usize, usize) -> B) -> Self {
        let cells = (0..size * size).map(|cell| holds(cell / size, cell % size)).collect();
        Relation { size, cells }
    }

    /// A known relation.
    pub fn known(size: usize, mut holds: impl FnMut(usize, usize) -> bool) -> Self {
        Relation::new(size, |a, b| B::constant(holds(a, b)))
    }

    /// The number of events.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether `a` is related to `b`.
    pub fn at(&self, a: usize, b: usize) -> &B {
        &self.cells[a * self.size + b]
    }

    /// Related by either.
    pub fn or(&self, other: &Self) -> Self {
        Relation::new(self.size, |a, b| self.at(a, b).or(other.at(a, b)))
    }

    /// Related by both.
    pub fn and(&self, other: &Self) -> Self {
        Relation::new(self.size, |a, b| self.at(a, b).and(other.at(a, b)))
    }

    /// The inverse relation.
    pub fn inverse(&self) -> Self {
        Relation::new(self.size, |a, b| self.at(b, a).clone())
    }

    /// The composition with another relation.
    pub fn then(&self, other: &Self) -> Self {
        Relation::new(self.size, |a, b| {
            any((0..self.size).map(|between| self.at(a, between).and(other.at(between, b))))
        })
    }

    /// Related in one step or more: the transitive closure, by Warshall's algorithm.
    pub fn closure(&self) -> Self {
        let mut closed = self.clone();
        // After a turn, all paths whose inner events are numbered up to `between` are steps.
        for between in 0..self.size {
            closed = Relation::new(self.size, |a, b| {
                closed.at(a, b).or(&closed.at(a, between).and(closed.at(between, b)))
            });
        }
        closed
    }

    /// No event is related to itself.
    pub fn is_irreflexive(&self) -> B {
        all((0..self.size).map(|a| self.at(a, a).not()))
    }

    /// No event is related to itself in any number of steps.
    pub fn is_acyclic(&self) -> B {
        self.closure().is_irreflexive()
    }

    /// Two steps imply one.
    pub fn is_transitive(&self) -> B {
        let twice = self.then(self);
        all((0..self.cells.len()).map(|cell| twice.cells[cell].implies(&self.cells[cell])))
    }
}

/// The disjunction of all, or falsehood.
pub fn any<B: Bool>(conditions: impl IntoIterator<Item = B>) -> B {
    conditions.into_iter().reduce(|any, one| any.or(&one)).unwrap_or_else(|| B::constant(false))
}

/// Orders independent of coherence: derived from the events and from the values of reads.
#[derive(Debug, Clone)]
pub struct Orders<B> {
    /// The second waits for the first by tokens. The order of the text, addresses and values order nothing.
    pub token: Relation<B>,
    /// Two accesses to one location are morally strong: by scope, or because one waits for the other.
    pub morally_strong: Relation<B>,
    /// A read returns the value of a morally strong write, directly or through updates in between.
    pub observed: Relation<B>,
    /// A release synchronizes with an acquire that observes the release.
    pub synchronizes: Relation<B>,
    /// By tokens, by what synchronizes, and from the launch on.
    pub happens_before: Relation<B>,
    /// The causality order: happens-before extended by observation.
    pub causality: Relation<B>,
}

impl<B: Bool> Orders<B> {
    /// The orders of an execution with the given reads-from relation.
    pub fn new(events: &[Event], reads_from: &Relation<B>) -> Self {
        let size = events.len();
        let waits = |a: usize, b: usize| events[b].waits_for.contains(&a);
        let token: Relation<B> = Relation::known(size, waits);
        let morally_strong = Relation::new(size, |a, b| {
            let real = a != b && !events[a].is_initial() && !events[b].is_initial();
            let (one, two) = (&events[a], &events[b]);
            let meeting = one.meeting(two);
            let waiting = B::constant(waits(a, b) || waits(b, a)).and(&meeting.same_location);
            B::constant(real).and(&waiting.or(&strength::morally_strong(&one.manner, &two.manner, &meeting)))
        });
        // Whatever has been read and read from is an update, so that every path goes through updates.
        let observed = reads_from.and(&morally_strong).closure();
        let releases = Relation::known(size, |a, write| {
            let (release, event) = (&events[a], &events[write]);
            let later = event.manner.writes && event.manner.is_strong() && waits(a, write);
            let here = release.location == event.location;
            release.manner.releases() && here && (a == write || later)
        });
        let acquires = Relation::known(size, |read, b| {
            let (event, acquire) = (&events[read], &events[b]);
            let earlier = event.manner.reads && event.manner.is_strong() && waits(read, b);
            let here = acquire.location == event.location;
            acquire.manner.acquires() && here && (read == b || earlier)
        });
        let synchronizes = releases.then(&observed).then(&acquires).and(&morally_strong);
        let launch = Relation::known(size, |a, b| events[a].is_initial() && !events[b].is_initial());
        let happens_before = token.or(&synchronizes).or(&launch).closure();
        let causality = happens_before.or(&observed.then(&happens_before));
        Orders { token, morally_strong, observed, synchronizes, happens_before, causality }
    }

    /// Whether two events race: they conflict, neither happens before the other, and they are not morally strong.
    pub fn race(&self, events: &[Event], a: usize, b: usize) -> B {
        let (one, two) = (&events[a], &events[b]);
        let ordered = self.happens_before.at(a, b).or(self.happens_before.at(b, a));
        strength::race(&one.manner, &two.manner, &one.meeting(two), &ordered)
            .and(&B::constant(a != b))
            .and(&self.morally_strong.at(a, b).not())
    }
}
