//! Atomic updates, lane by lane in order.

use spec::syntax::attributes::{Attributes, Rmw, Signedness};
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;

use super::Plan;
use crate::element::word::Store;
use crate::elementwise::{Signature, apply};
use crate::machine::{Machine, unsupported};
use crate::memory::run::Run;
use crate::memory::shadow::Kind;
use crate::outcome::Stop;
use crate::tile::{Lanes, Marks, Tile};

impl Machine<'_> {
    /// `atomic_rmw_tko`. What a masked lane gives is the implementation's: zero here.
    pub(crate) fn atomic_rmw(&mut self, op: &Operation) -> Result<(), Stop> {
        let tile = match self.scalar(op.results[0]).bytes() {
            1 => self.update::<u8>(op)?,
            2 => self.update::<u16>(op)?,
            4 => self.update::<u32>(op)?,
            _ => self.update::<u64>(op)?,
        };
        self.set_tile(op.results[0], tile);
        Ok(())
    }

    /// Updates every active lane, and gives what was there before.
    fn update<S: Store>(&mut self, op: &Operation) -> Result<Tile, Stop> {
        let plan = self.plan_pointers(op, op.operands[0], op.operands.get(2).copied())?;
        let value = self.tile(op.operands[1]).clone();
        self.require_determined(op, &plan, &value)?;
        let (turn, kind) = (self.turn(op), Kind::update(op.attributes.scope));
        let mut before = vec![S::default(); value.len()];
        let mut after = before.clone();
        let mut undetermined = vec![false; value.len()];
        for (buffer, run) in singles(&plan) {
            let lane = run.lane;
            self.read_run(op, (buffer, run), &turn, kind, &mut before, &mut undetermined)?;
            after[lane] = self.updated(op, before[lane], S::lanes(&value.elements)[lane])?;
            let marks = Marks::all(undetermined[lane], value.len());
            self.write_run(op, (buffer, run), &turn, kind, &after, &marks)?;
        }
        self.pass(op, &turn);
        Ok(Tile { undetermined: Marks::new(undetermined), ..Tile::of(before) })
    }

    /// What an update leaves in memory.
    fn updated<S: Store>(&self, op: &Operation, before: S, value: S) -> Result<S, Stop> {
        let (function, signedness) = match op.attributes.rmw {
            Some(Rmw::Xchg) => return Ok(value),
            Some(Rmw::Add) => (Op::Addi, None),
            Some(Rmw::Addf) => (Op::Addf, None),
            Some(Rmw::Max) => (Op::Maxi, Some(Signedness::Signed)),
            Some(Rmw::Min) => (Op::Mini, Some(Signedness::Signed)),
            Some(Rmw::Umax) => (Op::Maxi, Some(Signedness::Unsigned)),
            Some(Rmw::Umin) => (Op::Mini, Some(Signedness::Unsigned)),
            Some(Rmw::And) => (Op::Andi, None),
            Some(Rmw::Or) => (Op::Ori, None),
            Some(Rmw::Xor) => (Op::Xori, None),
            None => return Err(unsupported(op)),
        };
        let at = Attributes { signedness, ..Attributes::default() };
        let scalar = self.scalar(op.results[0]);
        let types = Signature { from: scalar, to: scalar };
        let operands = [before, value].map(|word| Tile::determined(S::elements(Lanes::One(word))));
        let applied = apply(function, &at, types, &operands.each_ref(), self.options.ignore);
        let tile = applied.ok_or_else(|| unsupported(op))?.map_err(|broken| self.broken(op, broken, &[]))?;
        Ok(S::lanes(&tile.elements)[0])
    }
}

/// The elements of a plan one by one, in the order of lanes.
fn singles(plan: &Plan) -> Vec<(u32, Run)> {
    let elements = plan.iter().flat_map(|(buffer, run)| {
        (0..run.count).map(|k| {
            let (lane, offset) = run.at(k);
            (*buffer, Run { lane, lane_step: 1, count: 1, offset, step: run.step })
        })
    });
    let mut elements: Vec<_> = elements.collect();
    elements.sort_unstable_by_key(|(_, run)| run.lane);
    elements
}
