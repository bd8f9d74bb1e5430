//! Accesses through views: the one mapping of all views, cut into runs. A gather/scatter view is read row by row, each
//! row being a tile of its own.

use spec::domain::{Bool, extents};
use spec::ops::{memory, view};
use spec::problem::Scene;
use spec::syntax::attributes::Packed;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::TiledView;

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::memory::strided_run::{BufferRun, StridedRun};
use crate::ops::access::plan::{AccessPlan, ElementAccess};
use crate::ops::access::transfer::UnreadLanes;
use crate::ops::elementwise::signature::LaneViolation;
use crate::values::element::bits::Plain;
use crate::values::element::number::{Exact, Truth};
use crate::values::host_width::{low_u32, to_i64, to_index};
use crate::values::lanes::index_of;
use crate::values::tile::Tile;
use crate::values::value::TensorView;

/// A tile of a view, or one row of a tile of a gather/scatter view.
struct ViewTile<'a> {
    ty: &'a TiledView<'a>,
    /// Extents of the tile.
    tile: &'a [Exact],
    /// How far apart tiles begin.
    steps: &'a [Exact],
    view: &'a TensorView,
    index: Vec<Exact>,
    /// The row; 0 without rows.
    row: u32,
    bytes: u64,
    packed: Option<&'a Packed>,
}

/// The operands of an access: a view, and an index per tile axis, or per row of a sparse axis.
struct ViewAccess<'a> {
    ty: TiledView<'a>,
    tile: Vec<Exact>,
    steps: Vec<Exact>,
    view: &'a TensorView,
    index: Vec<Exact>,
    rows: Vec<Exact>,
    bytes: u64,
    /// Of elements of which two share a byte.
    packed: Option<&'a Packed>,
}

impl Machine<'_> {
    /// `load_view_tko`
    pub(crate) fn load_view(&mut self, op: &Operation) -> Result<(), Stop> {
        let plan = self.plan_view(op, op.operands[0], &op.operands[1..])?;
        let ty = self.tiled(op, op.operands[0])?;
        let scalar = self.scalar(op.results[0]);
        let padding = ty.padding.and_then(|padding| padding.bits(scalar));
        let padding = padding.map(|bits| Tile::word(bits, scalar.bits()));
        self.load(op, &plan, UnreadLanes { padding, len: self.kernel.tile(op.results[0]).len() })
    }

    /// `store_view_tko`
    pub(crate) fn store_view(&mut self, op: &Operation) -> Result<(), Stop> {
        let plan = self.plan_view(op, op.operands[1], &op.operands[2..])?;
        let value = self.share_tile(op.operands[0]);
        self.store(op, &plan, &value)
    }

    pub(crate) fn tiled(&self, op: &Operation, view: ValueId) -> Result<TiledView<'_>, Stop> {
        self.kernel.ty(view).tiled().ok_or_else(|| unsupported(op))
    }

    fn view_access<'a>(
        &'a self,
        op: &'a Operation,
        view: ValueId,
        index: &[ValueId],
    ) -> Result<ViewAccess<'a>, Stop> {
        let ty = self.tiled(op, view)?;
        let index = &index[..ty.tile.len()];
        let Some(scalar) = ty.tensor.element.scalar() else { return Err(unsupported(op)) };
        let row = |id: &ValueId| -> Vec<Exact> {
            let tile = self.tile(*id);
            (0..tile.len()).map(|row| tile.unsigned(row)).collect()
        };
        Ok(ViewAccess {
            tile: extents(ty.tile),
            steps: ty.steps.iter().map(|step| Exact((*step).into())).collect(),
            view: self.view(view),
            index: index.iter().map(|id| self.tile(*id).unsigned(0)).collect(),
            rows: ty.sparse.map_or_else(Vec::new, |axis| row(&index[axis])),
            bytes: scalar.bytes(),
            packed: op.attributes.packed.as_ref(),
            ty,
        })
    }

    /// The lanes of a view access that are inside the tensor, if the access is allowed.
    pub(crate) fn plan_view(
        &self,
        op: &Operation,
        view: ValueId,
        index: &[ValueId],
    ) -> Result<AccessPlan, Stop> {
        let mut access = self.view_access(op, view, index)?;
        let buffer = access.view.buffer;
        let mut d = Plain::new(self.options.ignore);
        let undetermined =
            access.view.undetermined || index.iter().any(|id| self.tile(*id).undetermined.any());
        memory::address(&mut d, &Truth(undetermined));
        if let Some(rule) = d.violation() {
            return Err(self.violation(op, rule, None, buffer, access.tile_of_row(0).scene()));
        }
        access.pack_index(&mut d);
        if let Some(rule) = d.violation() {
            return Err(self.violation(op, rule, None, buffer, None));
        }
        if access.ty.sparse.is_some() {
            view::some_row(&mut d, access.some_row());
        }
        if let Some(rule) = d.violation() {
            return Err(self.violation(op, rule, None, buffer, access.tile_of_row(0).scene()));
        }
        let tiles = || (0..access.rows.len().max(1)).map(|row| access.tile_of_row(row));
        for tile in tiles() {
            let mut d = Plain::new(self.options.ignore);
            view::access(&mut d, &tile.geometry(), &tile.index, &op.attributes.inbounds);
            if let Some(rule) = d.violation() {
                let lane = access.ty.sparse.map(|_| tile.lane(&vec![0; access.tile.len()]));
                return Err(self.violation(op, rule, lane, buffer, tile.scene()));
            }
        }
        let mut plan = AccessPlan::new();
        for tile in tiles() {
            // Runs are tested by their ends; where one fails, element by element, to name the first.
            let runs = tile.runs();
            match buffer {
                Some(buffer)
                    if !tile.view.overflowed
                        && !tile.may_overflow()
                        && self.are_all_accessible(Some(buffer), &runs, tile.bytes) =>
                {
                    plan.extend(runs.into_iter().map(|run| BufferRun { buffer, run }));
                }
                Some(_) | None => {
                    plan.extend(self.plan_elements(&tile, &runs).map_err(|broken| {
                        let lane = index_of(broken.lane, access.ty.tile);
                        self.violation(op, broken.rule, Some(lane), buffer, tile.scene())
                    })?);
                }
            }
        }
        Ok(plan)
    }

    /// The same element by element, in the order of lanes: names the first that may not be accessed.
    fn plan_elements(&self, tile: &ViewTile<'_>, runs: &[StridedRun]) -> Result<AccessPlan, LaneViolation> {
        let buffer = tile.view.buffer;
        let mut elements: Vec<_> = runs.iter().flat_map(|run| (0..run.count).map(|k| run.at(k))).collect();
        elements.sort_unstable();
        let mut plan = AccessPlan::new();
        for (lane, offset) in elements {
            let overflowed = tile.view.overflowed || tile.overflows(&index_of(lane, tile.ty.tile));
            let (buffer, offset) = self.resolve_pointer(buffer, offset);
            let access = ElementAccess { overflowed, ..ElementAccess::of(buffer, offset) };
            if let Some(rule) = self.violation_of(access, tile.bytes, self.options.ignore) {
                return Err(LaneViolation { rule, lane });
            }
            if let (Some(buffer), true) = (buffer, self.is_accessible(buffer, offset, tile.bytes)) {
                let run = StridedRun { lane, lane_step: 1, count: 1, offset, step: tile.bytes.cast_signed() };
                plan.push(BufferRun { buffer, run });
            }
        }
        Ok(plan)
    }

    /// A tile of a view, for a picture.
    pub(crate) fn tile_scene(
        &self,
        op: &Operation,
        view: ValueId,
        index: &[ValueId],
        lane: &[u32],
    ) -> Option<Scene> {
        let mut access = self.view_access(op, view, index).ok()?;
        access.pack_index(&mut Plain::new(None));
        let row = access.ty.sparse.and_then(|axis| lane.get(axis)).map_or(0, |row| to_index(*row));
        access.tile_of_row(row).scene()
    }
}

impl ViewAccess<'_> {
    /// Converts an index of tiles whose elements share bytes in pairs to an index of tiles of bytes.
    fn pack_index(&mut self, d: &mut Plain) {
        let Some(packed) = self.packed.filter(|packed| packed.odd) else { return };
        if let Some(axis) = packed.along(&self.ty) {
            self.index[axis] = view::packed_index(d, &self.index[axis]);
        }
    }

    /// Whether the index of some row is inside the tensor.
    fn some_row(&self) -> Truth {
        let Some(axis) = self.ty.sparse else { return Truth(true) };
        let extent = &self.view.extents[self.ty.dim_map[axis]];
        let inside = |row: &Exact| view::axis_in_index_space(row, &self.steps[axis], extent).0;
        Truth::constant(self.rows.iter().any(inside))
    }

    /// One row, or all without a sparse axis.
    fn tile_of_row(&self, row: usize) -> ViewTile<'_> {
        let mut index = self.index.clone();
        if let (Some(axis), Some(of_row)) = (self.ty.sparse, self.rows.get(row)) {
            index[axis] = *of_row;
        }
        let ViewAccess { ty, tile, steps, view, bytes, packed, .. } = self;
        ViewTile { ty, tile, steps, view, index, row: low_u32(row), bytes: *bytes, packed: *packed }
    }
}

impl ViewTile<'_> {
    fn tiling(&self) -> view::Tiling<'_, Exact> {
        let (dim_map, sparse) = (&*self.ty.dim_map, self.ty.sparse);
        view::Tiling { tile: self.tile, steps: self.steps, dim_map, sparse }
    }

    fn geometry(&self) -> view::Geometry<'_, Exact> {
        let (extents, strides) = (&self.view.extents, &self.view.strides);
        view::Geometry { tiling: self.tiling(), extents, strides }
    }

    /// How far the tile extends along an axis: along a sparse one it is a row.
    fn extent(&self, axis: usize) -> u32 {
        if self.ty.sparse == Some(axis) { 1 } else { self.ty.tile[axis] }
    }

    /// The lane of the whole tile at a place of the tile.
    fn lane(&self, at: &[u32]) -> Vec<u32> {
        let on = |(axis, at): (usize, &u32)| if self.ty.sparse == Some(axis) { self.row } else { *at };
        at.iter().enumerate().map(on).collect()
    }

    fn scene(&self) -> Option<Scene> {
        let natural =
            |numbers: &[Exact]| -> Vec<u64> { numbers.iter().map(|number| number.low_u64()).collect() };
        let mut extents = natural(&self.view.extents);
        let mut tile: Vec<u32> = (0..self.tile.len()).map(|axis| self.extent(axis)).collect();
        let (mut steps, mut index) = (natural(self.steps), natural(&self.index));
        // Of bytes with two elements each, the elements are shown.
        if let Some((packed, axis)) = self.packed.and_then(|packed| Some((packed, packed.along(self.ty)?))) {
            extents[packed.axis] *= 2;
            tile[axis] *= 2;
            *if packed.odd { &mut index[axis] } else { &mut steps[axis] } *= 2;
        }
        Some(Scene::Tile { extents, tile, steps, index, dim_map: self.ty.dim_map.to_vec() })
    }

    fn element(&self, lane: &[Exact]) -> Vec<Exact> {
        view::element(&self.tiling(), &self.index, lane)
    }

    /// The place in the tensor of the lane at a distance along one axis, and at zero along the others.
    fn element_along(&self, axis: usize, along: u32) -> Vec<Exact> {
        let at = |k: usize| Exact(if k == axis { along.into() } else { 0 });
        let lane: Vec<_> = (0..self.tile.len()).map(at).collect();
        self.element(&lane)
    }

    /// Bytes from the base to a place, and whether that overflows.
    fn distance(&self, place: &[Exact]) -> (Exact, Truth) {
        let origin = self.element_along(0, 0);
        view::byte_offset(&mut Plain::new(None), &origin, place, &self.view.strides, self.bytes)
    }

    fn offset(&self, place: &[Exact]) -> i64 {
        self.distance(place).0.low_i64()
    }

    /// Whether the offset of a lane overflows.
    fn overflows(&self, lane: &[u32]) -> bool {
        let lane: Vec<_> = lane.iter().map(|along| Exact((*along).into())).collect();
        self.distance(&self.element(&lane)).1.0
    }

    /// Whether some lane's offset may overflow: strides are natural, so the last lane is the farthest.
    fn may_overflow(&self) -> bool {
        let last: Vec<u32> = self.ty.tile.iter().map(|extent| extent - 1).collect();
        self.overflows(&last)
    }

    /// How many lanes along an axis are inside the tensor: those before the first that is not.
    fn count_inside(&self, axis: usize) -> u32 {
        let inside = |along: u32| view::in_bounds(&self.element_along(axis, along), &self.view.extents).0;
        let extent = self.extent(axis);
        if inside(extent - 1) {
            return extent;
        }
        // Lanes inside come first, since coordinates grow along the axis: bisection finds the end.
        let (mut least, mut most) = (0, extent - 1);
        while least < most {
            let middle = least + (most - least) / 2;
            if inside(middle) { least = middle + 1 } else { most = middle }
        }
        least
    }

    /// The lanes inside the tensor. Their offsets are an affine map of the lane's index, known from the first lane and its neighbors. Runs
    /// follow the axis with neighbors adjacent in memory.
    fn runs(&self) -> Vec<StridedRun> {
        let tile = self.ty.tile;
        let first = self.offset(&self.element_along(0, 0));
        let steps = (0..tile.len()).map(|axis| self.offset(&self.element_along(axis, 1)).wrapping_sub(first));
        let steps: Vec<i64> = steps.collect();
        let counts: Vec<u32> = (0..tile.len()).map(|axis| self.count_inside(axis)).collect();
        let lane_steps: Vec<usize> = (0..tile.len())
            .map(|axis| tile[axis + 1..].iter().map(|extent| to_index(*extent)).product())
            .collect();
        // The longest runs go along the axis whose neighbours are neighbours in memory; any axis does otherwise.
        let neighbours = |axis: &usize| self.extent(*axis) > 1 && steps[*axis] == self.bytes.cast_signed();
        let last = tile.len().saturating_sub(1);
        let along = (0..tile.len()).rev().find(neighbours).unwrap_or(last);
        let base = self.view.offset.wrapping_add(first);
        let start = self.ty.sparse.map_or(0, |axis| to_index(self.row) * lane_steps[axis]);
        // The other axes give one run per index.
        let mut rows = vec![(start, base)];
        for axis in (0..tile.len()).filter(|axis| *axis != along) {
            let row = |(lane, offset): (usize, i64)| {
                let (lane_step, step) = (lane_steps[axis], steps[axis]);
                (0..to_index(counts[axis]))
                    .map(move |k| (lane + k * lane_step, offset.wrapping_add(step.wrapping_mul(to_i64(k)))))
            };
            rows = rows.into_iter().flat_map(row).collect();
        }
        let count = counts.get(along).map_or(1, |count| to_index(*count));
        let mut runs = Vec::new();
        for (lane, offset) in rows.into_iter().filter(|_| count > 0) {
            let (lane_step, step) =
                (lane_steps.get(along).copied().unwrap_or(1), steps.get(along).copied().unwrap_or(0));
            StridedRun::push(&mut runs, StridedRun { lane, lane_step, count, offset, step });
        }
        runs
    }
}
