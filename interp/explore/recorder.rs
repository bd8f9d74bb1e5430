//! The recorder: the block's reads return values chosen beforehand, while memory stays unchanged since launch.

use std::collections::BTreeMap;
use std::rc::Rc;

use spec::memory::events::{Content, Event, Location};
use spec::syntax::types::Scalar;

use crate::memory::shadow::happens_before::{Execution, Token};

/// The most events of one block.
pub(crate) const MOST_EVENTS: usize = 16;

/// Some events of the launch, by their numbers among all.
pub(crate) type EventSet = u128;

/// Possible contents of each location: values with the events that they depend on.
pub(crate) type Candidates = BTreeMap<Location, Vec<(Content, EventSet)>>;

/// A choice among candidates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) at: usize,
    pub(crate) of: usize,
}

/// The record of a block that runs with chosen values.
#[derive(Debug, Clone)]
pub(crate) struct Recorder {
    candidates: Rc<Candidates>,
    /// What was chosen for each read so far; a read beyond takes the first candidate.
    pub(crate) choices: Vec<Choice>,
    pub(crate) next: usize,
    pub(crate) block: u32,
    pub(crate) events: Vec<Event>,
    /// The execution of each event, for token order.
    pub(crate) executions: Vec<Execution>,
    /// For each event, the events that its read value depends on.
    pub(crate) uses: Vec<EventSet>,
    /// Launch contents of the locations that the block accesses.
    pub(crate) initial: BTreeMap<Location, (Scalar, Content)>,
    /// Whether there were more events than are followed.
    pub(crate) overflowed: bool,
}

impl Recorder {
    pub(crate) fn new(block: u32, candidates: Rc<Candidates>, choices: Vec<Choice>) -> Self {
        Recorder {
            candidates,
            choices,
            next: 0,
            block,
            events: Vec::new(),
            executions: Vec::new(),
            uses: Vec::new(),
            initial: BTreeMap::new(),
            overflowed: false,
        }
    }

    pub(crate) fn push(&mut self, event: Event, execution: Execution, uses: EventSet) {
        self.overflowed |= self.events.len() == MOST_EVENTS;
        if !self.overflowed {
            self.events.push(event);
            self.executions.push(execution);
            self.uses.push(uses);
        }
    }

    /// Chooses the value of a read.
    pub(crate) fn choose(&mut self, location: Location, initial: Content) -> (Content, EventSet) {
        let first = [(initial, 0)];
        let candidates = self.candidates.get(&location).map_or(&first[..], Vec::as_slice);
        // A read beyond what was chosen begins with the first candidate; backtracking tries the others.
        if self.choices.len() == self.next {
            self.choices.push(Choice { at: 0, of: candidates.len() });
        }
        let chosen = self.choices[self.next];
        self.next += 1;
        candidates[chosen.at]
    }
}

/// One execution of an operation, with its token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Issued<'a> {
    pub(crate) execution: Execution,
    pub(crate) token: &'a Token,
}
