//! Accesses through tiles of pointers.

use spec::ops::memory;
use spec::problem::Scene;
use spec::rules::Rule;
use spec::syntax::kernel::{Operation, ValueId};

use super::transfer::Filled;
use super::{Plan, Touch};
use crate::element::bits::Plain;
use crate::element::number::Truth;
use crate::machine::{Machine, index_of};
use crate::memory::run::Run;
use crate::outcome::Stop;
use crate::tile::{Marks, Tile};

impl Machine<'_> {
    /// `load_ptr_tko`
    pub(crate) fn load_pointers(&mut self, op: &Operation) -> Result<(), Stop> {
        let (mask, padding) = self.kernel.mask_and_padding(op);
        let plan = self.plan_pointers(op, op.operands[0], mask)?;
        let padding = padding.map(|id| self.tile(id).clone());
        self.load(op, &plan, Filled { padding, len: self.tile(op.operands[0]).len() })
    }

    /// `store_ptr_tko`
    pub(crate) fn store_pointers(&mut self, op: &Operation) -> Result<(), Stop> {
        let plan = self.plan_pointers(op, op.operands[0], op.operands.get(2).copied())?;
        let value = self.tile(op.operands[1]).clone();
        self.store(op, &plan, &value)
    }

    /// The active lanes of a tile of pointers, if all of them may be accessed.
    pub(super) fn plan_pointers(
        &self,
        op: &Operation,
        pointers: ValueId,
        mask: Option<ValueId>,
    ) -> Result<Plan, Stop> {
        let bytes = self.scalar(pointers).bytes();
        let (tile, mask) = (self.tile(pointers), mask.map(|mask| self.tile(mask)));
        let pointers = tile.pointers();
        let known =
            [Some(&tile.undetermined), Some(&pointers.overflowed), mask.map(|mask| &mask.undetermined)];
        if !known.into_iter().flatten().any(Marks::any)
            && let Some(Some(buffer)) = pointers.common()
        {
            let mask = mask.map(|mask| &mask.elements);
            let runs = pointers.runs(bytes, mask, &mut self.recent.borrow_mut());
            if self.all_inside(Some(buffer), &runs, bytes) {
                return Ok(runs.into_iter().map(|run| (buffer, run)).collect());
            }
        }
        self.plan_lanes(op, tile, mask, bytes)
    }

    /// The same lane by lane: names the first that may not be accessed.
    fn plan_lanes(&self, op: &Operation, tile: &Tile, mask: Option<&Tile>, bytes: u64) -> Result<Plan, Stop> {
        let pointers = tile.pointers();
        let mut plan = Plan::new();
        for lane in 0..pointers.len() {
            let (buffer, offset) = self.place(pointers.provenance(lane), pointers.offset(lane));
            let touch = Touch {
                active: mask.is_none_or(|mask| mask.truth(lane)),
                mask_undetermined: mask.is_some_and(|mask| mask.undetermined.at(lane)),
                undetermined: tile.undetermined.at(lane),
                overflowed: pointers.overflowed.at(lane),
                buffer,
                offset,
            };
            if let Some(rule) = self.touch(touch, bytes, self.options.ignore) {
                return Err(self.bad_pointer(op, rule, lane));
            }
            if let (true, Some(buffer)) = (touch.active, touch.buffer)
                && self.is_real(touch.buffer, touch.offset, bytes)
            {
                let (offset, step) = (touch.offset, bytes as i64);
                plan.push((buffer, Run { lane, lane_step: 1, count: 1, offset, step }));
            }
        }
        Ok(plan)
    }

    fn bad_pointer(&self, op: &Operation, rule: Rule, lane: usize) -> Stop {
        let buffer = self.tile(op.operands[0]).pointers().provenance(lane);
        let lane = index_of(lane, &self.kernel.tile(op.operands[0]).shape);
        self.violation(op, rule, Some(lane), buffer, self.elements_scene(op, buffer))
    }

    /// The elements of a buffer that a tile of pointers points to.
    pub(super) fn elements_scene(&self, op: &Operation, buffer: Option<u32>) -> Option<Scene> {
        let bytes = self.scalar(op.operands[0]).bytes();
        let pointers = self.tile(op.operands[0]).pointers();
        let lanes = (0..pointers.len()).filter(|lane| pointers.provenance(*lane) == buffer);
        let touched = lanes.map(|lane| pointers.offset(lane).div_euclid(bytes as i64)).collect();
        let len = self.allocations.get(buffer? as usize)?.size / bytes;
        Some(Scene::Elements { len, touched })
    }

    /// Requires that every lane of a plan can be written, and has a value that is determined.
    pub(super) fn require_storable(&self, op: &Operation, plan: &Plan, value: &Tile) -> Result<(), Stop> {
        let constant = |buffer: u32| self.allocations[buffer as usize].constant;
        if !value.undetermined.any() && !plan.iter().any(|(buffer, _)| constant(*buffer)) {
            return Ok(());
        }
        let lanes = plan.iter().flat_map(|(buffer, run)| (0..run.count).map(|k| (run.at(k).0, *buffer)));
        let mut lanes: Vec<_> = lanes.collect();
        lanes.sort_unstable();
        for (lane, buffer) in lanes {
            let mut d = Plain::new(self.options.ignore);
            memory::write(&mut d, &Truth(true), &Truth(constant(buffer)));
            memory::store(&mut d, &Truth(true), &Truth(value.undetermined.at(lane)));
            if let Some(rule) = d.broken() {
                let lane = index_of(lane, self.accessed_shape(op));
                let scene = self.scene(op, buffer, &lane);
                return Err(self.violation(op, rule, Some(lane), Some(buffer), scene));
            }
        }
        Ok(())
    }
}
