//! The recorder: a block that runs with it reads values that were chosen beforehand, and memory stays as it was at launch.

use std::collections::BTreeMap;
use std::rc::Rc;

use spec::memory::events::{Content, Event, Location, Name};
use spec::memory::strength::Manner;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::element::word::Store;
use crate::machine::Machine;
use crate::memory::allocation::Change;
use crate::memory::run::Run;
use crate::memory::token;
use crate::outcome::{Limit, Stop};
use crate::tile::Marks;

/// The most events of one block.
pub(super) const MOST_EVENTS: usize = 16;

/// Some events of the launch, by their numbers among all.
pub(super) type Uses = u128;

/// What may stand in a location: by value the events that it takes to bring it there.
pub(super) type Candidates = BTreeMap<Location, Vec<(Content, Uses)>>;

/// One of so many candidates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) at: usize,
    pub(super) of: usize,
}

/// What a block does that runs with chosen values.
#[derive(Debug)]
pub(crate) struct Recorder {
    candidates: Rc<Candidates>,
    /// What was chosen for each read so far; a read beyond takes the first candidate.
    pub(super) choices: Vec<Choice>,
    next: usize,
    block: u32,
    pub(super) events: Vec<Event>,
    /// By event, what it is to tokens.
    executions: Vec<token::Event>,
    /// By event, what it takes to bring there what it reads.
    pub(super) uses: Vec<Uses>,
    /// What was there at launch, where the block has been.
    pub(super) initial: BTreeMap<Location, (Scalar, Content)>,
    /// Whether there were more events than are followed.
    pub(super) overflowed: bool,
}

impl Recorder {
    pub(super) fn new(block: u32, candidates: Rc<Candidates>, choices: Vec<Choice>) -> Self {
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

    fn push(&mut self, event: Event, execution: token::Event, uses: Uses) {
        self.overflowed |= self.events.len() == MOST_EVENTS;
        if !self.overflowed {
            self.events.push(event);
            self.executions.push(execution);
            self.uses.push(uses);
        }
    }

    /// Chooses what a read gives.
    fn choose(&mut self, location: Location, initial: Content) -> (Content, Uses) {
        let first = [(initial, 0)];
        let candidates = self.candidates.get(&location).map_or(&first[..], Vec::as_slice);
        if self.choices.len() == self.next {
            self.choices.push(Choice { at: 0, of: candidates.len() });
        }
        let chosen = self.choices[self.next];
        self.next += 1;
        candidates[chosen.at]
    }
}

/// One element that an operation accesses, this time.
struct Access<'a> {
    execution: token::Event,
    token: &'a token::Token,
    lane: usize,
    location: Location,
}

impl Machine<'_> {
    /// Reads the lanes of a run as the recorder has it.
    pub(crate) fn record_reads<S: Store>(
        &mut self,
        op: &Operation,
        (buffer, run): (u32, Run),
        (execution, token): (token::Event, &token::Token),
        lanes: &mut [S],
        undetermined: &mut Vec<bool>,
    ) -> Result<(), Stop> {
        for position in 0..run.count {
            let (lane, offset) = run.at(position);
            let location = Location { buffer, offset: offset.cast_unsigned(), bytes: size_of::<S>() as u8 };
            let content = self.record_read(op, &Access { execution, token, lane, location })?;
            lanes[lane] = S::from_raw(content.unwrap_or_default());
            if content.is_none() {
                undetermined.resize(lanes.len(), false);
                undetermined[lane] = true;
            }
        }
        Ok(())
    }

    fn record_read(&mut self, op: &Operation, access: &Access<'_>) -> Result<Content, Stop> {
        let initial = self.at_launch(access.location);
        let mut event = self.recorded(op, access, |manner| Manner { writes: false, ..manner })?;
        let Some(recorder) = &mut self.recorder else { return Ok(initial) };
        let (content, uses) = recorder.choose(access.location, initial);
        event.read = Some(content);
        recorder.initial.insert(access.location, (event.scalar, initial));
        recorder.push(event, access.execution, uses);
        if recorder.overflowed { Err(self.exhausted(Limit::Fuel, op)) } else { Ok(content) }
    }

    /// Writes the lanes of a run as the recorder has it: nobody reads memory itself.
    pub(crate) fn record_writes<S: Store>(
        &mut self,
        op: &Operation,
        (buffer, run): (u32, Run),
        (execution, token): (token::Event, &token::Token),
        lanes: &[S],
        undetermined: &Marks,
    ) -> Result<(), Stop> {
        for position in 0..run.count {
            let (lane, offset) = run.at(position);
            let location = Location { buffer, offset: offset.cast_unsigned(), bytes: size_of::<S>() as u8 };
            let content = (!undetermined.at(lane)).then(|| lanes[lane].raw());
            self.record_write(op, &Access { execution, token, lane, location }, content)?;
        }
        Ok(())
    }

    /// Updates the element of a run of one as the recorder has it; gives what it read, and whether that is undetermined.
    pub(crate) fn record_update<S: Store>(
        &mut self,
        op: &Operation,
        (buffer, run): (u32, Run),
        (execution, token): (token::Event, &token::Token),
        change: impl FnOnce(S, bool) -> Change<S>,
    ) -> Result<(S, bool), Stop> {
        let (lane, offset) = run.at(0);
        let location = Location { buffer, offset: offset.cast_unsigned(), bytes: size_of::<S>() as u8 };
        let access = Access { execution, token, lane, location };
        let content = self.record_read(op, &access)?;
        let (old, unknown) = (S::from_raw(content.unwrap_or_default()), content.is_none());
        match change(old, unknown) {
            Change::Nothing => {}
            Change::To(new) => self.record_write(op, &access, Some(new.raw()))?,
            Change::Unknown => self.record_write(op, &access, None)?,
        }
        Ok((old, unknown))
    }

    fn record_write(&mut self, op: &Operation, access: &Access<'_>, content: Content) -> Result<(), Stop> {
        let initial = self.at_launch(access.location);
        let mut event = self.recorded(op, access, |manner| Manner { reads: false, ..manner })?;
        event.written = Some(content);
        let Some(recorder) = &mut self.recorder else { return Ok(()) };
        recorder.initial.insert(access.location, (event.scalar, initial));
        // An update has read just before.
        if let Some(last) = recorder.events.last_mut()
            && last.name == event.name
            && last.location == event.location
        {
            (last.manner.writes, last.written) = (true, event.written);
            return Ok(());
        }
        recorder.push(event, access.execution, 0);
        if recorder.overflowed { Err(self.exhausted(Limit::Fuel, op)) } else { Ok(()) }
    }

    fn recorded(
        &self,
        op: &Operation,
        access: &Access<'_>,
        half: impl Fn(Manner) -> Manner,
    ) -> Result<Event, Stop> {
        let manner = Manner::of(op).ok_or_else(|| crate::machine::unsupported(op))?;
        let (block, executions) = match &self.recorder {
            Some(recorder) => (recorder.block, recorder.executions.as_slice()),
            None => (0, &[][..]),
        };
        let waits = |number: &usize| access.token.covers(executions[*number], executions[*number]);
        Ok(Event {
            block: Some(block),
            name: Name {
                op: access.execution.op(),
                count: access.execution.count(),
                lane: access.lane as u32,
            },
            manner: half(manner),
            location: access.location,
            scalar: self.accessed(op),
            read: None,
            written: None,
            waits_for: (0..executions.len()).filter(waits).collect(),
            stands_on: Vec::new(),
        })
    }

    /// The type of the elements that an operation accesses.
    fn accessed(&self, op: &Operation) -> Scalar {
        // An update through a view has its value last.
        let values = op.results.first().into_iter().chain(op.operands.first()).chain(op.operands.last());
        let mut tiles = values.filter(|value| self.kernel.ty(**value).tile().is_some());
        tiles.next().map_or(Scalar::I8, |value| self.scalar(*value))
    }

    /// What was at a location when the launch began.
    fn at_launch(&self, location: Location) -> Content {
        let allocation = &self.allocations[location.buffer as usize];
        let (bytes, undetermined) = allocation.peek(location.offset, location.bytes.into());
        let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        (!undetermined.contains(&true)).then_some(bits)
    }
}
