//! Outcomes of a program: values of reads and final memory, or broken rules.

use std::collections::{BTreeMap, BTreeSet};

use super::events::{Content, Event, Location, Name, Program, Trace};
use super::relations::{Orders, Relation};
use crate::problem::{Party, Violation};
use crate::rules::Rule;
use crate::syntax::count::usize_from_u32;
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};

/// One event of a launch: the block's position, and the event's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    /// The block.
    pub block: u32,
    /// The event.
    pub name: Name,
}

/// The outcome of one execution.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Outcome {
    /// The value of every read.
    pub reads: BTreeMap<Side, Content>,
    /// The final contents of every location that the program may write.
    pub memory: BTreeMap<Location, Content>,
}

/// A rule broken by an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Breach {
    /// The rule.
    pub rule: Rule,
    /// The offender; for a race one side, else the last event before the violation.
    pub one: Side,
    /// The other side of a race.
    pub other: Option<Side>,
    /// The buffer of a race.
    pub buffer: Option<u32>,
}

/// The outcomes of all executions together. Where a rule is broken, the program is undefined, and no outcome
/// counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The outcomes of executions without violations.
    pub outcomes: BTreeSet<Outcome>,
    /// The rules broken by other executions.
    pub breaches: BTreeSet<Breach>,
}

impl Event {
    /// The side of an event in the launch; `None` for the launch contents.
    pub fn side(&self) -> Option<Side> {
        self.block.map(|block| Side { block, name: self.name })
    }
}

impl Trace {
    /// The rule, other than a race, that the block breaks in the run.
    fn breach(&self, block: u32) -> Option<Breach> {
        let rule = self.broken.as_ref()?.rule;
        let last = self.events.last().map_or(Name { op: 0, count: 0, lane: 0 }, |event| event.name);
        Some(Breach { rule, one: Side { block, name: last }, other: None, buffer: None })
    }
}

/// The races that are possible among events, as pairs of their numbers: what conflicts and is not of the launch.
pub fn conflicts(events: &[Event]) -> Vec<(usize, usize)> {
    let writes = |a: &Event, b: &Event| a.manner.writes || b.manner.writes;
    let conflict = |a: &Event, b: &Event| {
        !a.is_initial() && !b.is_initial() && writes(a, b) && a.location.overlaps(&b.location)
    };
    let pairs = (0..events.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.filter(|(a, b)| conflict(&events[*a], &events[*b])).collect()
}

/// The rule broken by a race of two events.
pub fn race(one: &Event, other: &Event) -> Option<Breach> {
    let (a, b) = (one.side()?, other.side()?);
    let rule = if a.block != b.block {
        Rule::RaceBlock
    } else if (a.name.op, a.name.count) == (b.name.op, b.name.count) {
        Rule::RaceLane
    } else {
        Rule::RaceToken
    };
    let buffer = Some(one.location.buffer);
    Some(Breach { rule, one: a.max(b), other: Some(a.min(b)), buffer })
}

/// The races of an execution that is known.
pub fn races(events: &[Event], orders: &Orders<bool>) -> BTreeSet<Breach> {
    let pairs = conflicts(events).into_iter().filter(|(a, b)| orders.race(events, *a, *b));
    pairs.filter_map(|(a, b)| race(&events[a], &events[b])).collect()
}

impl Program {
    /// The rules, other than races, broken in the chosen runs.
    pub fn breaches(&self, chosen: &[usize]) -> BTreeSet<Breach> {
        let mut breaches = BTreeSet::new();
        for (block, (traces, number)) in (0..).zip(self.traces.iter().zip(chosen)) {
            breaches.extend(traces[*number].breach(block));
        }
        breaches
    }

    /// The locations that some trace writes.
    pub fn written(&self) -> BTreeSet<Location> {
        let events = self.traces.iter().flatten().flat_map(|trace| &trace.events);
        events.filter(|event| event.manner.writes).map(|event| event.location).collect()
    }

    /// The outcome of an execution with a known coherence order.
    pub fn outcome(&self, events: &[Event], coherence: &Relation<bool>) -> Outcome {
        let reads = events.iter().filter_map(|event| Some((event.side()?, event.read?))).collect();
        let last = |location: &Location| {
            let here =
                |number: &usize| events[*number].manner.writes && events[*number].location == *location;
            let replaced = |number: usize| (0..events.len()).any(|other| *coherence.at(number, other));
            let last = (0..events.len()).filter(here).find(|number| !replaced(*number));
            last.and_then(|number| events[number].written).flatten()
        };
        let memory = self.written().into_iter().map(|location| (location, last(&location))).collect();
        Outcome { reads, memory }
    }

    /// A breach as a violation, for display. `parameter` has the first parameter of every buffer.
    pub fn violation(
        &self,
        breach: &Breach,
        kernel: &Kernel,
        parameter: impl Fn(u32) -> Option<usize>,
    ) -> Option<Violation> {
        if breach.other.is_none() {
            let traces = self.traces.get(usize_from_u32(breach.one.block))?;
            let broken = traces.iter().find(|trace| trace.breach(breach.one.block) == Some(*breach));
            return broken.and_then(|trace| trace.broken.as_deref()).cloned();
        }
        let party = |side: Side| {
            let op = maker(kernel, side.name.op)?;
            let (at, lane) = (op.at.clone(), Some(index(kernel, op, side.name.lane)));
            let block = *self.blocks.get(usize_from_u32(side.block))?;
            Some(Party { at, block, lane, iterations: Vec::new() })
        };
        let parameter = breach.buffer.and_then(parameter);
        let other = breach.other.and_then(party);
        Some(Violation { rule: breach.rule, party: party(breach.one)?, other, parameter, scene: None })
    }
}

/// The readable name of a read's value: the result's name, with element and occurrence if there are several.
pub fn register(kernel: &Kernel, name: Name) -> String {
    let Some(result) = maker(kernel, name.op).and_then(|op| op.results.first()) else { return String::new() };
    let lanes = kernel.ty(*result).tile().map_or(1, |tile| tile.len());
    let lane = if lanes > 1 { format!("[{}]", name.lane) } else { String::new() };
    let count = if name.count > 0 { format!("#{}", name.count) } else { String::new() };
    format!("{}{lane}{count}", kernel.values[result.index()].name)
}

/// The index of an element in the tile that an operation accesses.
fn index(kernel: &Kernel, op: &Operation, lane: u32) -> Vec<u32> {
    let values = op.results.first().into_iter().chain(op.operands.first());
    let tile = values.filter_map(|value| kernel.ty(*value).tile()).next();
    let (mut rest, mut index) = (lane, Vec::new());
    for extent in tile.into_iter().flat_map(|tile| tile.shape.iter().rev()) {
        index.push(rest % extent);
        rest /= extent;
    }
    index.reverse();
    index
}

/// The operation that makes a token.
fn maker(kernel: &Kernel, token: u32) -> Option<&Operation> {
    fn within(block: &Block, token: ValueId) -> Option<&Operation> {
        block.ops.iter().find_map(|op| {
            let inside = || op.regions.iter().find_map(|region| within(region, token));
            if op.results.last() == Some(&token) { Some(op) } else { inside() }
        })
    }
    within(&kernel.body, ValueId(token))
}
