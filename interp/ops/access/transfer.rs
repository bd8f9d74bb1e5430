//! Transfers: the lanes of a plan read from memory or written to it.

use spec::memory::strength::Manner;
use spec::problem::Scene;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::Scalar;

use super::Plan;
use crate::element::word::Store;
use crate::machine::{Machine, unsupported};
use crate::memory::allocation::{Change, Witness};
use crate::memory::run::Run;
use crate::memory::shadow::{Access, Watch};
use crate::memory::token::{Event, Past, Token};
use crate::outcome::Stop;
use crate::tile::{Elements, Lanes, Marks, Tile, each_word};
use crate::value::Value;

/// What the lanes hold that a load does not read.
#[derive(Debug, Clone)]
pub(super) struct Filled {
    /// A tile of them; without one they are undetermined.
    pub(super) padding: Option<Tile>,
    /// How many lanes there are.
    pub(super) len: usize,
}

/// A memory operation that runs: how it accesses memory, what it waits for, and what it learns.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    event: Event,
    manner: Manner,
    token: Token,
    learnt: Past,
}

impl Machine<'_> {
    pub(super) fn turn(&mut self, op: &Operation) -> Result<Turn, Stop> {
        let manner = Manner::of(op).ok_or_else(|| unsupported(op))?;
        Ok(Turn { event: self.event(op), manner, token: self.token(op.token), learnt: Past::NONE })
    }

    /// Gives out the token of an operation that has run.
    pub(super) fn pass(&mut self, op: &Operation, turn: &Turn) {
        if let Some(id) = op.results.last() {
            let block = self.blocks.len() as u32 - 1;
            let token = turn.token.learning(block, &turn.learnt).with(turn.event);
            self.set(*id, Value::Token(token));
        }
    }

    /// Reads the lanes of a plan, and sets the results of the operation.
    pub(super) fn load(&mut self, op: &Operation, plan: &Plan, filled: Filled) -> Result<(), Stop> {
        let mut turn = self.turn(op)?;
        let scalar = self.scalar(op.results[0]);
        let tile = match scalar.bytes() {
            1 => self.load_words::<u8>(op, plan, filled, &mut turn)?,
            2 => self.load_words::<u16>(op, plan, filled, &mut turn)?,
            4 => self.load_words::<u32>(op, plan, filled, &mut turn)?,
            _ => self.load_words::<u64>(op, plan, filled, &mut turn)?,
        };
        let tile = if scalar == Scalar::I1 { truths(&tile) } else { tile };
        self.set_tile(op.results[0], tile);
        self.pass(op, &turn);
        Ok(())
    }

    fn load_words<S: Store>(
        &mut self,
        op: &Operation,
        plan: &Plan,
        filled: Filled,
        turn: &mut Turn,
    ) -> Result<Tile, Stop> {
        let len = filled.len;
        if let [one] = plan[..]
            && (one.1.lane, one.1.lane_step, one.1.count) == (0, 1, len)
            && one.1.step == size_of::<S>() as i64
            && self.recorder.is_none()
        {
            return self.load_row::<S>(op, one, turn);
        }
        let mut undetermined = Vec::new();
        if plan.iter().map(|(_, run)| run.count).sum::<usize>() < len {
            undetermined = (0..len)
                .map(|k| filled.padding.as_ref().is_none_or(|tile| tile.undetermined.at(k)))
                .collect();
            for (_, run) in plan {
                (0..run.count).for_each(|k| undetermined[run.at(k).0] = false);
            }
        }
        let mut words = match &filled.padding {
            Some(tile) if tile.len() == len => S::lanes(&tile.elements).to_vec(),
            Some(tile) => vec![S::lanes(&tile.elements)[0]; len],
            None => vec![S::default(); len],
        };
        for one in plan {
            self.read_run(op, *one, turn, &mut words, &mut undetermined)?;
        }
        Ok(Tile { elements: S::elements(Lanes::new(words)), undetermined: Marks::new(undetermined) })
    }

    /// Reads all lanes from neighbouring elements.
    fn load_row<S: Store>(
        &mut self,
        op: &Operation,
        (buffer, run): (u32, Run),
        turn: &mut Turn,
    ) -> Result<Tile, Stop> {
        let mut witness = self.witness(turn, size_of::<S>());
        let row = self.allocations[buffer as usize].row(run, &mut witness, &mut self.budget);
        let (words, undetermined) = row.map_err(|fault| self.fault(op, fault, buffer))?;
        Ok(Tile { elements: S::elements(Lanes::new(words)), undetermined: Marks::new(undetermined) })
    }

    /// Writes the lanes of a plan, and sets the token of the operation.
    pub(super) fn store(&mut self, op: &Operation, plan: &Plan, value: &Tile) -> Result<(), Stop> {
        self.require_storable(op, plan, value)?;
        let mut turn = self.turn(op)?;
        for one in plan {
            each_word!(&value.elements,
                lanes => self.write_run(op, *one, &mut turn, lanes.as_slice(), &value.undetermined)?,
                _pointers => return Err(unsupported(op)));
        }
        self.pass(op, &turn);
        Ok(())
    }

    /// Reads one run into its lanes.
    fn read_run<S: Store>(
        &mut self,
        op: &Operation,
        (buffer, run): (u32, Run),
        turn: &mut Turn,
        lanes: &mut [S],
        undetermined: &mut Vec<bool>,
    ) -> Result<(), Stop> {
        if self.recorder.is_some() {
            return self.record_reads(op, (buffer, run), (turn.event, &turn.token), lanes, undetermined);
        }
        let mut witness = self.witness(turn, size_of::<S>());
        let allocation = &mut self.allocations[buffer as usize];
        let read = allocation.read(run, &mut witness, &mut self.budget, lanes, undetermined);
        read.map_err(|fault| self.fault(op, fault, buffer))
    }

    /// Writes the lanes of one run.
    fn write_run<S: Store>(
        &mut self,
        op: &Operation,
        (buffer, run): (u32, Run),
        turn: &mut Turn,
        lanes: &[S],
        undetermined: &Marks,
    ) -> Result<(), Stop> {
        if self.recorder.is_some() {
            return self.record_writes(op, (buffer, run), (turn.event, &turn.token), lanes, undetermined);
        }
        let mut witness = self.witness(turn, size_of::<S>());
        let allocation = &mut self.allocations[buffer as usize];
        let written = allocation.write(run, &mut witness, &mut self.budget, lanes, undetermined);
        written.map_err(|fault| self.fault(op, fault, buffer))
    }

    /// Updates the element of a run of one; gives what was there, and whether that is undetermined.
    pub(super) fn update_run<S: Store>(
        &mut self,
        op: &Operation,
        (buffer, run): (u32, Run),
        turn: &mut Turn,
        change: impl FnOnce(S, bool) -> Change<S>,
    ) -> Result<(S, bool), Stop> {
        if self.recorder.is_some() {
            return self.record_update(op, (buffer, run), (turn.event, &turn.token), change);
        }
        let mut witness = self.witness(turn, size_of::<S>());
        let allocation = &mut self.allocations[buffer as usize];
        let updated = allocation.update(run, &mut witness, &mut self.budget, change);
        updated.map_err(|fault| self.fault(op, fault, buffer))
    }

    /// An access by the running block, to a place yet to be told.
    fn witness<'t>(&self, turn: &'t mut Turn, bytes: usize) -> Witness<'t> {
        let block = self.blocks.len() as u32 - 1;
        let (event, manner) = (turn.event, turn.manner);
        let access = Access {
            block,
            first: event,
            last: event,
            manner,
            bytes: bytes as u8,
            start: 0,
            lane: 0,
            lane_step: 1,
        };
        let (ignore, synchronizes) = (self.options.ignore, self.synchronizes);
        let watch = Watch { token: &turn.token, learnt: &mut turn.learnt, ignore, synchronizes };
        Witness { access, watch }
    }

    /// What a picture of an access shows, of which a lane is to blame.
    pub(crate) fn scene(&self, op: &Operation, buffer: u32, lane: &[u32]) -> Option<Scene> {
        let view = |id: &ValueId| self.kernel.ty(*id).tiled().is_some();
        match op.operands.iter().position(view) {
            Some(at) => self.tile_scene(op, op.operands[at], &op.operands[at + 1..], lane),
            None => self.elements_scene(op, Some(buffer)),
        }
    }
}

/// Truth values from bytes of memory: any byte but zero is true.
fn truths(tile: &Tile) -> Tile {
    let bytes = u8::lanes(&tile.elements).iter().map(|byte| u8::from(*byte != 0)).collect();
    Tile { elements: Elements::U8(Lanes::new(bytes)), undetermined: tile.undetermined.clone() }
}
