//! Loads of tiles that stay in shared memory (`analysis/kept_tiles.rs` selects them and gives the reasons). Each thread keeps its own elements, in
//! vectors side by side with those of other threads: nobody reads what another thread wrote, so there are no barriers.

use spec::syntax::kernel::Operation;
use spec::syntax::types::Element;

use crate::analysis::kept_tiles::KeptLoad;
use crate::ir::builder::Builder;
use crate::ir::numbers::{bytes_to_index, immediate, index_to_bytes};
use crate::ir::ptx::{Address, Class, Compare, Guard, Inst, Mode, Opcode, Operand, Order, Reg, Space, Ty};
use crate::ir::shared_memory::SharedMemory;
use crate::ir::value::bytes;
use crate::ir::vector_access::{VectorAccess, load_vector, store_vector};
use crate::layout::linear::Layout;

/// Bytes of shared memory for the kept tiles of each thread: shared memory then holds blocks of 768 threads and more in a multiprocessor of
/// Hopper, as registers do.
const BYTES_OF_THREAD: u64 = 256;

/// The most bytes of a block of threads. With the regions in front and most conversions, they stay below the 48 KiB of any block.
const MOST_BYTES: u64 = 32 << 10;

/// The most bytes of a vector.
const VECTOR: u64 = 16;

/// At the beginning of the kernel no tile is kept.
pub(crate) fn begin(code: &mut Builder<'_>) {
    let groups = code.facts().kept_tiles().groups;
    if groups == 0 {
        return;
    }
    let counts = (0..groups).map(|_| code.mov(Class::B64, 0)).collect();
    code.set_kept_counts(counts);
}

/// Bytes for kept tiles, if there are any.
pub(crate) fn reserved(code: &Builder<'_>) -> u64 {
    if code.facts().kept_tiles().groups == 0 { 0 } else { all_bytes(code) }
}

/// Bytes for the kept tiles of all groups.
fn all_bytes(code: &Builder<'_>) -> u64 {
    (BYTES_OF_THREAD << code.log2_threads()).min(MOST_BYTES)
}

/// The space of a group of loads, seen from one load.
pub(crate) struct KeptSpace {
    element: Element,
    /// The load's index.
    index: Reg,
    /// How many tiles of the group are kept, and how many fit.
    count: Reg,
    most: u64,
    /// This thread's first vector of the tile.
    own: Reg,
}

impl KeptSpace {
    /// The space for the tiles of a load in a layout; `None` if the load's tiles are not kept.
    pub(crate) fn of(code: &mut Builder<'_>, op: &Operation, layout: &Layout) -> Option<KeptSpace> {
        let KeptLoad { group, index } = code.facts().kept_tiles().get(op.results[0])?;
        let element = code.kernel().tile(op.results[0]).element;
        let count = code.kept_count(group)?;
        let groups = index_to_bytes(code.facts().kept_tiles().groups);
        let space = all_bytes(code) / groups / VECTOR * VECTOR;
        let threads = 1 << code.log2_threads();
        let tile = index_to_bytes(layout.registers()) * bytes(element) * threads;
        // The tiles of a group have one layout: each thread reads the registers that it wrote.
        if tile > space || !tile.is_multiple_of(VECTOR) || !code.is_kept_as(group, layout) {
            return None;
        }
        let index = code.natural(index);
        let vector = VECTOR.min(index_to_bytes(layout.registers()) * bytes(element));
        let base = code.shared_address(SharedMemory::FRONT + index_to_bytes(group) * space);
        let [vector, tile] = [vector, tile].map(|size| Operand::Int(size.cast_signed()));
        let thread = code.thread();
        let first = code.op(Opcode::MadLo, Ty::U32, Class::B32, &[thread.into(), vector, base.into()]);
        let low = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, index);
        let own = code.op(Opcode::MadLo, Ty::U32, Class::B32, &[low.into(), tile, first.into()]);
        let most = space / index_to_bytes(layout.registers()) / bytes(element) / threads;
        Some(KeptSpace { element, index, count, most, own })
    }

    /// Reads a kept tile into registers. Code for tiles that are not kept comes from a function.
    pub(crate) fn load_or(
        &self,
        code: &mut Builder<'_>,
        to: &[Reg],
        load: impl FnOnce(&mut Builder<'_>, &[Reg]),
    ) {
        let (other, end) = (code.label(), code.label());
        let is_kept = code.compare(Compare::Lt, Ty::U64, self.index, self.count);
        code.branch_if(is_kept, false, other);
        for (regs, at) in self.vectors(code, to) {
            load_vector(code, &self.access(None), &regs, Address::at(self.own, at), None);
        }
        code.push(Inst::Branch(end));
        code.place_label(other);
        load(code, to);
        self.keep(code, to);
        code.place_label(end);
    }

    /// Keeps a tile, if it is the next one and fits.
    fn keep(&self, code: &mut Builder<'_>, from: &[Reg]) {
        let is_next = code.compare(Compare::Eq, Ty::U64, self.index, self.count);
        let fits = code.compare(Compare::Lt, Ty::U64, self.count, self.most.cast_signed());
        let pred = code.and(is_next, fits);
        let guard = Some(Guard { pred, when: true });
        for (regs, at) in self.vectors(code, from) {
            store_vector(code, &self.access(guard), &regs, Address::at(self.own, at));
        }
        let more = code.op(Opcode::Add, Ty::S64, Class::B64, &[self.count.into(), Operand::Int(1)]);
        let next = code.choose(pred, more, self.count);
        code.assign(self.count, next);
    }

    /// Registers by vector, with the vector's offset behind the thread's first.
    fn vectors(&self, code: &Builder<'_>, regs: &[Reg]) -> Vec<(Vec<Reg>, i64)> {
        let run = bytes_to_index(VECTOR / bytes(self.element)).max(1);
        let apart = VECTOR << code.log2_threads();
        let all = regs.chunks(run).enumerate();
        all.map(|(at, regs)| (regs.to_vec(), immediate(at) * apart.cast_signed())).collect()
    }

    fn access(&self, guard: Option<Guard>) -> VectorAccess {
        VectorAccess { element: self.element, space: Space::Shared, order: Order::Weak, guard }
    }
}
