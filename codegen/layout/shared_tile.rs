//! A tile's registers to swizzled shared memory, and back.

use std::collections::HashMap;

use spec::syntax::types::Element;

use crate::ir::builder::Builder;
use crate::ir::numbers::immediate;
use crate::ir::ptx::{Address, Class, Guard, Opcode, Operand, Order, Reg, Space, Ty};
use crate::ir::thread_bits::{is_first_holder, thread_bits_at};
use crate::ir::value::{Tile, class};
use crate::ir::vector_access::{VectorAccess, load_vector, store_vector};
use crate::layout::linear::Layout;
use crate::layout::swizzle::Swizzle;

/// Stores every thread's registers of one part to shared memory from an address on; each element is written by one thread.
pub(crate) fn write_shared(
    code: &mut Builder<'_>,
    swizzle: &Swizzle,
    tile: &Tile,
    element: Element,
    part: usize,
    base: Reg,
) {
    // Several threads hold a copy; only the first one writes.
    let guard = is_first_holder(code, &tile.layout);
    write_shared_where(code, swizzle, tile, element, part, base, guard);
}

/// Writes to shared memory in the threads that a guard selects, each from its own address on.
pub(crate) fn write_shared_where(
    code: &mut Builder<'_>,
    swizzle: &Swizzle,
    tile: &Tile,
    element: Element,
    part: usize,
    base: Reg,
    guard: Option<Guard>,
) {
    let mut places = SwizzledAddresses::new(code, swizzle, &tile.layout, base);
    let run = swizzle.vector_bits(&tile.layout);
    for index in vector_starts(&tile.layout, run).filter(|index| swizzle.part_of(*index) == part) {
        let from: Vec<Reg> =
            vector_indices(index, run).map(|at| tile.regs[tile.layout.register_of(at)]).collect();
        let to = places.of(code, swizzle.address(index));
        store_vector(
            code,
            &VectorAccess { element, space: Space::Shared, order: Order::Weak, guard },
            &from,
            to,
        );
    }
}

/// Loads every thread's registers of one part.
pub(crate) fn read_shared(
    code: &mut Builder<'_>,
    swizzle: &Swizzle,
    layout: &Layout,
    regs: &mut [Option<Reg>],
    element: Element,
    part: usize,
    base: Reg,
) {
    let mut places = SwizzledAddresses::new(code, swizzle, layout, base);
    let run = swizzle.vector_bits(layout);
    let mut known: HashMap<usize, Vec<Reg>> = HashMap::new();
    for index in vector_starts(layout, run).filter(|index| swizzle.part_of(*index) == part) {
        let at = swizzle.address(index);
        // Equal elements have one address, and are read once.
        let read = known.entry(at).or_insert_with(|| {
            let to: Vec<Reg> = (0..1 << run.len()).map(|_| code.reg(class(element))).collect();
            let from = places.of(code, at);
            let how = VectorAccess { element, space: Space::Shared, order: Order::Weak, guard: None };
            load_vector(code, &how, &to, from, None);
            to
        });
        for (index, reg) in vector_indices(index, run).zip(read) {
            regs[layout.register_of(index)] = Some(*reg);
        }
    }
}

/// The indices of a thread's registers that runs start with.
fn vector_starts(layout: &Layout, run: &[usize]) -> impl Iterator<Item = usize> {
    let inside: usize = run.iter().map(|bit| 1 << bit).sum();
    (0..layout.registers()).map(|at| layout.index_of(at)).filter(move |index| index & inside == 0)
}

/// The indices of a run.
fn vector_indices(start: usize, run: &[usize]) -> impl Iterator<Item = usize> {
    (0..1usize << run.len())
        .map(move |k| run.iter().enumerate().fold(start, |index, (at, bit)| index | (k >> at & 1) << bit))
}

/// The addresses of a thread's elements.
struct SwizzledAddresses {
    base: Reg,
    /// The part of the address that the thread's number gives, and the mask of its bits.
    thread: Option<Reg>,
    bits: usize,
    /// Known addresses, by the bits that a register's number flips.
    known: HashMap<usize, Reg>,
}

impl SwizzledAddresses {
    fn new(code: &mut Builder<'_>, swizzle: &Swizzle, layout: &Layout, base: Reg) -> Self {
        let changes: Vec<(usize, [Option<usize>; 2])> =
            layout.thread_bits().map(|(thread, bit)| (thread, swizzle.address_bits(bit))).collect();
        let mut bits = 0;
        let mut part = |code: &mut Builder<'_>, at: usize| {
            let pairs: Vec<(usize, usize)> =
                changes.iter().filter_map(|(thread, of)| Some((*thread, of[at]?))).collect();
            pairs.iter().for_each(|(_, place)| bits |= 1 << place);
            thread_bits_at(code, &pairs)
        };
        // Own bits and bank bits apart: each is a few shifts of the thread's number.
        let parts = [part(code, 0), part(code, 1)];
        let thread = parts
            .into_iter()
            .flatten()
            .reduce(|own, bank| code.op(Opcode::Xor, Ty::B32, Class::B32, &[own.into(), bank.into()]));
        SwizzledAddresses { base, thread, bits, known: HashMap::new() }
    }

    /// The address of the slot of a register.
    fn of(&mut self, code: &mut Builder<'_>, address: usize) -> Address {
        let Some(thread) = self.thread else { return Address::at(self.base, immediate(address)) };
        // Bits that the thread's number may have too are mixed in by exclusive or; all others are an offset of the
        // instruction.
        let (changed, further) = (address & self.bits, address & !self.bits);
        let reg = *self.known.entry(changed).or_insert_with(|| {
            let moved = match changed {
                0 => thread,
                _ => code.op(
                    Opcode::Xor,
                    Ty::B32,
                    Class::B32,
                    &[thread.into(), Operand::Int(immediate(changed))],
                ),
            };
            code.op(Opcode::Add, Ty::U32, Class::B32, &[self.base.into(), moved.into()])
        });
        Address::at(reg, immediate(further))
    }
}
