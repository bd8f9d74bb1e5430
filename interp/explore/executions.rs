//! Candidate executions, enumerated and checked against the axioms of the memory model. Like herd, it tries every combination of traces,
//! every reads-from relation of matching writes, and every coherence order (Alglave, Maranget and Tautschnig, "Herding cats", TOPLAS 2014).

use spec::memory::axioms::{Axiom, Candidate, consistent, matches};
use spec::memory::events::{Event, Program};
use spec::memory::outcomes::{Answer, races};
use spec::memory::relations::{Orders, Relation};

use crate::explore::coherence::{CoherenceOrder, conflicting_writes};

/// A search that ends after so many candidates.
pub(crate) struct Search<'a> {
    program: &'a Program,
    most: u64,
    pub(crate) answer: Answer,
    /// The number of tried candidates.
    pub(crate) tried: u64,
}

/// The search has tried as many candidates as it may.
struct Spent;

impl<'a> Search<'a> {
    pub(crate) fn new(program: &'a Program, most: u64) -> Self {
        Search { program, most, answer: Answer::default(), tried: 0 }
    }

    /// Whether everything was tried.
    pub(crate) fn run(&mut self) -> bool {
        let program = self.program;
        let complete = program.combinations().all(|chosen| self.try_combination(&chosen).is_ok());
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

    fn try_combination(&mut self, chosen: &[usize]) -> Result<(), Spent> {
        let events = self.program.events(chosen);
        let reads: Vec<usize> = (0..events.len()).filter(|number| events[*number].read.is_some()).collect();
        // A read may take its value from every write with equal location and value.
        let sources = |read: &usize| -> Vec<usize> {
            (0..events.len()).filter(|write| matches(&events[*write], &events[*read])).collect()
        };
        let sources: Vec<Vec<usize>> = reads.iter().map(sources).collect();
        each_choice(&sources, |writes| {
            let from =
                |a: usize, b: usize| reads.iter().zip(writes).any(|(read, write)| (*write, *read) == (a, b));
            self.try_reads_from(chosen, &events, &Relation::known(events.len(), from))
        })
    }

    /// Tries every coherence order of an execution in which reads read from known writes.
    fn try_reads_from(
        &mut self,
        chosen: &[usize],
        events: &[Event],
        reads_from: &Relation<bool>,
    ) -> Result<(), Spent> {
        self.spend()?;
        let orders = Orders::new(events, reads_from);
        let none = Relation::known(events.len(), |_, _| false);
        let early = Candidate { events, reads_from, coherence: &none, orders: &orders };
        // These axioms do not mention coherence, so they prune before coherence orders are enumerated.
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
        let order = CoherenceOrder { orders: &orders, pairs: conflicting_writes(events), ways: Vec::new() };
        self.each_coherence_order(order, |search, coherence| {
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

    /// Visits every coherence order of the pairs from a position on, until a visit says to stop.
    fn each_coherence_order(
        &mut self,
        mut order: CoherenceOrder<'_>,
        mut visit: impl FnMut(&mut Self, &Relation<bool>) -> Result<bool, Spent>,
    ) -> Result<(), Spent> {
        if order.pairs.is_empty() {
            return visit(self, &order.relation()).map(|_| ());
        }
        // Depth first over the pairs, with the ways that are left to try of each pair so far.
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

/// Visits every combination with one item per list, until a visit fails.
fn each_choice<T: Copy, E>(lists: &[Vec<T>], mut visit: impl FnMut(&[T]) -> Result<(), E>) -> Result<(), E> {
    if lists.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let mut at = vec![0; lists.len()];
    loop {
        let chosen: Vec<T> = lists.iter().zip(&at).map(|(list, at)| list[*at]).collect();
        visit(&chosen)?;
        let advanced = (0..at.len()).rev().find(|place| {
            at[*place] = (at[*place] + 1) % lists[*place].len();
            at[*place] != 0
        });
        if advanced.is_none() {
            return Ok(());
        }
    }
}
