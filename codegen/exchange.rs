//! From one layout to another: through shared memory, where threads hold what others need.

use spec::syntax::types::Element;

use crate::r#gen::Gen;
use crate::layout::{Layout, Place};
use crate::ptx::{Address, Class, Guard, Inst, Opcode, Operand, Reg, Shuffle, Ty};
use crate::select::reduce::{LANE_BITS, shuffle};
use crate::value::{Tile, bytes};

/// The most bytes of shared memory that one exchange uses; a larger tile goes in parts.
pub(crate) const MOST: u64 = 32 << 10;

/// Sixteen bytes: what one thread moves at once, where it can.
const WIDE: usize = 4;

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
        let pred = self.compare(crate::ptx::Compare::Eq, Ty::U32, own, 0);
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

    /// Waits until nobody reads shared memory any more, and takes so many bytes of it.
    pub(crate) fn take_shared(&mut self, bytes: u64) -> Reg {
        if self.shared_in_use {
            self.barrier();
        }
        self.exchange_bytes = self.exchange_bytes.max(bytes.next_multiple_of(16));
        let base = self.reg(Class::B32);
        self.push(Inst::AddressOf { to: base, name: "tile_shared".to_owned() });
        base
    }

    fn exchange(&mut self, tile: &Tile, element: Element, to: &Layout) -> Tile {
        if element == Element::Scalar(spec::syntax::types::Scalar::I1) {
            let regs = tile.regs.iter().map(|reg| self.select_bits(*reg)).collect();
            let words = Tile { layout: tile.layout.clone(), regs };
            let moved = self.exchange(&words, Element::Scalar(spec::syntax::types::Scalar::I8), to);
            let regs = moved
                .regs
                .iter()
                .map(|reg| self.compare(crate::ptx::Compare::Ne, Ty::S32, *reg, 0))
                .collect();
            return Tile { layout: moved.layout, regs };
        }
        let slots = Slots::new(&tile.layout, to, bytes(element));
        let mut regs: Vec<Option<Reg>> = vec![None; to.registers()];
        for part in 0..slots.parts() {
            let base = self.take_shared(slots.bytes());
            self.copy(
                &slots,
                &tile.layout,
                &tile.regs.iter().map(|reg| Some(*reg)).collect::<Vec<_>>(),
                part,
                base,
                element,
            );
            self.barrier();
            let mut read: Vec<Option<Reg>> =
                (0..to.registers()).map(|_| Some(self.reg(crate::value::class(element)))).collect();
            self.fetch(&slots, to, &mut read, part, base, element);
            self.shared_in_use = true;
            for (at, reg) in read.into_iter().enumerate() {
                if slots.part_of(to.index_of(at)) == part {
                    regs[at] = reg;
                }
            }
        }
        Tile { layout: to.clone(), regs: regs.into_iter().flatten().collect() }
    }

    fn select_bits(&mut self, pred: Reg) -> Reg {
        self.op(Opcode::Selp, Ty::B32, Class::B32, &[Operand::Int(1), Operand::Int(0), pred.into()])
    }

    /// Every thread's registers of one part into their slots.
    fn copy(
        &mut self,
        slots: &Slots,
        layout: &Layout,
        regs: &[Option<Reg>],
        part: usize,
        base: Reg,
        element: Element,
    ) {
        let guard = self.first_holder(layout);
        self.visit(slots, layout, regs, part, base, element, (guard, true));
    }

    /// Every thread's registers of one part from their slots.
    fn fetch(
        &mut self,
        slots: &Slots,
        layout: &Layout,
        regs: &mut [Option<Reg>],
        part: usize,
        base: Reg,
        element: Element,
    ) {
        self.visit(slots, layout, regs, part, base, element, (None, false));
    }

    #[expect(clippy::too_many_arguments, reason = "one walk for both directions")]
    fn visit(
        &mut self,
        slots: &Slots,
        layout: &Layout,
        regs: &[Option<Reg>],
        part: usize,
        base: Reg,
        element: Element,
        (guard, stores): (Option<Guard>, bool),
    ) {
        let pairs: Vec<_> = layout
            .thread_bits()
            .filter_map(|(thread, bit)| slots.position(bit).map(|position| (thread, position)))
            .collect();
        let thread = self.thread_part(&pairs).unwrap_or_else(|| self.mov(Class::B32, 0));
        let thread = self.swizzled(slots, thread);
        let wide = slots.wide(layout);
        for (at, reg) in regs.iter().enumerate() {
            let index = layout.index_of(at);
            let (Some(_), slot) = (reg, slots.slot(index)) else { continue };
            if slots.part_of(index) != part || slot % wide != 0 {
                continue;
            }
            let run: Vec<Reg> = (0..wide).filter_map(|k| regs[at + k]).collect();
            let offset = slots.swizzle(slot) as i64 * slots.size as i64;
            let moved = if offset == 0 {
                thread
            } else {
                self.op(Opcode::Xor, Ty::B32, Class::B32, &[thread.into(), Operand::Int(offset)])
            };
            let address = self.op(Opcode::Add, Ty::U32, Class::B32, &[base.into(), moved.into()]);
            self.shared_access(memory_ty(element), &run, Address::at(address, 0), guard, stores);
        }
    }

    /// The byte of a thread's slot, in which neighbouring rows start in different banks.
    fn swizzled(&mut self, slots: &Slots, thread: Reg) -> Reg {
        let mut slot = thread;
        for shift in slots.shifts() {
            let high =
                self.op(Opcode::Shr, Ty::U32, Class::B32, &[thread.into(), Operand::Int(shift as i64)]);
            let mask = Operand::Int((slots.granules() << slots.granule) as i64);
            let high = self.op(Opcode::And, Ty::B32, Class::B32, &[high.into(), mask]);
            slot = self.op(Opcode::Xor, Ty::B32, Class::B32, &[slot.into(), high.into()]);
        }
        match slots.size {
            1 => slot,
            size => {
                let shift = Operand::Int(i64::from(size.trailing_zeros()));
                self.op(Opcode::Shl, Ty::B32, Class::B32, &[slot.into(), shift])
            }
        }
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

/// Where elements lie in shared memory on their way: only the bits of the index that matter in the source make a slot; slots are
/// numbered in the order of the bits, with the lowest bits that the target keeps in registers lowest.
struct Slots {
    /// Bits of the index, by position in the slot's number.
    order: Vec<usize>,
    /// Bytes of a slot.
    size: u64,
    /// Bits of a slot's number that stay together: sixteen bytes.
    granule: usize,
    /// Bits of a slot's number within one part.
    kept: usize,
}

impl Slots {
    fn new(from: &Layout, to: &Layout, size: u64) -> Self {
        let order: Vec<usize> = (0..from.bits.len()).filter(|bit| from.bits[*bit] != Place::Same).collect();
        // What the target reads at once comes first; then what it spreads over threads, neighbours side by side.
        let rank = |bit: &usize| match to.bits[*bit] {
            Place::Register => (0, 0),
            Place::Thread(thread) => (1, thread),
            Place::Same => (2, 0),
        };
        let granule = (16 / size.max(1)).trailing_zeros() as usize;
        let first: Vec<usize> =
            order.iter().copied().filter(|bit| to.bits[*bit] == Place::Register).take(granule).collect();
        let mut rest: Vec<usize> = order.iter().copied().filter(|bit| !first.contains(bit)).collect();
        rest.sort_by_key(|bit| match rank(bit) {
            (0, _) => (3, 0),
            other => other,
        });
        let order: Vec<usize> = first.into_iter().chain(rest).collect();
        // A part is what registers of both sides are whole in: the highest positions, in registers of the source and the target.
        let total = order.len();
        let mut kept = total;
        while kept > 0 && size << kept > MOST {
            let bit = order[kept - 1];
            if from.bits[bit] != Place::Register || to.bits[bit] != Place::Register {
                break;
            }
            kept -= 1;
        }
        Slots { order, size, granule, kept }
    }

    fn parts(&self) -> usize {
        1 << (self.order.len() - self.kept)
    }

    fn bytes(&self) -> u64 {
        self.size << self.kept
    }

    fn position(&self, bit: usize) -> Option<usize> {
        self.order.iter().position(|known| *known == bit).filter(|position| *position < self.kept)
    }

    fn number(&self, index: usize) -> usize {
        self.order.iter().enumerate().map(|(position, bit)| (index >> bit & 1) << position).sum()
    }

    fn slot(&self, index: usize) -> usize {
        self.number(index) & ((1 << self.kept) - 1)
    }

    fn part_of(&self, index: usize) -> usize {
        self.number(index) >> self.kept
    }

    /// The greatest number that the bits above a granule, which choose its bank, come to: eight granules are all banks.
    const fn granules(&self) -> usize {
        7
    }

    /// By how much a slot's number is shifted to be mixed into its bank.
    fn shifts(&self) -> impl Iterator<Item = usize> {
        let first = self.granule + 3;
        (0..).map(|k| 3 * (k + 1)).take_while(move |shift| first - 3 + shift < self.kept.max(first))
    }

    fn swizzle(&self, slot: usize) -> usize {
        let mask = self.granules() << self.granule;
        self.shifts().fold(slot, |mixed, shift| mixed ^ slot >> shift & mask)
    }

    /// How many neighbouring slots a thread's neighbouring registers are.
    fn wide(&self, layout: &Layout) -> usize {
        let most = match self.size {
            4 => WIDE,
            8 => 2,
            _ => 1,
        };
        let registers: Vec<usize> = layout.register_bits().collect();
        let same =
            registers.iter().zip(&self.order[..self.kept]).take_while(|(own, slot)| own == slot).count();
        most.min(1 << same)
    }
}
