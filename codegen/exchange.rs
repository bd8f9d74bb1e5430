//! From one layout to another: through shared memory, where threads hold what others need. Where every element stays in its warp,
//! its threads alone wait for each other.

use std::collections::HashMap;

use spec::syntax::types::{Element, Scalar};

use crate::r#gen::Gen;
use crate::layout::{LANE_BITS, Layout};
use crate::ptx::{Address, Class, Compare, Guard, Inst, Opcode, Operand, Order, Reg, Shuffle, Space, Ty};
use crate::select::memory::{self, Run};
use crate::select::reduce::shuffle;
use crate::slots::Slots;
use crate::value::{Tile, bytes, class};

/// Bytes of a small region of shared memory.
const SMALL: u64 = 1 << 10;

/// The regions of shared memory: two small ones, which exchanges take in turns, so that one need not wait for those who still
/// read what the one before left; behind them a large one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct InUse {
    /// Whether some thread may still read it.
    read: [bool; 3],
    /// The region that was taken last.
    last: usize,
    /// How many were taken.
    taken: u32,
}

impl InUse {
    /// Nobody reads anything: everyone has been at a barrier.
    pub(crate) fn none(&mut self) {
        self.read = [false; 3];
    }

    /// Somebody may read anything: it is not known what was before.
    pub(crate) fn all(&mut self) {
        self.read = [true; 3];
    }

    /// The region that was taken last is read.
    pub(crate) fn read(&mut self) {
        self.read[self.last] = true;
    }

    /// What was known before some code, if that took nothing; the code need not have run.
    pub(crate) fn unless_taken_since(&mut self, before: InUse) {
        if self.taken == before.taken {
            self.read = before.read;
        }
    }

    fn is_read(&self, region: usize) -> bool {
        self.read[region]
    }

    fn region_for(&self, bytes: u64) -> usize {
        if bytes > SMALL { 2 } else { usize::from(self.read[0]) }
    }

    /// Takes a region: where it begins.
    fn take(&mut self, region: usize) -> u64 {
        self.last = region;
        self.taken += 1;
        SMALL * region as u64
    }
}

impl Gen<'_> {
    /// A tile in another layout, in which at least what matters in its own does.
    pub(crate) fn arranged(&mut self, tile: &Tile, element: Element, to: &Layout) -> Tile {
        if !tile.layout.serves(to) {
            return self.exchange(tile, element, to);
        }
        let regs =
            (0..to.registers()).map(|at| tile.regs[tile.layout.register_of(to.index_of(at))]).collect();
        Tile { layout: to.clone(), regs }
    }

    /// The part of a number that a thread's own number gives, where the bit of its number stands at a position: each a
    /// pair (bit of the thread, position). Neighbouring bits at neighbouring positions are taken at once.
    pub(crate) fn thread_part(&mut self, pairs: &[(u8, usize)]) -> Option<Reg> {
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable();
        let mut sum: Option<Reg> = None;
        let mut at = 0;
        while at < pairs.len() {
            let (thread, position) = pairs[at];
            let run = pairs[at..]
                .iter()
                .enumerate()
                .take_while(|(k, (t, p))| usize::from(*t) == usize::from(thread) + k && *p == position + k);
            let count = run.count();
            let part = self.bits_of_thread(usize::from(thread), count, position);
            sum = Some(match sum {
                None => part,
                Some(sum) => self.op(Opcode::Or, Ty::B32, Class::B32, &[sum.into(), part.into()]),
            });
            at += count;
        }
        sum
    }

    fn bits_of_thread(&mut self, low: usize, count: usize, position: usize) -> Reg {
        let mut reg = self.thread;
        if low > 0 {
            reg = self.op(Opcode::Shr, Ty::U32, Class::B32, &[reg.into(), Operand::Int(low as i64)]);
        }
        if low + count < self.threads {
            reg = self.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), Operand::Int((1 << count) - 1)]);
        }
        if position > 0 {
            reg = self.op(Opcode::Shl, Ty::B32, Class::B32, &[reg.into(), Operand::Int(position as i64)]);
        }
        reg
    }

    /// A predicate that is true in one of the threads that hold the same; `None` where no two do.
    pub(crate) fn first_holder(&mut self, layout: &Layout) -> Option<Guard> {
        let mask: i64 = layout.idle(self.threads).iter().map(|thread| 1 << thread).sum();
        if mask == 0 {
            return None;
        }
        let own = self.op(Opcode::And, Ty::B32, Class::B32, &[self.thread.into(), Operand::Int(mask)]);
        let pred = self.compare(Compare::Eq, Ty::U32, own, 0);
        Some(Guard { pred, when: true })
    }

    /// A tile of which only the first holders have what they should, in all threads that hold it.
    pub(crate) fn replicated(&mut self, tile: &Tile, element: Element) -> Tile {
        let idle = tile.layout.idle(self.threads);
        if idle.is_empty() {
            return tile.clone();
        }
        if idle.iter().any(|bit| *bit >= LANE_BITS) {
            return self.exchange(tile, element, &tile.layout);
        }
        let used: i64 = 31 - idle.iter().map(|bit| 1 << bit).sum::<i64>();
        let from = self.op(Opcode::And, Ty::B32, Class::B32, &[self.thread.into(), Operand::Int(used)]);
        let regs = tile.regs.iter().map(|reg| shuffle(self, Shuffle::Idx, *reg, from.into())).collect();
        Tile { layout: tile.layout.clone(), regs }
    }

    /// So many bytes of shared memory that nobody reads any more, until [`InUse::read`] says that they are read.
    pub(crate) fn take_shared(&mut self, bytes: u64) -> Reg {
        let region = self.in_use.region_for(bytes);
        if self.in_use.is_read(region) {
            self.barrier();
        }
        let offset = self.in_use.take(region);
        self.exchange_bytes = self.exchange_bytes.max(offset + bytes.next_multiple_of(16));
        let base = self.reg(Class::B32);
        self.push(Inst::AddressOf { to: base, name: "tile_shared".to_owned() });
        match offset {
            0 => base,
            _ => self.op(Opcode::Add, Ty::U32, Class::B32, &[base.into(), Operand::Int(offset as i64)]),
        }
    }

    fn exchange(&mut self, tile: &Tile, element: Element, to: &Layout) -> Tile {
        if element == Element::Scalar(Scalar::I1) {
            let words = self.bytes_of(tile);
            let moved = self.exchange(&words, Element::Scalar(Scalar::I8), to);
            return self.truths_of(&moved);
        }
        let mut regs = Vec::new();
        self.exchanged(std::slice::from_ref(tile), element, to, &mut |_, _, moved| regs = moved);
        Tile { layout: to.clone(), regs }
    }

    /// Tiles of one layout in another one, which it does not serve: one after the other through the same place, each put to its
    /// use, by its position and its registers, before the next one follows. That use takes no shared memory. No booleans.
    pub(crate) fn exchanged(
        &mut self,
        tiles: &[Tile],
        element: Element,
        to: &Layout,
        then: &mut dyn FnMut(&mut Self, usize, Vec<Reg>),
    ) {
        let Some(first) = tiles.first() else { return };
        let slots = Slots::new(&first.layout, to, bytes(element));
        // Elements have slots of their own, the same in every part: other warps neither write a warp's slots nor read them.
        let inside = self.threads > usize::from(LANE_BITS) && first.layout.keeps_warps(to, self.threads);
        let mut base = self.take_shared(slots.bytes());
        for (at, tile) in tiles.iter().enumerate() {
            let mut regs: Vec<Option<Reg>> = vec![None; to.registers()];
            for part in 0..slots.parts() {
                match (at + part, inside) {
                    (0, _) => {}
                    (_, true) => self.push(Inst::WarpBarrier),
                    (_, false) => base = self.take_shared(slots.bytes()),
                }
                self.write_slots(&slots, tile, element, part, base);
                if inside {
                    self.push(Inst::WarpBarrier);
                } else {
                    self.barrier();
                }
                self.read_slots(&slots, to, &mut regs, (element, part), base);
                self.in_use.read();
            }
            then(self, at, regs.into_iter().flatten().collect());
        }
    }

    /// Booleans as bytes, 0 or 1.
    pub(crate) fn bytes_of(&mut self, tile: &Tile) -> Tile {
        let word =
            |reg: &Reg| self.op(Opcode::Selp, Ty::B32, Class::B32, &[1.into(), 0.into(), (*reg).into()]);
        Tile { layout: tile.layout.clone(), regs: tile.regs.iter().map(word).collect() }
    }

    /// And back.
    pub(crate) fn truths_of(&mut self, tile: &Tile) -> Tile {
        let truth = |reg: &Reg| self.compare(Compare::Ne, Ty::S32, *reg, 0);
        Tile { layout: tile.layout.clone(), regs: tile.regs.iter().map(truth).collect() }
    }

    /// Every thread's registers of one part into their slots, which begin at an address; each element is written by one thread.
    pub(crate) fn write_slots(
        &mut self,
        slots: &Slots,
        tile: &Tile,
        element: Element,
        part: usize,
        base: Reg,
    ) {
        let guard = self.first_holder(&tile.layout);
        let mut places = Places::new(self, slots, &tile.layout, base);
        let run = slots.run_of(&tile.layout);
        for index in starts(&tile.layout, run).filter(|index| slots.part_of(*index) == part) {
            let from: Vec<Reg> =
                neighbours(index, run).map(|at| tile.regs[tile.layout.register_of(at)]).collect();
            let to = places.of(self, slots.address(index));
            memory::store_run(
                self,
                &Run { element, space: Space::Shared, order: Order::Weak, guard },
                &from,
                to,
            );
        }
    }

    /// Every thread's registers of one part from their slots.
    pub(crate) fn read_slots(
        &mut self,
        slots: &Slots,
        layout: &Layout,
        regs: &mut [Option<Reg>],
        (element, part): (Element, usize),
        base: Reg,
    ) {
        let mut places = Places::new(self, slots, layout, base);
        let run = slots.run_of(layout);
        let mut known: HashMap<usize, Vec<Reg>> = HashMap::new();
        for index in starts(layout, run).filter(|index| slots.part_of(*index) == part) {
            let at = slots.address(index);
            let read = known.entry(at).or_insert_with(|| {
                let to: Vec<Reg> = (0..1 << run.len()).map(|_| self.reg(class(element))).collect();
                let from = places.of(self, at);
                let how = Run { element, space: Space::Shared, order: Order::Weak, guard: None };
                memory::load_run(self, &how, &to, from, None);
                to
            });
            for (index, reg) in neighbours(index, run).zip(read) {
                regs[layout.register_of(index)] = Some(*reg);
            }
        }
    }
}

/// The indices of a thread's registers that runs start with.
fn starts(layout: &Layout, run: &[usize]) -> impl Iterator<Item = usize> {
    let inside: usize = run.iter().map(|bit| 1 << bit).sum();
    (0..layout.registers()).map(|at| layout.index_of(at)).filter(move |index| index & inside == 0)
}

/// The indices of a run.
fn neighbours(start: usize, run: &[usize]) -> impl Iterator<Item = usize> {
    (0..1usize << run.len())
        .map(move |k| run.iter().enumerate().fold(start, |index, (at, bit)| index | (k >> at & 1) << bit))
}

/// The addresses of a thread's slots.
struct Places {
    base: Reg,
    /// The part that the thread's number gives, and which bits it may have.
    thread: Option<Reg>,
    bits: usize,
    /// Addresses, by what a register's number changes of those bits.
    known: HashMap<usize, Reg>,
}

impl Places {
    fn new(code: &mut Gen<'_>, slots: &Slots, layout: &Layout, base: Reg) -> Self {
        let changes: Vec<(u8, [Option<usize>; 2])> =
            layout.thread_bits().map(|(thread, bit)| (thread, slots.changes(bit))).collect();
        let mut bits = 0;
        let mut part = |code: &mut Gen<'_>, at: usize| {
            let pairs: Vec<(u8, usize)> =
                changes.iter().filter_map(|(thread, of)| Some((*thread, of[at]?))).collect();
            pairs.iter().for_each(|(_, place)| bits |= 1 << place);
            code.thread_part(&pairs)
        };
        let parts = [part(code, 0), part(code, 1)];
        let thread = parts
            .into_iter()
            .flatten()
            .reduce(|own, bank| code.op(Opcode::Xor, Ty::B32, Class::B32, &[own.into(), bank.into()]));
        Places { base, thread, bits, known: HashMap::new() }
    }

    /// Where the slot is that a register's number leads to.
    fn of(&mut self, code: &mut Gen<'_>, address: usize) -> Address {
        let Some(thread) = self.thread else { return Address::at(self.base, address as i64) };
        let (changed, further) = (address & self.bits, address & !self.bits);
        let reg = *self.known.entry(changed).or_insert_with(|| {
            let moved = match changed {
                0 => thread,
                _ => {
                    code.op(Opcode::Xor, Ty::B32, Class::B32, &[thread.into(), Operand::Int(changed as i64)])
                }
            };
            code.op(Opcode::Add, Ty::U32, Class::B32, &[self.base.into(), moved.into()])
        });
        Address::at(reg, further as i64)
    }
}

/// How an element of a type is moved.
pub(crate) const fn memory_ty(element: Element) -> Ty {
    match bytes(element) {
        1 => match element {
            Element::Scalar(scalar) if scalar.is_integer() => Ty::S8,
            Element::Scalar(_) | Element::Pointer(_) => Ty::U8,
        },
        2 => match element {
            Element::Scalar(scalar) if scalar.is_integer() => Ty::S16,
            Element::Scalar(_) | Element::Pointer(_) => Ty::B16,
        },
        4 => Ty::B32,
        _ => Ty::B64,
    }
}
