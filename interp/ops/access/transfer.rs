//! Loads and stores: the lanes of a plan read from memory or written to it, each run seen by the shadow.

use std::sync::Arc;

use spec::memory::strength::Manner;
use spec::problem::Scene;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::Scalar;

use crate::explore::recorder::Issued;
use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::memory::allocation::{AccessContext, Change};
use crate::memory::shadow::happens_before::{Execution, HappensBefore, Token};
use crate::memory::shadow::record::{AccessRecord, LaneOrder, SyncContext};
use crate::memory::strided_run::BufferRun;
use crate::ops::access::plan::AccessPlan;
use crate::values::elements::{Elements, Store, each_word};
use crate::values::host_width::{low_u8, to_i64, to_index};
use crate::values::lanes::Lanes;
use crate::values::marks::Marks;
use crate::values::tile::Tile;
use crate::values::value::Value;

/// The contents of lanes that a load does not read.
#[derive(Debug, Clone)]
pub(crate) struct UnreadLanes {
    /// A tile of padding; undetermined by default.
    pub(crate) padding: Option<Tile>,
    /// The number of lanes.
    pub(crate) len: usize,
}

/// A running memory operation: the kind of access, the token, and the synchronization.
#[derive(Debug, Clone)]
pub(crate) struct InFlight {
    event: Execution,
    manner: Manner,
    token: Token,
    acquired: HappensBefore,
}

impl InFlight {
    /// The execution with its token.
    fn issued(&self) -> Issued<'_> {
        Issued { execution: self.event, token: &self.token }
    }
}

impl Machine<'_> {
    pub(crate) fn begin_access(&mut self, op: &Operation) -> Result<InFlight, Stop> {
        let manner = Manner::of(op).ok_or_else(|| unsupported(op))?;
        Ok(InFlight {
            event: self.event(op),
            manner,
            token: self.token(op.token),
            acquired: HappensBefore::NONE,
        })
    }

    /// Gives out the token of an operation that has run.
    pub(crate) fn finish_access(&mut self, op: &Operation, in_flight: &InFlight) {
        if let Some(id) = op.results.last() {
            let block = self.block_number();
            let token = in_flight.token.acquire(block, &in_flight.acquired).with(in_flight.event);
            self.set(*id, Value::Token(token));
        }
    }

    /// Reads the lanes of a plan, and sets the results of the operation.
    pub(crate) fn load(
        &mut self,
        op: &Operation,
        plan: &AccessPlan,
        unread: UnreadLanes,
    ) -> Result<(), Stop> {
        let mut in_flight = self.begin_access(op)?;
        let scalar = self.scalar(op.results[0]);
        let tile = match scalar.bytes() {
            1 => self.load_words::<u8>(op, plan, unread, &mut in_flight)?,
            2 => self.load_words::<u16>(op, plan, unread, &mut in_flight)?,
            4 => self.load_words::<u32>(op, plan, unread, &mut in_flight)?,
            _ => self.load_words::<u64>(op, plan, unread, &mut in_flight)?,
        };
        let tile = if scalar == Scalar::I1 { truths(&tile) } else { tile };
        self.set_tile(op.results[0], tile);
        self.finish_access(op, &in_flight);
        Ok(())
    }

    fn load_words<S: Store>(
        &mut self,
        op: &Operation,
        plan: &AccessPlan,
        unread: UnreadLanes,
        in_flight: &mut InFlight,
    ) -> Result<Tile, Stop> {
        let len = unread.len;
        // A whole row of neighbours, as most loads are, needs no buffer to be filled first.
        if let [one] = plan[..]
            && (one.run.lane, one.run.lane_step, one.run.count) == (0, 1, len)
            && one.run.step == to_i64(size_of::<S>())
            && self.recorder.is_none()
        {
            return self.load_row::<S>(op, one, in_flight);
        }
        let mut undetermined = Vec::new();
        if plan.iter().map(|planned| planned.run.count).sum::<usize>() < len {
            // Unread lanes get the padding, or are undetermined without a padding.
            undetermined = (0..len)
                .map(|k| unread.padding.as_ref().is_none_or(|tile| tile.undetermined.at(k)))
                .collect();
            for BufferRun { run, .. } in plan {
                (0..run.count).for_each(|k| undetermined[run.at(k).0] = false);
            }
        }
        let mut words = match &unread.padding {
            Some(tile) if tile.len() == len => S::lanes(&tile.elements).to_vec(),
            Some(tile) => vec![S::lanes(&tile.elements)[0]; len],
            None => vec![S::default(); len],
        };
        for one in plan {
            self.read_run(op, *one, in_flight, &mut words, &mut undetermined)?;
        }
        Ok(Tile { elements: S::elements(Lanes::new(words)), undetermined: Marks::new(undetermined) })
    }

    /// Reads all lanes from neighbouring elements.
    fn load_row<S: Store>(
        &mut self,
        op: &Operation,
        BufferRun { buffer, run }: BufferRun,
        in_flight: &mut InFlight,
    ) -> Result<Tile, Stop> {
        let mut context = self.context(in_flight, size_of::<S>());
        let row = self.allocations[to_index(buffer)].read_row(run, &mut context, &mut self.budget);
        let (words, undetermined) = row.map_err(|fault| self.fault(op, fault, buffer))?;
        Ok(Tile { elements: S::elements(Lanes::new(words)), undetermined: Marks::new(undetermined) })
    }

    /// Writes the lanes of a plan, and sets the token of the operation.
    pub(crate) fn store(&mut self, op: &Operation, plan: &AccessPlan, value: &Tile) -> Result<(), Stop> {
        self.require_storable(op, plan, value)?;
        let mut in_flight = self.begin_access(op)?;
        for one in plan {
            each_word!(&value.elements,
                lanes => self.write_run(op, *one, &mut in_flight, lanes.as_slice(), &value.undetermined)?,
                _pointers => return Err(unsupported(op)));
        }
        self.finish_access(op, &in_flight);
        Ok(())
    }

    /// Reads one run into its lanes.
    fn read_run<S: Store>(
        &mut self,
        op: &Operation,
        BufferRun { buffer, run }: BufferRun,
        in_flight: &mut InFlight,
        lanes: &mut [S],
        undetermined: &mut Vec<bool>,
    ) -> Result<(), Stop> {
        if self.recorder.is_some() {
            return self.record_reads(op, BufferRun { buffer, run }, in_flight.issued(), lanes, undetermined);
        }
        let mut context = self.context(in_flight, size_of::<S>());
        let allocation = &mut self.allocations[to_index(buffer)];
        let read = allocation.read(run, &mut context, &mut self.budget, lanes, undetermined);
        read.map_err(|fault| self.fault(op, fault, buffer))
    }

    /// Writes the lanes of one run.
    fn write_run<S: Store>(
        &mut self,
        op: &Operation,
        BufferRun { buffer, run }: BufferRun,
        in_flight: &mut InFlight,
        lanes: &[S],
        undetermined: &Marks,
    ) -> Result<(), Stop> {
        if self.recorder.is_some() {
            return self.record_writes(
                op,
                BufferRun { buffer, run },
                in_flight.issued(),
                lanes,
                undetermined,
            );
        }
        let mut context = self.context(in_flight, size_of::<S>());
        let allocation = &mut self.allocations[to_index(buffer)];
        let written = allocation.write(run, &mut context, &mut self.budget, lanes, undetermined);
        written.map_err(|fault| self.fault(op, fault, buffer))
    }

    /// Updates the element of a single-element run; returns the old value, and whether the value is
    /// undetermined.
    pub(crate) fn update_run<S: Store>(
        &mut self,
        op: &Operation,
        BufferRun { buffer, run }: BufferRun,
        in_flight: &mut InFlight,
        change: impl FnOnce(S, bool) -> Change<S>,
    ) -> Result<(S, bool), Stop> {
        if self.recorder.is_some() {
            return self.record_update(op, BufferRun { buffer, run }, in_flight.issued(), change);
        }
        let mut context = self.context(in_flight, size_of::<S>());
        let allocation = &mut self.allocations[to_index(buffer)];
        let updated = allocation.update(run, &mut context, &mut self.budget, change);
        updated.map_err(|fault| self.fault(op, fault, buffer))
    }

    /// An access by the running block, to a place yet to be told.
    fn context<'t>(&self, in_flight: &'t mut InFlight, bytes: usize) -> AccessContext<'t> {
        let block = self.block_number();
        let (event, manner) = (in_flight.event, in_flight.manner);
        let access = AccessRecord {
            block,
            first: event,
            last: event,
            manner,
            bytes: low_u8(bytes),
            start: 0,
            lane: 0,
            lane_step: 1,
        };
        let (ignore, synchronizes) = (self.options.ignore, self.synchronizes);
        let dependence = self.dependences.as_ref().map(|dependences| LaneOrder {
            dependences: Arc::clone(dependences),
            layouts: Arc::clone(&self.layouts),
            token: ValueId(event.op()),
        });
        let sync = SyncContext {
            token: &in_flight.token,
            acquired: &mut in_flight.acquired,
            ignore,
            synchronizes,
            dependence,
        };
        AccessContext { access, sync }
    }

    /// The picture of an access, with the offending lane.
    pub(crate) fn scene(&self, op: &Operation, buffer: u32, lane: &[u32]) -> Option<Scene> {
        let view = |id: &ValueId| self.kernel.ty(*id).tiled().is_some();
        match op.operands.iter().position(view) {
            Some(at) => self.tile_scene(op, op.operands[at], &op.operands[at + 1..], lane),
            None => {
                let shape = self.accessed_shape(op);
                let place = lane.iter().zip(shape).fold(0, |place, (at, extent)| place * extent + at);
                self.elements_scene(op, Some(buffer), to_index(place))
            }
        }
    }
}

/// Truth values from bytes of memory: any byte but zero is true.
fn truths(tile: &Tile) -> Tile {
    let bytes = u8::lanes(&tile.elements).iter().map(|byte| u8::from(*byte != 0)).collect();
    Tile { elements: Elements::U8(Lanes::new(bytes)), undetermined: tile.undetermined.clone() }
}
