//! The effect of a store to an array of the block. At a known place, the tile is kept. At one of a few places, the old or the new
//! element is kept. Any other store forgets the range.

use spec::domain::{Bool as _, Number, extents};
use spec::ops::shape;
use spec::rules::Rule;
use spec::syntax::count::saturating_u64;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element as ElementType, Scalar, TileType};

use crate::fault_injection::Flaw;
use crate::memory::local::copy::{copy, fragments};
use crate::memory::local::pieces::{fill, put, size, within};
use crate::memory::local::read::{Places, count, is_followed, remember};
use crate::report::Status;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::address_lane;
use crate::symbolic::require::record;
use crate::symbolic::state::Mode;
use crate::terms::{Num, Truth};
use crate::values::access::AccessedLane;
use crate::values::domain::WrapDecisions;
use crate::values::tile::{Node, Tile, TileKind};
use crate::values::view::{Addressing, Content, Piece, Pieces};

/// The most lanes of one store with undecided masks.
const LANES: u64 = 64;

/// The maximum number of separately examined lanes of a store.
const DECIDED_LANES: u64 = 4096;

/// Lanes that are consecutive in the tile and in the array, in bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    from: u64,
    place: u64,
    len: u64,
}

impl Run {
    /// Adds a lane if it is the next.
    fn take(&mut self, from: u64, place: u64, width: u64) -> bool {
        let next = self.len > 0 && from == self.from + self.len && place == self.place + self.len;
        if next {
            self.len += width;
        }
        next
    }
}

/// `alloca`: an array of undetermined elements, however often the operation runs. An array of 2^32 bytes or more, larger than any
/// tile, is not followed.
pub(crate) fn make_array(machine: &mut Machine<'_>, parameter: usize) {
    let made = machine.setup.allocations.iter().position(|array| array.parameter == parameter);
    let Some(which) = made else { return };
    let size = machine.setup.allocations[which].size.value().and_then(|size| u32::try_from(size).ok());
    if let Some(size) = size {
        machine.state.memory.arrays.insert(which, fill(size.into(), Content::Undetermined));
    }
}

/// The access of an arbitrary lane.
fn lane_of<'k>(
    machine: &mut Machine<'k>,
    addressing: &Addressing<'k>,
    exact: &WrapDecisions,
    (shape, copy): (&[u32], usize),
) -> (Vec<Num>, AccessedLane) {
    let lane = machine.lane(shape, copy);
    let target = address_lane(machine, addressing, &lane, &mut Some(exact.clone()));
    (lane, target)
}

/// The place of the first element, if the others follow in order. The result is independent of the lane of the computation.
fn start_of<'k>(
    machine: &mut Machine<'k>,
    addressing: &Addressing<'k>,
    exact: &WrapDecisions,
    (shape, bytes): (&[u32], u64),
) -> Option<Num> {
    let [start, other] = [0, 1].map(|copy| {
        let (lane, target) = lane_of(machine, addressing, exact, (shape, copy));
        let number = shape::linearize(&lane, &extents(shape));
        target.pointer.offset.sub(&number.mul(&Num::constant(bytes.into())))
    });
    (start == other).then_some(start)
}

/// Follows a store, or an update as a store of an unknown value.
pub(crate) fn store<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    addressing: &Addressing<'k>,
    (ty, value): (&TileType, Option<&Tile<'k>>),
    exact: &WrapDecisions,
) {
    let scalar = ty.element.scalar().unwrap_or(Scalar::I64);
    if machine.state.memory.arrays.is_empty() {
        return;
    }
    let (_, target) = lane_of(machine, addressing, exact, (&ty.shape, 0));
    let is_private = |which: &usize| machine.setup.allocations[*which].private;
    let private: Vec<usize> = target.pointer.may.iter().copied().filter(is_private).collect();
    if private.is_empty() {
        return;
    }
    let start = start_of(machine, addressing, exact, (&ty.shape, scalar.bytes()));
    for which in &private {
        require_listed(machine, op, *which);
        let Some(pieces) = machine.state.memory.arrays.get(which).cloned() else { continue };
        let value = value.filter(|_| scalar.in_a_byte() == 1);
        let to = Target { which: *which, pieces: &pieces, target: &target, start, scalar };
        let stored = value.and_then(|value| {
            let known = to.known(machine, addressing, value, exact);
            known.or_else(|| to.one_of_several(machine, value))
        });
        let left = stored.unwrap_or_else(|| forget(&pieces, &target.pointer.offset, scalar.bytes()));
        machine.state.memory.arrays.insert(*which, left);
    }
}

/// The target of a store.
struct Target<'a, 'k> {
    which: usize,
    pieces: &'a Pieces<'k>,
    target: &'a AccessedLane,
    /// The place of the first element, if the others are consecutive.
    start: Option<Num>,
    scalar: Scalar,
}

impl<'k> Target<'_, 'k> {
    /// The memory after a store to a known array and place.
    fn known(
        &self,
        machine: &mut Machine<'k>,
        addressing: &Addressing<'k>,
        value: &Tile<'k>,
        exact: &WrapDecisions,
    ) -> Option<Pieces<'k>> {
        let pieces = self.pieces;
        if self.target.pointer.may.len() != 1 {
            return None;
        }
        let Some(start) = self.start else { return self.lane_by_lane(machine, addressing, value, exact) };
        let start = u64::try_from(start.value()?).ok()?;
        let len = self.scalar.bytes().checked_mul(count(&value.ty))?;
        let end = start.checked_add(len)?;
        match (self.target.active.value(), addressing) {
            (Some(true), _) if end <= size(pieces) => {
                let is_cut = |piece: &Piece<'_>| piece.start < start && start < piece.end;
                let keeps = machine.setup.has(Flaw::OverlapKept);
                if keeps && pieces.iter().any(|piece| is_cut(piece) && piece.content.elements().is_some()) {
                    return Some(pieces.clone());
                }
                Some(copy(pieces, start, &fragments(machine, value, 0, len)))
            }
            (None, Addressing::Pointers { mask: Some(mask), .. }) if is_followed(pieces, start, end) => {
                let ty = self.type_beside(machine, pieces, (start, end), &value.ty);
                let (stored, before) = (as_type(value, &ty), remember(pieces, start, &ty));
                let tile = Node::tile(&ty, TileKind::Select(mask.clone(), stored, before));
                Some(put(pieces, start, end, Content::Stored { tile, from: 0 }))
            }
            (Some(false), _) => Some(pieces.clone()),
            (Some(true) | None, _) => self.lane_by_lane(machine, addressing, value, exact),
        }
    }

    /// Stores lane by lane: for a tile that crosses the array's end under a mask, or whose rows are apart.
    fn lane_by_lane(
        &self,
        machine: &mut Machine<'k>,
        addressing: &Addressing<'k>,
        value: &Tile<'k>,
        exact: &WrapDecisions,
    ) -> Option<Pieces<'k>> {
        let (width, mut left) = (self.scalar.bytes(), self.pieces.clone());
        let mut open = 0;
        let mut run = Run::default();
        for number in 0..Some(count(&value.ty)).filter(|lanes| *lanes <= DECIDED_LANES)? {
            let lane = shape::delinearize(&Num::constant(number.into()), &extents(&value.ty.shape));
            let target = address_lane(machine, addressing, &lane, &mut Some(exact.clone()));
            if target.active.value() == Some(false) {
                continue;
            }
            let place = u64::try_from(target.pointer.offset.value()?).ok()?;
            if target.active.value() == Some(true) {
                if !run.take(number * width, place, width) {
                    left = self.copy_run(machine, &left, value, &run);
                    run = Run { from: number * width, place, len: width };
                }
                continue;
            }
            open += 1;
            if open > LANES {
                return None;
            }
            left = self.copy_run(machine, &left, value, &std::mem::take(&mut run));
            left = self.put_either(machine, &left, (value, number * width, place), target.active);
        }
        Some(self.copy_run(machine, &left, value, &run))
    }

    /// The array after a run of lanes that are stored.
    fn copy_run(
        &self,
        machine: &mut Machine<'k>,
        left: &Pieces<'k>,
        value: &Tile<'k>,
        run: &Run,
    ) -> Pieces<'k> {
        if run.len == 0 || run.place >= size(left) {
            return left.clone();
        }
        let len = run.len.min(size(left) - run.place);
        copy(left, run.place, &fragments(machine, value, run.from, len))
    }

    /// The array after a lane that is stored under a condition.
    fn put_either(
        &self,
        machine: &mut Machine<'k>,
        left: &Pieces<'k>,
        (value, from, place): (&Tile<'k>, u64, u64),
        active: Truth,
    ) -> Pieces<'k> {
        let width = self.scalar.bytes();
        if !is_followed(left, place, place + width) {
            return put(left, place, place + width, Content::Unknown);
        }
        let ty = TileType { shape: Vec::new(), element: value.ty.element };
        let ty = self.type_beside(machine, left, (place, place + width), &ty);
        let stored = copy(&fill(width, Content::Unknown), 0, &fragments(machine, value, from, width));
        let (stored, before) = (remember(&stored, 0, &ty), remember(left, place, &ty));
        let tile = Node::tile(&ty, TileKind::Either(active, stored, before));
        put(left, place, place + width, Content::Stored { tile, from: 0 })
    }

    /// The type in which a possible store and the old contents both keep all their bits. A truth value is a byte beside arbitrary bytes.
    fn type_beside(
        &self,
        machine: &Machine<'k>,
        before: &Pieces<'k>,
        (start, end): (u64, u64),
        ty: &TileType,
    ) -> TileType {
        let is_bit = |piece: &Piece<'_>| piece.content.elements().is_some_and(|(of, _)| of == Scalar::I1);
        let keeps = self.scalar != Scalar::I1
            || machine.setup.has(Flaw::FragmentWidth)
            || within(before, start, end).iter().all(is_bit);
        let element = if keeps { ty.element } else { ElementType::Scalar(Scalar::I8) };
        TileType { shape: ty.shape.clone(), element }
    }

    /// The contents after a store to one of a few places or arrays.
    fn one_of_several(&self, machine: &mut Machine<'k>, value: &Tile<'k>) -> Option<Pieces<'k>> {
        let places = Places::of_array(machine, self.which, size(self.pieces), self.scalar)?;
        let (pointer, start) = (&self.target.pointer, self.start?);
        let all = count(&value.ty) == 1 || self.target.active.value() == Some(true) && pointer.may.len() == 1;
        let len = count(&value.ty).checked_mul(self.scalar.bytes()).filter(|_| all)?;
        let is_here = pointer.which.equals(&Num::constant(i128::try_from(self.which).ok()?));
        let mut left = self.pieces.clone();
        for place in places.list(&start)? {
            let end = place + len;
            let here = start.equals(&Num::constant(place.into()));
            if here.value() == Some(false) || end > size(&left) {
                continue;
            }
            let written = self.target.active.and(&is_here).and(&here);
            let content = if is_followed(&left, place, end) {
                let ty = self.type_beside(machine, &left, (place, end), &value.ty);
                let before = remember(&left, place, &ty);
                let stored = as_type(value, &ty);
                let tile = Node::tile(&ty, TileKind::Either(written, stored, before));
                Content::Stored { tile, from: 0 }
            } else {
                Content::Unknown
            };
            left = put(&left, place, end, content);
        }
        Some(left)
    }
}

/// A stored tile, as bytes of a type with as many.
fn as_type<'k>(stored: &Tile<'k>, ty: &TileType) -> Tile<'k> {
    if stored.ty == *ty {
        return stored.clone();
    }
    let bytes = ty.element.scalar().map_or(1, Scalar::bytes) * count(ty);
    remember(&fill(bytes, Content::Stored { tile: stored.clone(), from: 0 }), 0, ty)
}

/// An array of which nothing is known any more where elements of so many bytes may have been written.
fn forget<'k>(pieces: &Pieces<'k>, offset: &Num, bytes: u64) -> Pieces<'k> {
    let (start, end) = (saturating_u64(offset.lo()), saturating_u64(offset.hi()).saturating_add(bytes));
    put(pieces, start, end, Content::Unknown)
}

/// A loop around a store must be known to write to the array: its carried memory depends on that.
fn require_listed<'k>(machine: &mut Machine<'k>, op: &'k Operation, which: usize) {
    let listed = |owner: &'k Operation| machine.setup.stored_in_loops.contains(&(owner.id, which));
    let all = machine.state.iterations.iter().all(|iteration| listed(iteration.owner));
    if !all && machine.state.mode == Mode::Record && !machine.setup.has(Flaw::LoopStoresNothing) {
        let status = Status::Unknown("what a loop stores to an array of the block was not found".to_owned());
        record(machine, op, Rule::MemoryBounds, status, None, 0.0);
    }
}
