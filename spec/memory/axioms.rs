//! The axioms of the memory model: what every execution keeps, or it is none (semantics D.3). They are written over
//! relations, in the style of J. Alglave, L. Maranget and M. Tautschnig, "Herding cats", ACM TOPLAS 36(2), 2014; the model
//! is that of PTX: D. Lustig, S. Sahasrabuddhe and O. Giroux, "A formal analysis of the NVIDIA PTX memory consistency
//! model", ASPLOS 2019.

use super::events::Event;
use super::relations::{Orders, Relation, any};
use crate::domain::{Bool, all};

/// Something that may be an execution of a program.
#[derive(Debug, Clone)]
pub struct Candidate<'e, B> {
    /// The events.
    pub events: &'e [Event],
    /// The write that every read reads from.
    pub reads_from: &'e Relation<B>,
    /// In which order writes to one location take effect: a partial order, decided at run time.
    pub coherence: &'e Relation<B>,
    /// Orders derived from the values of reads.
    pub orders: &'e Orders<B>,
}

/// An axiom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axiom {
    /// A read gets a whole element of one write to its location, and never parts of several.
    SingleCopy,
    /// Writes to common bytes are in coherence order if they are morally strong or ordered by causality, and
    /// the order agrees with causality.
    Coherence,
    /// No write that is morally strong with an update comes, in coherence order, between the write that the update
    /// reads and its own write.
    Atomicity,
    /// Token order and morally strong reads-from agree at each location.
    PerLocation,
    /// No read returns a write that comes later in causality. No read returns a write that a later write before the
    /// read in causality has replaced.
    Causality,
    /// No value justifies itself: every write is justified by reads of independently justified writes.
    NoThinAir,
}

impl Axiom {
    /// All of them, in the order of the chapter.
    pub const ALL: &[Axiom] = &[
        Axiom::SingleCopy,
        Axiom::Coherence,
        Axiom::Atomicity,
        Axiom::PerLocation,
        Axiom::Causality,
        Axiom::NoThinAir,
    ];

    /// The name in the chapter.
    pub const fn name(self) -> &'static str {
        match self {
            Axiom::SingleCopy => "Single-copy atomicity",
            Axiom::Coherence => "Coherence",
            Axiom::Atomicity => "Atomicity",
            Axiom::PerLocation => "Sequential consistency per location",
            Axiom::Causality => "Causality",
            Axiom::NoThinAir => "No thin air",
        }
    }

    /// Whether a candidate satisfies the axiom.
    pub fn holds<B: Bool>(self, candidate: &Candidate<'_, B>) -> B {
        match self {
            Axiom::SingleCopy => single_copy(candidate),
            Axiom::Coherence => coherence(candidate),
            Axiom::Atomicity => atomicity(candidate),
            Axiom::PerLocation => per_location(candidate),
            Axiom::Causality => causality(candidate),
            Axiom::NoThinAir => no_thin_air(candidate.events, candidate.reads_from),
        }
    }
}

/// Whether a candidate is an execution: whether it keeps every axiom.
pub fn consistent<B: Bool>(candidate: &Candidate<'_, B>) -> B {
    all(Axiom::ALL.iter().map(|axiom| axiom.holds(candidate)))
}

/// Whether a read may get what a write leaves, as far as places and values go.
pub fn matches(write: &Event, read: &Event) -> bool {
    let itself = (write.block, write.name) == (read.block, read.name);
    !itself && write.location == read.location && write.written.is_some() && write.written == read.read
}

/// A read reads from one write, of its location and with its value; other events read nothing.
fn single_copy<B: Bool>(candidate: &Candidate<'_, B>) -> B {
    let (events, reads_from) = (candidate.events, candidate.reads_from);
    let numbers = 0..events.len();
    all(numbers.clone().map(|read| {
        let wrong = numbers.clone().filter(|write| !matches(&events[*write], &events[read]));
        let none = all(wrong.map(|write| reads_from.at(write, read).not()));
        let pairs = numbers.clone().flat_map(|one| (0..one).map(move |two| (one, two)));
        let once = all(pairs.map(|(one, two)| reads_from.at(one, read).and(reads_from.at(two, read)).not()));
        let some = any(numbers.clone().map(|write| reads_from.at(write, read).clone()));
        none.and(&once).and(&some.or(&B::constant(events[read].read.is_none())))
    }))
}

fn coherence<B: Bool>(candidate: &Candidate<'_, B>) -> B {
    let (events, order, orders) = (candidate.events, candidate.coherence, candidate.orders);
    let size = events.len();
    let related = Relation::new(size, |a, b| {
        let (one, two) = (&events[a], &events[b]);
        if a == b || !one.manner.writes || !two.manner.writes || !one.location.overlaps(&two.location) {
            return order.at(a, b).not();
        }
        let caused = orders.causality.at(a, b).implies(order.at(a, b));
        let strong = orders.morally_strong.at(a, b).implies(&order.at(a, b).or(order.at(b, a)));
        caused.and(&strong).and(&order.at(a, b).and(order.at(b, a)).not())
    });
    let everywhere = all((0..size * size).map(|cell| related.at(cell / size, cell % size).clone()));
    everywhere.and(&order.is_transitive())
}

/// A read comes before the writes that replace its write in coherence order.
fn from_reads<B: Bool>(candidate: &Candidate<'_, B>) -> Relation<B> {
    let read = candidate.reads_from.inverse().then(candidate.coherence);
    // An update does not come before its own write in any relevant sense.
    Relation::new(read.size(), |a, b| read.at(a, b).and(&B::constant(a != b)))
}

fn atomicity<B: Bool>(candidate: &Candidate<'_, B>) -> B {
    let (events, replaced) = (candidate.events, from_reads(candidate));
    let updates = (0..events.len()).filter(|a| events[*a].manner.reads && events[*a].manner.writes);
    all(updates.flat_map(|update| {
        let replaced = &replaced;
        (0..events.len()).map(move |write| {
            let between = replaced.at(update, write).and(candidate.coherence.at(write, update));
            between.and(candidate.orders.morally_strong.at(update, write)).not()
        })
    }))
}

fn per_location<B: Bool>(candidate: &Candidate<'_, B>) -> B {
    let (events, orders) = (candidate.events, candidate.orders);
    let read = candidate.reads_from.or(&from_reads(candidate)).or(candidate.coherence);
    let here = Relation::known(events.len(), |a, b| events[a].location.overlaps(&events[b].location));
    orders.token.and(&here).or(&read.and(&orders.morally_strong)).is_acyclic()
}

fn causality<B: Bool>(candidate: &Candidate<'_, B>) -> B {
    let order = &candidate.orders.causality;
    let future = candidate.reads_from.then(order).is_irreflexive();
    future.and(&from_reads(candidate).then(order).is_irreflexive())
}

/// The least set of justified writes: the launch contents, and every write with a set of reads that all read from
/// justified writes. The number of rounds is at most the number of writes.
fn no_thin_air<B: Bool>(events: &[Event], reads_from: &Relation<B>) -> B {
    let mut stands: Vec<B> = events.iter().map(|event| B::constant(!event.manner.writes)).collect();
    let writes = events.iter().filter(|event| event.manner.writes).count();
    for _ in 0..writes {
        let read = |read: &usize| {
            let sources = (0..events.len()).filter(|write| events[*write].manner.writes);
            any(sources.map(|write| reads_from.at(write, *read).and(&stands[write])))
        };
        let one = |event: &Event| any(event.stands_on.iter().map(|set| all(set.iter().map(read))));
        stands = events.iter().map(|event| B::constant(!event.manner.writes).or(&one(event))).collect();
    }
    all(stands)
}
