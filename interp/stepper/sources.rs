//! Which elements an element was made of: the backward step of a dynamic slice (Korel and Laski, "Dynamic program slicing", IPL
//! 1988), by element.

use spec::memory::access::{Access, Target};
use spec::ops::bits;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::{Core, Meaning};
use spec::syntax::types::Type;

use crate::ops::reduce::axis::Axis;
use crate::stepper::steps::Stepper;
use crate::values::host_width::{low_u32, to_index};

/// Elements of one operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources {
    /// The operand's position.
    pub operand: usize,
    /// The elements, counted in row-major order.
    pub lanes: Vec<usize>,
}

impl Sources {
    fn new(operand: usize, lanes: Vec<usize>) -> Self {
        Sources { operand, lanes }
    }
}

impl<'k> Stepper<'k> {
    /// The operand elements that the next operation makes a result element from. For a load they select the memory element or the
    /// padding; values decided by a region are not included.
    pub fn sources(&self, op: &'k Operation, lane: usize) -> Vec<Sources> {
        let same = |operands: std::ops::Range<usize>| -> Vec<Sources> {
            operands.map(|operand| Sources::new(operand, vec![self.clamp(op, operand, lane)])).collect()
        };
        match op.op.meaning() {
            Meaning::Elementwise => same(0..op.operands.len()),
            Meaning::Core(core) => self.core_sources(op, core, lane),
            Meaning::Memory(_) => self.access_sources(op, lane),
            Meaning::Control(_) | Meaning::Unsupported => Vec::new(),
        }
    }

    /// The same of an operation on memory. Operands of one element, as of views, count as a whole.
    fn access_sources(&self, op: &'k Operation, lane: usize) -> Vec<Sources> {
        let first = |operand: usize| Sources::new(operand, vec![0]);
        let Some(access) = Access::of(self.kernel(), op) else {
            let is_token = |operand: usize| *self.kernel().ty(op.operands[operand]) == Type::Token;
            return (0..op.operands.len()).filter(|operand| !is_token(*operand)).map(first).collect();
        };
        let same = |operand: usize| Sources::new(operand, vec![self.clamp(op, operand, lane)]);
        let Target::View { indices, .. } = access.target else {
            return (0..op.operands.len()).map(same).collect();
        };
        let position = |value: ValueId| op.operands.iter().position(|operand| *operand == value);
        let mut all: Vec<Sources> = access.value.and_then(position).map(same).into_iter().collect();
        let from = indices.first().and_then(|index| position(*index));
        let behind = from.map_or(0, |from| from + indices.len());
        let along = from.map(|from| self.view_sources(op, from, lane)).unwrap_or_default();
        all.extend(along.into_iter().filter(|one| one.operand < behind));
        all
    }

    /// The lane at an index of the tile that an operation accesses.
    pub fn lane_of(&self, op: &Operation, index: &[u32]) -> Option<usize> {
        // By types: the result of a load that cannot run has no value.
        let types =
            op.results.iter().chain(&op.operands).filter_map(|value| self.machine.kernel.ty(*value).tile());
        let shape = types.map(|ty| &ty.shape).find(|shape| shape.len() == index.len())?;
        let along = index.iter().zip(shape);
        let place = along.fold(0u64, |place, (at, extent)| place * u64::from(*extent) + u64::from(*at));
        usize::try_from(place).ok()
    }

    /// A lane of an operand that may be a scalar.
    fn clamp(&self, op: &Operation, operand: usize, lane: usize) -> usize {
        if self.lanes(op.operands[operand]) == 1 { 0 } else { lane }
    }

    /// The index of a view; along a sparse axis, that of the row.
    fn view_sources(&self, op: &Operation, first: usize, lane: usize) -> Vec<Sources> {
        let ty = self.machine.kernel.ty(op.operands[first - 1]).tiled();
        let row = ty.and_then(|ty| {
            let axis = ty.sparse?;
            let inner: usize = ty.tile[axis + 1..].iter().map(|extent| to_index(*extent)).product();
            Some(lane / inner.max(1) % to_index(ty.tile[axis]))
        });
        let of = |operand: usize| {
            let one = self.lanes(op.operands[operand]) == 1;
            Sources::new(operand, vec![if one { 0 } else { row.unwrap_or(0) }])
        };
        (first..op.operands.len()).map(of).collect()
    }

    fn core_sources(&self, op: &'k Operation, core: Core, lane: usize) -> Vec<Sources> {
        let machine = &self.machine;
        let one = |operand: usize, lane: usize| vec![Sources::new(operand, vec![lane])];
        // Two operands in a row: a place beyond the first is one of the second.
        let either = |place: usize, first: usize, second: usize| {
            let len = to_index(low_u32(machine.tile(op.operands[first]).len()));
            if place < len { one(first, place) } else { one(second, place - len) }
        };
        match core {
            Core::Constant | Core::Iota | Core::GetTileBlockId | Core::GetNumTileBlocks => Vec::new(),
            Core::Reshape | Core::Bitcast | Core::PtrToPtr | Core::IntToPtr | Core::PtrToInt => one(0, lane),
            Core::Assume => one(0, lane),
            Core::Broadcast => one(0, machine.broadcast_lanes(op)[lane]),
            Core::Permute => one(0, machine.permute_lanes(op)[lane]),
            Core::Select => {
                let side = if machine.tile(op.operands[0]).truth(lane) { 1 } else { 2 };
                [one(0, lane), one(side, lane)].concat()
            }
            Core::Offset => [one(0, lane), one(1, lane)].concat(),
            Core::Pack | Core::Unpack => self.repacked(op, lane),
            Core::Cat => either(machine.cat_lanes(op)[lane], 0, 1),
            Core::Extract => {
                let mut all =
                    machine.extract_lanes(op).map_or_else(|_| Vec::new(), |lanes| one(0, lanes[lane]));
                all.extend((1..op.operands.len()).map(|operand| Sources::new(operand, vec![0])));
                all
            }
            Core::Insert => {
                let mut all =
                    machine.insert_lanes(op).map_or_else(|_| Vec::new(), |lanes| either(lanes[lane], 1, 0));
                all.extend((2..op.operands.len()).map(|operand| Sources::new(operand, vec![0])));
                all
            }
            Core::Reduce | Core::Scan => self.combined(op, core, lane),
            Core::Mmaf | Core::Mmai | Core::MmafScaled => {
                let sums = machine.summed_lanes(op, lane).into_iter();
                sums.map(|(operand, lanes)| Sources::new(operand, lanes)).collect()
            }
        }
    }

    /// `pack` and `unpack`: the wide element of a narrow one, or the narrow ones of a wide one.
    fn repacked(&self, op: &Operation, lane: usize) -> Vec<Sources> {
        let (from, to) = (self.machine.scalar(op.operands[0]), self.machine.scalar(op.results[0]));
        let count = to_index(bits::ratio(from.bits(), to.bits()));
        let lanes = if from.bits() > to.bits() {
            vec![lane / count]
        } else {
            (lane * count..(lane + 1) * count).collect()
        };
        vec![Sources::new(0, lanes)]
    }

    /// `reduce` and `scan`: elements along the axis, of every operand.
    fn combined(&self, op: &Operation, core: Core, lane: usize) -> Vec<Sources> {
        let shape = &self.machine.kernel.tile(op.operands[0]).shape;
        let axis = Axis::of(shape, op.attributes.axis());
        let lanes: Vec<usize> = if core == Core::Reduce {
            (0..axis.extent).map(|place| axis.lane(lane, place)).collect()
        } else {
            // The lane as a run and a place along the axis.
            let place = lane / axis.inner % axis.extent;
            let run = lane / (axis.inner * axis.extent) * axis.inner + lane % axis.inner;
            let places =
                if op.attributes.reverse.unwrap_or(false) { place..axis.extent } else { 0..place + 1 };
            places.map(|place| axis.lane(run, place)).collect()
        };
        (0..op.operands.len()).map(|operand| Sources::new(operand, lanes.clone())).collect()
    }
}
