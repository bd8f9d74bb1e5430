//! Accesses through tiles of pointers.

use spec::memory::access::Access;
use spec::ops::memory;
use spec::problem::Scene;
use spec::rules::Rule;
use spec::syntax::kernel::{Operation, ValueId};

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::memory::strided_run::{BufferRun, StridedRun};
use crate::ops::access::plan::{AccessPlan, ElementAccess};
use crate::ops::access::transfer::UnreadLanes;
use crate::values::element::bits::Plain;
use crate::values::element::number::Truth;
use crate::values::host_width::to_index;
use crate::values::lanes::index_of;
use crate::values::marks::Marks;
use crate::values::tile::Tile;

impl Machine<'_> {
    /// `load_ptr_tko`
    pub(crate) fn load_pointers(&mut self, op: &Operation) -> Result<(), Stop> {
        let (mask, padding) = self.kernel.mask_and_padding(op);
        let plan = self.plan_pointers(op, op.operands[0], mask)?;
        let padding = padding.map(|id| self.share_tile(id));
        self.load(op, &plan, UnreadLanes { padding, len: self.tile(op.operands[0]).len() })
    }

    /// `store_ptr_tko`
    pub(crate) fn store_pointers(&mut self, op: &Operation) -> Result<(), Stop> {
        let plan = self.plan_pointers(op, op.operands[0], op.operands.get(2).copied())?;
        let value = self.share_tile(op.operands[1]);
        self.store(op, &plan, &value)
    }

    /// The active lanes of a tile of pointers, if all of them may be accessed.
    pub(crate) fn plan_pointers(
        &self,
        op: &Operation,
        pointers: ValueId,
        mask: Option<ValueId>,
    ) -> Result<AccessPlan, Stop> {
        let bytes = self.scalar(pointers).bytes();
        let (tile, mask) = (self.tile(pointers), mask.map(|mask| self.tile(mask)));
        let pointers = tile.pointers();
        let known =
            [Some(&tile.undetermined), Some(&pointers.overflowed), mask.map(|mask| &mask.undetermined)];
        // The quick way: every lane is known to point into one buffer, and runs are tested by their ends.
        if !known.into_iter().flatten().any(Marks::any)
            && let Some(Some(buffer)) = pointers.common()
        {
            let mask = mask.map(|mask| &mask.elements);
            let runs = self.access_cache.borrow_mut().runs_of(pointers, bytes, mask);
            if self.are_all_accessible(Some(buffer), &runs, bytes) {
                return Ok(runs.into_iter().map(|run| BufferRun { buffer, run }).collect());
            }
        }
        self.plan_lanes(op, tile, mask, bytes)
    }

    /// Plans lane by lane, and names the first forbidden lane.
    fn plan_lanes(
        &self,
        op: &Operation,
        tile: &Tile,
        mask: Option<&Tile>,
        bytes: u64,
    ) -> Result<AccessPlan, Stop> {
        let pointers = tile.pointers();
        let mut plan = AccessPlan::new();
        for lane in 0..pointers.len() {
            let (buffer, offset) = self.resolve_pointer(pointers.provenance(lane), pointers.offset(lane));
            let access = ElementAccess {
                active: mask.is_none_or(|mask| mask.truth(lane)),
                mask_undetermined: mask.is_some_and(|mask| mask.undetermined.at(lane)),
                undetermined: tile.undetermined.at(lane),
                overflowed: pointers.overflowed.at(lane),
                buffer,
                offset,
            };
            if let Some(rule) = self.violation_of(access, bytes, self.options.ignore) {
                return Err(self.bad_pointer(op, rule, lane));
            }
            if let (true, Some(buffer)) = (access.active, access.buffer)
                && self.is_accessible(access.buffer, access.offset, bytes)
            {
                let (offset, step) = (access.offset, bytes.cast_signed());
                plan.push(BufferRun {
                    buffer,
                    run: StridedRun { lane, lane_step: 1, count: 1, offset, step },
                });
            }
        }
        Ok(plan)
    }

    fn bad_pointer(&self, op: &Operation, rule: Rule, lane: usize) -> Stop {
        let buffer = self.tile(op.operands[0]).pointers().provenance(lane);
        let index = index_of(lane, &self.kernel.tile(op.operands[0]).shape);
        self.violation(op, rule, Some(index), buffer, self.elements_scene(op, buffer, lane))
    }

    /// The elements of a buffer that the active lanes of a tile of pointers point to, with the lane to blame.
    pub(crate) fn elements_scene(&self, op: &Operation, buffer: Option<u32>, blamed: usize) -> Option<Scene> {
        let bytes = self.scalar(op.operands[0]).bytes();
        let pointers = self.tile(op.operands[0]).pointers();
        let mask = Access::of(self.kernel, op).and_then(|access| access.mask()).map(|mask| self.tile(mask));
        let is_active = |lane: usize| {
            mask.is_none_or(|mask| mask.undetermined.at(lane) || mask.truth(lane))
                && pointers.provenance(lane) == buffer
        };
        let element = |lane| pointers.offset(lane).div_euclid(bytes.cast_signed());
        let touched = (0..pointers.len()).filter(|lane| is_active(*lane)).map(element).collect();
        let blamed = (blamed < pointers.len()).then(|| element(blamed));
        let len = self.allocations.get(to_index(buffer?))?.size / bytes;
        Some(Scene::Elements { len, touched, blamed })
    }

    /// Requires that every lane of a plan can be written, and has a value that is determined.
    pub(crate) fn require_storable(
        &self,
        op: &Operation,
        plan: &AccessPlan,
        value: &Tile,
    ) -> Result<(), Stop> {
        let constant = |buffer: u32| self.allocations[to_index(buffer)].constant;
        if !value.undetermined.any() && !plan.iter().any(|planned| constant(planned.buffer)) {
            return Ok(());
        }
        let lanes =
            plan.iter().flat_map(|BufferRun { buffer, run }| (0..run.count).map(|k| (run.at(k).0, *buffer)));
        let mut lanes: Vec<_> = lanes.collect();
        lanes.sort_unstable();
        for (lane, buffer) in lanes {
            let mut d = Plain::new(self.options.ignore);
            memory::write(&mut d, &Truth(true), &Truth(constant(buffer)));
            memory::store(&mut d, &Truth(true), &Truth(value.undetermined.at(lane)));
            if let Some(rule) = d.violation() {
                let lane = index_of(lane, self.accessed_shape(op));
                let scene = self.scene(op, buffer, &lane);
                return Err(self.violation(op, rule, Some(lane), Some(buffer), scene));
            }
        }
        Ok(())
    }
}
