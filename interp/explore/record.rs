//! Accesses of a block that runs with a recorder: each becomes an event, and a read gives what the recorder chooses.

use spec::memory::events::{Content, Event, Location, Name};
use spec::memory::strength::Manner;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::explore::recorder::Issued;
use crate::machine::outcome::{Limit, Stop};
use crate::machine::state::Machine;
use crate::memory::allocation::Change;
use crate::memory::shadow::happens_before::{Execution, Token};
use crate::memory::strided_run::BufferRun;
use crate::values::elements::Store;
use crate::values::host_width::{low_u8, low_u32, to_index};
use crate::values::marks::Marks;

/// A recorded access to an element.
struct RecordedAccess<'a> {
    execution: Execution,
    token: &'a Token,
    lane: usize,
    location: Location,
}

impl Machine<'_> {
    /// Reads the lanes of a run as the recorder has it.
    pub(crate) fn record_reads<S: Store>(
        &mut self,
        op: &Operation,
        BufferRun { buffer, run }: BufferRun,
        Issued { execution, token }: Issued<'_>,
        lanes: &mut [S],
        undetermined: &mut Vec<bool>,
    ) -> Result<(), Stop> {
        for position in 0..run.count {
            let (lane, offset) = run.at(position);
            let location = Location { buffer, offset: offset.cast_unsigned(), bytes: low_u8(size_of::<S>()) };
            let content = self.record_read(op, &RecordedAccess { execution, token, lane, location })?;
            lanes[lane] = S::from_raw(content.unwrap_or_default());
            if content.is_none() {
                undetermined.resize(lanes.len(), false);
                undetermined[lane] = true;
            }
        }
        Ok(())
    }

    fn record_read(&mut self, op: &Operation, access: &RecordedAccess<'_>) -> Result<Content, Stop> {
        let initial = self.content_at_launch(access.location);
        let mut event = self.make_event(op, access, |manner| Manner { writes: false, ..manner })?;
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
        BufferRun { buffer, run }: BufferRun,
        Issued { execution, token }: Issued<'_>,
        lanes: &[S],
        undetermined: &Marks,
    ) -> Result<(), Stop> {
        for position in 0..run.count {
            let (lane, offset) = run.at(position);
            let location = Location { buffer, offset: offset.cast_unsigned(), bytes: low_u8(size_of::<S>()) };
            let content = (!undetermined.at(lane)).then(|| lanes[lane].raw());
            self.record_write(op, &RecordedAccess { execution, token, lane, location }, content)?;
        }
        Ok(())
    }

    /// Updates the element of a single-element run in the recorder; returns the old value, and whether the value is
    /// undetermined.
    pub(crate) fn record_update<S: Store>(
        &mut self,
        op: &Operation,
        BufferRun { buffer, run }: BufferRun,
        Issued { execution, token }: Issued<'_>,
        change: impl FnOnce(S, bool) -> Change<S>,
    ) -> Result<(S, bool), Stop> {
        let (lane, offset) = run.at(0);
        let location = Location { buffer, offset: offset.cast_unsigned(), bytes: low_u8(size_of::<S>()) };
        let access = RecordedAccess { execution, token, lane, location };
        let content = self.record_read(op, &access)?;
        let (old, unknown) = (S::from_raw(content.unwrap_or_default()), content.is_none());
        match change(old, unknown) {
            Change::Nothing => {}
            Change::To(new) => self.record_write(op, &access, Some(new.raw()))?,
            Change::Unknown => self.record_write(op, &access, None)?,
        }
        Ok((old, unknown))
    }

    fn record_write(
        &mut self,
        op: &Operation,
        access: &RecordedAccess<'_>,
        content: Content,
    ) -> Result<(), Stop> {
        // The event of a write; a location without reads still has its content at launch.
        let initial = self.content_at_launch(access.location);
        let mut event = self.make_event(op, access, |manner| Manner { reads: false, ..manner })?;
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

    fn make_event(
        &self,
        op: &Operation,
        access: &RecordedAccess<'_>,
        half: impl Fn(Manner) -> Manner,
    ) -> Result<Event, Stop> {
        let manner = Manner::of(op).ok_or_else(|| crate::machine::violation::unsupported(op))?;
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
                lane: low_u32(access.lane),
            },
            manner: half(manner),
            location: access.location,
            scalar: self.accessed_scalar(op),
            read: None,
            written: None,
            waits_for: (0..executions.len()).filter(waits).collect(),
            stands_on: Vec::new(),
        })
    }

    /// The type of the elements that an operation accesses.
    fn accessed_scalar(&self, op: &Operation) -> Scalar {
        // An update through a view has its value last.
        let values = op.results.first().into_iter().chain(op.operands.first()).chain(op.operands.last());
        let mut tiles = values.filter(|value| self.kernel.ty(**value).tile().is_some());
        tiles.next().map_or(Scalar::I8, |value| self.scalar(*value))
    }

    /// What was at a location when the launch began.
    fn content_at_launch(&self, location: Location) -> Content {
        let allocation = &self.allocations[to_index(location.buffer)];
        let (bytes, undetermined) = allocation.peek(location.offset, location.bytes.into());
        let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        (!undetermined.contains(&true)).then_some(bits)
    }
}
