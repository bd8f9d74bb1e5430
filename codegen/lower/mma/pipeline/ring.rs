//! A ring of stages in shared memory. The producer starts copies and consumers read arrived tiles: the `aref` of "Tawa:
//! Automatic warp specialization for modern GPUs with asynchronous references" (arXiv 2510.14719), CUTLASS's
//! `PipelineTmaAsync`.
//!
//! Every stage has two barriers, *full* and *empty*. The producer waits until a stage is empty and starts copies, which arrive
//! at *full*. Consumers wait until it is full, read, and arrive at *empty*, one lane for each warp. Both go round the ring in the
//! same order and count rounds by their parity alone. `docs/codegen.md` says why no stage is written while it is read, and why nobody waits
//! for ever.

use crate::ir::builder::Builder;
use crate::ir::ptx::{Address, Class, Compare, Guard, Inst, Label, Mbarrier, Opcode, Operand, Reg, Ty};
use crate::ir::ring::{MapPlace, Ring, RingPosition, Stages};
use crate::ir::tile_block::Pair;
use crate::lower::mma::pipeline::tensor::made;
use crate::lower::mma::pipeline::tensor::mapped::map_address;
use crate::lower::mma::pipeline::trip_count::TripCount;

/// Bytes of a barrier.
const BARRIER: u64 = 8;

impl Ring {
    /// The bytes of the barriers.
    pub(crate) fn barrier_bytes(stages: Stages) -> u64 {
        2 * BARRIER * u64::from(stages.count)
    }

    /// Makes the barriers, for so many warps of consumers.
    pub(crate) fn initialize(&self, code: &mut Builder<'_>, warps: u32) {
        for stage in 0..2 * self.stages.count {
            let at = code.shared_address(self.barriers + BARRIER * u64::from(stage));
            // Copies of a stage arrive once, announced by the producer.
            let count = if stage < self.stages.count { 1 } else { warps };
            code.push(Inst::Mbarrier(Mbarrier::Init { at: Address::at(at, 0), count }));
        }
    }

    /// The first stage, for a role that waits for the phase of that parity first.
    pub(crate) fn start(&self, code: &mut Builder<'_>, parity: i64) -> RingPosition {
        let [stage, full] = [self.base, self.barriers].map(|offset| code.shared_address(offset));
        let parity = code.mov(Class::B32, parity);
        RingPosition { stage: code.mov(Class::B32, stage), full: code.mov(Class::B32, full), parity }
    }

    /// The barrier *empty* of the stage whose barrier *full* is at an address.
    pub(crate) fn empty(&self, full: Reg) -> Address {
        Address::at(full, (BARRIER * u64::from(self.stages.count)).cast_signed())
    }

    /// Waits at a barrier of the stage.
    pub(crate) fn wait(code: &mut Builder<'_>, at: Address, position: RingPosition) {
        code.push(Inst::Mbarrier(Mbarrier::Wait { at, parity: position.parity }));
    }

    /// Arrives at a barrier, where a predicate holds.
    pub(crate) fn arrive(code: &mut Builder<'_>, at: Address, pred: Reg) {
        let state = code.reg(Class::B64);
        code.push_guarded(Some(Guard { pred, when: true }), Inst::Mbarrier(Mbarrier::Arrive { at, state }));
    }

    /// The producer's steps for an iteration: for each part it waits for an empty stage, announces the bytes of its tiles, starts their copies, and goes on.
    pub(crate) fn fill(&self, code: &mut Builder<'_>, position: RingPosition, maps: &[Reg]) {
        (0..self.parts).for_each(|part| self.fill_stage(code, position, (maps, part)));
    }

    fn fill_stage(&self, code: &mut Builder<'_>, position: RingPosition, maps: (&[Reg], u32)) {
        Ring::wait(code, self.empty(position.full), position);
        match code.pair().filter(|_| self.merge.is_some()) {
            None => self.start_copies(code, position, maps, self.loads.len()),
            Some(Pair { has_second, .. }) => {
                let (one, started) = (code.label(), code.label());
                code.branch_if(has_second, false, one);
                self.start_copies(code, position, maps, self.loads.len());
                code.push(Inst::Branch(started));
                code.place_label(one);
                self.start_copies(code, position, maps, self.loads.len() - 1);
                code.place_label(started);
            }
        }
        self.advance(code, position);
    }

    /// Announces the bytes of the first so many loads, and starts their copies.
    fn start_copies(
        &self,
        code: &mut Builder<'_>,
        position: RingPosition,
        (maps, part): (&[Reg], u32),
        count: usize,
    ) {
        let loads = &self.loads[..count];
        let bytes: u64 = loads.iter().map(|load| load.lines.bytes()).sum();
        let full = Address::at(position.full, 0);
        let state = code.reg(Class::B64);
        let bytes = u32::try_from(bytes).expect("a stage fits into shared memory");
        code.push(Inst::Mbarrier(Mbarrier::ArriveExpect { at: full.clone(), bytes, state }));
        for (load, map) in loads.iter().zip(maps) {
            load.start(code, (*map, part), position.stage, &full);
        }
    }

    /// Waits, in the producer, until all its copies have arrived before the stage at its position is filled.
    pub(crate) fn wait_for_copies(&self, code: &mut Builder<'_>, position: RingPosition) {
        // In the current round, only stages before the position were filled. So the phase of *full* has the parity of *empty*.
        let this = code.op(Opcode::Xor, Ty::B32, Class::B32, &[position.parity.into(), Operand::Int(1)]);
        for stage in 0..self.stages.count {
            let full = code.shared_address(self.barriers + BARRIER * u64::from(stage));
            let is_before = code.compare(Compare::Lt, Ty::U32, full, position.full);
            let parity = code.choose(is_before, this, position.parity);
            code.push(Inst::Mbarrier(Mbarrier::Wait { at: Address::at(full, 0), parity }));
        }
    }

    /// The code of a warpgroup whose neighbor alone has a tile, if there is one: it releases every full stage without a read, and goes to
    /// the end.
    pub(super) fn drain_without_tile(
        &self,
        code: &mut Builder<'_>,
        position: RingPosition,
        trips: &TripCount,
        (elected, end): (Reg, Label),
    ) {
        let Some(Pair { is_own, .. }) = code.pair() else { return };
        let multiplies = code.label();
        code.branch_if(is_own, true, multiplies);
        let round = code.mov(trips.count.class, 0);
        let (head, exit) = (code.label(), code.label());
        code.place_label(head);
        let over = code.compare(Compare::Ge, trips.ty().1, round, trips.count);
        code.branch_if(over, true, exit);
        for _ in 0..self.parts {
            Ring::wait(code, Address::at(position.full, 0), position);
            Ring::arrive(code, self.empty(position.full), elected);
            self.advance(code, position);
        }
        trips.advance(code, round);
        code.push(Inst::Branch(head));
        code.place_label(exit);
        code.push(Inst::Branch(end));
        code.place_label(multiplies);
    }

    /// How many bytes behind the first tile block's copy the second's is, of what each of two has of its own.
    pub(crate) fn second_copy(&self) -> Option<(usize, u64)> {
        let merge = self.merge?;
        Some((merge.side, self.loads.last()?.offset - self.loads[merge.load].offset))
    }

    /// The generic addresses of its tensor maps.
    pub(crate) fn map_addresses(&self, code: &mut Builder<'_>) -> Vec<Reg> {
        let address = |map: &MapPlace| match map {
            MapPlace::Parameter(at) => map_address(code, *at),
            MapPlace::Scratch(at) => made::address(code, *at),
        };
        self.maps.iter().map(address).collect()
    }

    /// Goes on to the next stage; behind the last to the first, with the other parity.
    pub(crate) fn advance(&self, code: &mut Builder<'_>, position: RingPosition) {
        let RingPosition { stage, full, parity } = position;
        let end = code.shared_address(self.barriers + BARRIER * u64::from(self.stages.count - 1));
        let last = code.compare(Compare::Eq, Ty::U32, full, end);
        for (reg, first, bytes) in [(stage, self.base, self.stages.bytes), (full, self.barriers, BARRIER)] {
            let first = code.shared_address(first);
            let more = [reg.into(), Operand::Int(bytes.cast_signed())];
            let next = code.op(Opcode::Add, Ty::U32, Class::B32, &more);
            let next = code.choose(last, first, next);
            code.assign(reg, next);
        }
        let other = code.op(Opcode::Xor, Ty::B32, Class::B32, &[parity.into(), Operand::Int(1)]);
        let next = code.choose(last, other, parity);
        code.assign(parity, next);
    }
}
