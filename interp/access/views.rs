//! Accesses through partition views: the partition mapping, cut into runs.

use spec::domain::extents;
use spec::ops::{memory, view};
use spec::problem::Scene;
use spec::rules::Rule;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Padding, PartitionViewType, Scalar};

use super::transfer::Filled;
use super::{Plan, Touch};
use crate::element::bits::Plain;
use crate::element::number::{Exact, Truth};
use crate::machine::{Machine, index_of, unsupported};
use crate::memory::run::Run;
use crate::outcome::Stop;
use crate::tile::Tile;
use crate::value::TensorView;

/// A tile of a view.
struct Part<'a> {
    ty: &'a PartitionViewType,
    /// Extents of the tile.
    tile: Vec<Exact>,
    view: &'a TensorView,
    index: Vec<Exact>,
    bytes: u64,
}

impl Machine<'_> {
    /// `load_view_tko`
    pub(crate) fn load_view(&mut self, op: &Operation) -> Result<(), Stop> {
        let plan = self.plan_view(op, op.operands[0], &op.operands[1..])?;
        let ty = self.partition(op, op.operands[0])?;
        let scalar = self.scalar(op.results[0]);
        let padding = ty.padding.map(|padding| Tile::word(padding_bits(padding, scalar), scalar.bits()));
        self.load(op, &plan, Filled { padding, len: self.kernel.tile(op.results[0]).len() })
    }

    /// `store_view_tko`
    pub(crate) fn store_view(&mut self, op: &Operation) -> Result<(), Stop> {
        let plan = self.plan_view(op, op.operands[1], &op.operands[2..])?;
        let value = self.tile(op.operands[0]).clone();
        self.store(op, &plan, &value)
    }

    fn partition(&self, op: &Operation, view: ValueId) -> Result<&PartitionViewType, Stop> {
        self.kernel.ty(view).partition().ok_or_else(|| unsupported(op))
    }

    fn part(&self, op: &Operation, view: ValueId, index: &[ValueId]) -> Result<Part<'_>, Stop> {
        let ty = self.partition(op, view)?;
        let index = index.iter().map(|id| self.tile(*id).unsigned(0)).collect();
        let Some(scalar) = ty.tensor.element.scalar() else { return Err(unsupported(op)) };
        Ok(Part { ty, tile: extents(&ty.tile), view: self.view(view), index, bytes: scalar.bytes() })
    }

    /// The lanes of a view access that are inside the tensor, if the access is allowed.
    fn plan_view(&self, op: &Operation, view: ValueId, index: &[ValueId]) -> Result<Plan, Stop> {
        let part = self.part(op, view, index)?;
        let buffer = part.view.buffer;
        let scene = || self.tile_scene(op, view, index);
        let mut d = Plain::new(self.options.ignore);
        let undetermined = part.view.undetermined || index.iter().any(|id| self.tile(*id).undetermined.any());
        memory::address(&mut d, &Truth(undetermined));
        view::access(&mut d, &part.geometry(), &part.index, &op.attributes.inbounds);
        if let Some(rule) = d.broken() {
            return Err(self.violation(op, rule, None, buffer, scene()));
        }
        let runs = part.runs();
        if !part.view.overflowed
            && !part.may_overflow()
            && let Some(buffer) = buffer
            && self.all_inside(Some(buffer), &runs, part.bytes)
        {
            return Ok(runs.into_iter().map(|run| (buffer, run)).collect());
        }
        self.plan_elements(&part, &runs).map_err(|(lane, rule)| {
            self.violation(op, rule, Some(index_of(lane, &part.ty.tile)), buffer, scene())
        })
    }

    /// The same element by element, in the order of lanes: names the first that may not be accessed.
    fn plan_elements(&self, part: &Part<'_>, runs: &[Run]) -> Result<Plan, (usize, Rule)> {
        let buffer = part.view.buffer;
        let mut elements: Vec<_> = runs.iter().flat_map(|run| (0..run.count).map(|k| run.at(k))).collect();
        elements.sort_unstable();
        let mut plan = Plan::new();
        for (lane, offset) in elements {
            let overflowed = part.view.overflowed || part.overflows(&index_of(lane, &part.ty.tile));
            let touch = Touch { overflowed, ..Touch::of(buffer, offset) };
            if let Some(rule) = self.touch(touch, part.bytes, self.options.ignore) {
                return Err((lane, rule));
            }
            if let (Some(buffer), true) = (buffer, self.is_real(buffer, offset, part.bytes)) {
                plan.push((buffer, Run { lane, lane_step: 1, count: 1, offset, step: part.bytes as i64 }));
            }
        }
        Ok(plan)
    }

    /// A tile of a view, for a picture.
    pub(super) fn tile_scene(&self, op: &Operation, view: ValueId, index: &[ValueId]) -> Option<Scene> {
        let part = self.part(op, view, index).ok()?;
        let natural = |numbers: &[Exact]| numbers.iter().map(|number| number.0 as u64).collect();
        Some(Scene::Tile {
            extents: natural(&part.view.extents),
            tile: part.ty.tile.clone(),
            index: natural(&part.index),
            dim_map: part.ty.dim_map.clone(),
        })
    }
}

impl Part<'_> {
    fn geometry(&self) -> view::Geometry<'_, Exact> {
        view::Geometry {
            tile: &self.tile,
            dim_map: &self.ty.dim_map,
            extents: &self.view.extents,
            strides: &self.view.strides,
        }
    }

    /// The place in the tensor of the lane that lies so far along one axis, and not along the others.
    fn place(&self, axis: usize, along: u32) -> Vec<Exact> {
        let at = |k: usize| Exact(if k == axis { along.into() } else { 0 });
        let lane: Vec<_> = (0..self.ty.tile.len()).map(at).collect();
        view::element(&self.index, &lane, &self.tile, &self.ty.dim_map)
    }

    /// Bytes from the base to a place, and whether that overflows.
    fn distance(&self, place: &[Exact]) -> (Exact, Truth) {
        let origin = self.place(0, 0);
        view::byte_offset(&mut Plain::new(None), &origin, place, &self.view.strides, self.bytes)
    }

    fn offset(&self, place: &[Exact]) -> i64 {
        self.distance(place).0.0 as i64
    }

    /// Whether the offset of a lane overflows.
    fn overflows(&self, lane: &[u32]) -> bool {
        let lane: Vec<_> = lane.iter().map(|along| Exact((*along).into())).collect();
        self.distance(&view::element(&self.index, &lane, &self.tile, &self.ty.dim_map)).1.0
    }

    /// Whether some lane's offset may overflow: strides are natural, so the last lane is the farthest.
    fn may_overflow(&self) -> bool {
        let last: Vec<u32> = self.ty.tile.iter().map(|extent| extent - 1).collect();
        self.overflows(&last)
    }

    /// How many lanes along an axis are inside the tensor: those before the first that is not.
    fn inside(&self, axis: usize) -> u32 {
        let inside = |along: u32| view::in_bounds(&self.place(axis, along), &self.view.extents).0;
        let extent = self.ty.tile[axis];
        if inside(extent - 1) {
            return extent;
        }
        let (mut least, mut most) = (0, extent - 1);
        while least < most {
            let middle = least + (most - least) / 2;
            if inside(middle) { least = middle + 1 } else { most = middle }
        }
        least
    }

    /// The lanes inside the tensor. Their offsets are an affine map of the lane's index, which is known by the first
    /// lane and its neighbours; the run goes along the axis whose neighbours are neighbours in memory.
    fn runs(&self) -> Vec<Run> {
        let tile = &self.ty.tile;
        let first = self.offset(&self.place(0, 0));
        let steps = (0..tile.len()).map(|axis| self.offset(&self.place(axis, 1)).wrapping_sub(first));
        let steps: Vec<i64> = steps.collect();
        let counts: Vec<u32> = (0..tile.len()).map(|axis| self.inside(axis)).collect();
        let lane_steps: Vec<usize> = (0..tile.len())
            .map(|axis| tile[axis + 1..].iter().map(|extent| *extent as usize).product())
            .collect();
        let neighbours = |axis: &usize| tile[*axis] > 1 && steps[*axis] == self.bytes as i64;
        let last = tile.len().saturating_sub(1);
        let along = (0..tile.len()).rev().find(neighbours).unwrap_or(last);
        let base = self.view.offset.wrapping_add(first);
        let mut rows = vec![(0usize, base)];
        for axis in (0..tile.len()).filter(|axis| *axis != along) {
            let row = |(lane, offset): (usize, i64)| {
                let (lane_step, step) = (lane_steps[axis], steps[axis]);
                (0..counts[axis] as usize)
                    .map(move |k| (lane + k * lane_step, offset.wrapping_add(step.wrapping_mul(k as i64))))
            };
            rows = rows.into_iter().flat_map(row).collect();
        }
        let count = counts.get(along).map_or(1, |count| *count as usize);
        let mut runs = Vec::new();
        for (lane, offset) in rows.into_iter().filter(|_| count > 0) {
            let (lane_step, step) =
                (lane_steps.get(along).copied().unwrap_or(1), steps.get(along).copied().unwrap_or(0));
            Run::push(&mut runs, Run { lane, lane_step, count, offset, step });
        }
        runs
    }
}

/// The bits of a padding element. The NaN is the quiet one without a payload, not the one that arithmetic gives.
fn padding_bits(padding: Padding, scalar: Scalar) -> u64 {
    let (sign, infinity, quiet) = match scalar {
        Scalar::F16 => (1 << 15, 0x7c00, 0x0200),
        Scalar::Bf16 => (1 << 15, 0x7f80, 0x0040),
        Scalar::F32 => (1 << 31, 0x7f80_0000, 0x0040_0000),
        Scalar::F64 => (1 << 63, 0x7ff0_0000_0000_0000, 0x0008_0000_0000_0000),
        Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::Tf32
        | Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F8E8m0fnu
        | Scalar::F4E2m1fn => return 0,
    };
    match padding {
        Padding::Zero => 0,
        Padding::NegZero => sign,
        Padding::Nan => infinity | quiet,
        Padding::PosInf => infinity,
        Padding::NegInf => sign | infinity,
    }
}
