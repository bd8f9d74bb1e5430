//! A machine for the instructions: each thread runs until it must meet the others at one place. Two threads may not access a byte
//! without a barrier in between, unless both update the byte; a warp barrier orders only the threads of the warp.

mod asynchronous;
mod schedule;
mod shadow;
mod storing;
mod tensor;

use std::collections::HashMap;
use std::ops::Range;

use self::asynchronous::Later;
use self::shadow::{Shadow, Since};
use super::arithmetic::{compared, computed, converted, named, number, updated, width};
use super::bulk::{Bulk, Event, SimulatedMap, map_address};
use super::fragments;
use crate::ir::ptx::{Address, Base, Class, Inst, Operand, Order, Reg, Shuffle, Space};
use crate::lower::mma::strategy::PRODUCER_THREADS;

/// Threads of a warpgroup.
const GROUP: usize = 128;

/// The most operands of an instruction that computes.
const MOST_OPERANDS: usize = 4;

/// Bytes at an address.
#[derive(Debug, Clone)]
pub(crate) struct Array {
    /// The address.
    pub(crate) base: u64,
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
}

/// How memory is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write(u64),
    StrongRead,
    StrongWrite(u64),
}

impl Access {
    fn new(order: Order, write: Option<u64>) -> Self {
        match (order, write) {
            (Order::Weak | Order::ReadOnly, None) => Access::Read,
            (Order::Weak | Order::ReadOnly, Some(bits)) => Access::Write(bits),
            (_, None) => Access::StrongRead,
            (_, Some(bits)) => Access::StrongWrite(bits),
        }
    }
}

/// A block of threads.
#[derive(Debug)]
pub(crate) struct Machine<'m> {
    threads: usize,
    /// The number of computing threads, which come first; the other threads start copies, each alone.
    computing: usize,
    block: [u32; 3],
    grid: [u32; 3],
    /// By name, the bits of the parameters.
    params: &'m HashMap<String, u64>,
    memory: &'m mut [Array],
    shared: Vec<u8>,
    touched: Shadow,
    epoch: u32,
    /// By warpgroup, since a warp that waits for its lanes does so in each of a group.
    of_warps: Vec<u32>,
    /// By class and number, by thread.
    regs: [Vec<Vec<u64>>; 4],
    later: Later,
    bulk: Bulk,
    /// The random state of the schedule.
    random: u64,
}

fn place(class: Class) -> usize {
    Class::ALL.iter().position(|known| *known == class).unwrap()
}

impl<'m> Machine<'m> {
    pub(crate) fn new(
        threads: usize,
        [block, grid]: [[u32; 3]; 2],
        params: &'m HashMap<String, u64>,
        memory: &'m mut [Array],
        shared: usize,
        registers: [u32; 4],
    ) -> Self {
        Machine {
            threads,
            computing: threads,
            block,
            grid,
            params,
            memory,
            shared: vec![0xa5; shared],
            touched: Shadow::default(),
            epoch: 1,
            of_warps: vec![1; threads.div_ceil(GROUP)],
            regs: registers.map(|count| vec![vec![0xdead_beef_dead_beef; threads]; count as usize]),
            later: Later::default(),
            bulk: Bulk::default(),
            random: 1,
        }
    }

    /// What threads did at barriers of shared memory.
    pub(crate) fn trace(&self) -> &[(usize, Event)] {
        &self.bulk.trace
    }

    /// With tensor maps, and an order of the threads. Where code takes maps or makes some, the last warpgroup starts copies.
    pub(crate) fn with_maps(mut self, maps: Vec<SimulatedMap>, has_producer: bool, seed: u64) -> Self {
        self.computing -= if has_producer { PRODUCER_THREADS as usize } else { 0 };
        (self.bulk.maps, self.random) = (maps, seed | 1);
        self
    }

    fn reg(&self, reg: Reg, thread: usize) -> u64 {
        self.regs[place(reg.class)][reg.number as usize][thread]
    }

    fn set(&mut self, reg: Reg, thread: usize, bits: u64) {
        let mask = match reg.class {
            Class::Pred => 1,
            Class::B16 => 0xffff,
            Class::B32 => 0xffff_ffff,
            Class::B64 => u64::MAX,
        };
        self.regs[place(reg.class)][reg.number as usize][thread] = bits & mask;
    }

    fn operand(&self, operand: Operand, thread: usize) -> u64 {
        match operand {
            Operand::Reg(reg) => self.reg(reg, thread),
            Operand::Int(value) => value.cast_unsigned(),
            Operand::F32(bits) => bits.into(),
            Operand::F64(bits) => bits,
        }
    }

    #[expect(clippy::too_many_lines, reason = "a few lines an instruction")]
    fn step(&mut self, inst: &Inst, thread: usize) {
        match inst {
            Inst::Compute { op, ty, mode, to, from } => {
                let mut operands = [0; MOST_OPERANDS];
                for (place, operand) in operands.iter_mut().zip(from) {
                    *place = self.operand(*operand, thread);
                }
                self.set(*to, thread, computed(*op, *ty, *mode, &operands[..from.len()]));
            }
            Inst::Special { to, name } => {
                let axis = name.bytes().last().map_or(0, |name| usize::from(name - b'x'));
                let value = match &name[..name.len() - 2] {
                    "%tid" => thread as u32,
                    "%ctaid" => self.block[axis],
                    "%nctaid" => self.grid[axis],
                    _ => panic!("{name}"),
                };
                self.set(*to, thread, value.into());
            }
            Inst::AddressOf { to, name } => {
                let address = map_address(name);
                assert!(address.is_some() || name == "tile_shared", "{name}");
                self.set(*to, thread, address.unwrap_or_default());
            }
            Inst::Cvta { to, from, .. } => self.set(*to, thread, self.reg(*from, thread)),
            Inst::Convert { to_ty, from_ty, mode, to, from } => {
                let bits = self.operand(from[0], thread);
                self.set(*to, thread, converted(*to_ty, *from_ty, *mode, bits));
            }
            Inst::Compare { compare, ty, to, from, .. } => {
                let [a, b] = from.map(|operand| self.operand(operand, thread));
                self.set(*to, thread, compared(*compare, *ty, a, b).into());
            }
            Inst::Pack { to, from } => {
                let bits = if from.len() == 2 { 8 * width(from[0].class.ty()) } else { 16 };
                let joined =
                    from.iter().enumerate().map(|(at, reg)| self.reg(*reg, thread) << (at * bits)).sum();
                self.set(*to, thread, joined);
            }
            Inst::Unpack { to, from } => {
                let (bits, whole) = (8 * width(to[0].class.ty()), self.reg(*from, thread));
                to.iter().enumerate().for_each(|(at, reg)| self.set(*reg, thread, whole >> (at * bits)));
            }
            Inst::Load { space, order, ty, to, from } => {
                let how = Access::new(*order, None);
                for (at, reg) in to.iter().enumerate() {
                    let bytes =
                        self.bytes(*space, from, thread, at * width(*ty), (width(*ty), to.len()), how);
                    let bits = number(*ty, bytes) as u64;
                    self.set(*reg, thread, bits);
                }
            }
            Inst::Store { space, order, ty, to, from } => {
                for (at, operand) in from.iter().enumerate() {
                    let how = Access::new(*order, Some(self.operand(*operand, thread)));
                    self.bytes(*space, to, thread, at * width(*ty), (width(*ty), from.len()), how);
                }
            }
            // Where a thread waits for its turn, the scheduler lets it arrive.
            Inst::Turn(turn) if turn.waits => {}
            Inst::Turn(turn) => drop(self.pass_turn(*turn, thread)),
            // Registers of the simulated machine are there all the time.
            Inst::SetRegisters(_) => {}
            Inst::AsyncCopy(copying) => self.copying(copying, thread),
            Inst::TensorCopy(copying) => self.copy_box(copying, thread),
            Inst::BulkStore(store) => self.storing(store, thread),
            Inst::MapEdit(edit) => self.edit_map(edit, thread),
            // The simulator keeps the program order of each thread.
            Inst::Fence(_) => {}
            Inst::Mbarrier(barrier) => self.at_barrier(barrier, thread),
            Inst::Atomic { space, op, ty, to, at, from, .. } => {
                let old = self.update(*space, op, ty, at, from, thread);
                self.set(*to, thread, old);
            }
            Inst::Reduce { space, op, ty, at, from, .. } => {
                let size = width(named(ty));
                let start = self.place_of(at, thread);
                assert!(start.is_multiple_of((size * from.len()) as u64), "{start:#x} is not aligned");
                for (number, value) in from.iter().enumerate() {
                    let at = Address { offset: at.offset + (number * size) as i64, ..at.clone() };
                    self.update(*space, op, ty, &at, std::slice::from_ref(value), thread);
                }
            }
            other => panic!("`{other}` is not known here"),
        }
    }

    /// Updates a place, and returns the old value.
    fn update(
        &mut self,
        space: Space,
        op: &str,
        ty: &str,
        at: &Address,
        from: &[Operand],
        thread: usize,
    ) -> u64 {
        let ty = named(ty);
        let width = width(ty);
        let old = self.bytes(space, at, thread, 0, (width, 1), Access::StrongRead);
        let values: Vec<u64> = from.iter().map(|operand| self.operand(*operand, thread)).collect();
        let new = updated(op, ty, old, &values);
        self.bytes(space, at, thread, 0, (width, 1), Access::StrongWrite(new));
        old
    }

    /// Reads or writes bytes.
    fn bytes(
        &mut self,
        space: Space,
        at: &Address,
        thread: usize,
        further: usize,
        (width, count): (usize, usize),
        how: Access,
    ) -> u64 {
        let start = match &at.base {
            Base::Name(name) => return self.params[name],
            Base::Reg(reg) => self.reg(*reg, thread).wrapping_add_signed(at.offset),
        };
        assert_eq!(start % (width * count) as u64, 0, "{at} is not aligned");
        let start = start + further as u64;
        self.touch(start, width, thread, how);
        let (from, bytes) = if space == Space::Shared {
            (0, &mut self.shared)
        } else {
            let array = self.memory.iter_mut().find(|array| {
                start >= array.base && start + width as u64 <= array.base + array.bytes.len() as u64
            });
            let array = array.unwrap_or_else(|| panic!("{start:#x} is nowhere"));
            (array.base, &mut array.bytes)
        };
        let bytes = &mut bytes[(start - from) as usize..][..width];
        if let Access::Write(value) | Access::StrongWrite(value) = how {
            if space == Space::Shared {
                self.later.written(start, width, thread);
            }
            bytes.copy_from_slice(&value.to_le_bytes()[..width]);
        }
        bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    /// Records an access to bytes. Shared memory begins at zero, and global memory far behind.
    fn touch(&mut self, start: u64, width: usize, thread: usize, how: Access) {
        let now = Since { epoch: self.epoch, of_warps: self.of_warps[thread / GROUP], thread };
        for (byte, touched) in (start..).zip(self.touched.bytes(start, width)) {
            let other = |last: Since| {
                let apart = last.thread / 32 != thread / 32 || last.of_warps == now.of_warps;
                last.epoch == now.epoch && last.thread != thread && apart
            };
            let strong = matches!(how, Access::StrongRead | Access::StrongWrite(_));
            let writes = matches!(how, Access::Write(_) | Access::StrongWrite(_));
            assert!(!other(touched.written), "byte {byte:#x} was written by another thread");
            assert!(!writes || !other(touched.read), "byte {byte:#x} was read by another thread");
            assert!(strong || !other(touched.strong), "byte {byte:#x} was updated by another thread");
            self.bulk.storing.check(byte, writes);
            match how {
                Access::Read => touched.read = now,
                Access::Write(_) => touched.written = now,
                Access::StrongRead | Access::StrongWrite(_) => touched.strong = now,
            }
        }
    }

    fn shuffle(&mut self, (how, to, from, lane): (Shuffle, Reg, Reg, Operand), threads: Range<usize>) {
        let old: Vec<u64> = (0..self.threads).map(|thread| self.reg(from, thread)).collect();
        for thread in threads {
            let (own, by) = (thread % 32, self.operand(lane, thread) as usize);
            let lane = match how {
                Shuffle::Bfly => own ^ by,
                Shuffle::Up => own.checked_sub(by).unwrap_or(own),
                Shuffle::Down => {
                    if own + by < 32 {
                        own + by
                    } else {
                        own
                    }
                }
                Shuffle::Idx => by,
            };
            assert!(lane < 32, "there is no lane {lane}");
            self.set(to, thread, old[thread - own + lane]);
        }
    }

    fn vote(&mut self, to: Reg, from: Reg, threads: Range<usize>) {
        for warp in threads.step_by(32) {
            let all = (warp..warp + 32).all(|thread| self.reg(from, thread) & 1 == 1);
            (warp..warp + 32).for_each(|thread| self.set(to, thread, all.into()));
        }
    }

    fn mma(&mut self, op: &str, to: &[Reg], [a, b, c]: [&[Reg]; 3], threads: Range<usize>) {
        for warp in threads.step_by(32) {
            let lanes = |regs: &[Reg]| -> Vec<Vec<u64>> {
                let lane = |lane: usize| regs.iter().map(|reg| self.reg(*reg, warp + lane)).collect();
                (0..32).map(lane).collect()
            };
            let result = fragments::product(op, &lanes(a), &lanes(b), &lanes(c));
            for (lane, values) in result.into_iter().enumerate() {
                to.iter().zip(values).for_each(|(reg, bits)| self.set(*reg, warp + lane, bits));
            }
        }
    }
}
