//! Accesses to a tile of a view: the bytes of each thread, and the bounds. The code is versioned: without bounds tests for a tile
//! inside, in vectors for an aligned tile, and element by element otherwise.

pub(crate) mod slot;

use std::collections::HashMap;

use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Element, TiledView};

use crate::analysis::divisibility::power_of_two_dividing;
use crate::ir::builder::Builder;
use crate::ir::numbers::{immediate, index_to_bytes};
use crate::ir::ptx::{Address, Class, Compare, Guard, Inst, Opcode, Operand, Order, Reg, Ty};
use crate::ir::thread_bits::{is_first_holder, thread_bits_at};
use crate::ir::value::{Num, Tensor, bytes};
use crate::ir::vector_access::{
    VectorAccess, load_vector, load_words, pack_words, store_vector, travels_as_words, unpack_words,
    words_for,
};
use crate::layout::linear::{Layout, axis_bits};
use crate::lower::memory::atomic::{AtomicUpdate, updates_neighbors};
use crate::lower::memory::coalescing::{VectorRun, vector_run};
use crate::lower::memory::ordering::{access_order, and_guards, is_strong};
use crate::lower::memory::sparse_rows::SparseRows;
use crate::lower::memory::view_axis::{
    ViewAxis, elements_left, elements_left_of_tile, halve, runs_are_aligned, scale_stride, tile_address,
    tile_is_inside,
};

/// A tile of a view in memory.
pub(crate) struct ViewAccess {
    element: Element,
    layout: Layout,
    axes: Vec<ViewAxis>,
    base: Reg,
    order: Order,
    /// The axis along which runs go, and how many bits of an index a run has.
    run: VectorRun,
    /// Whether runs are aligned to their size; `None` if known.
    aligned: Option<Reg>,
    /// True if the whole tile is inside; `None` if proved.
    full: Option<Reg>,
    /// Addresses for coordinates along axes whose strides are not known.
    addresses: HashMap<Vec<usize>, Reg>,
}

/// The kind of bounds test of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BoundsTest {
    /// No guard: the element is inside.
    Inside,
    /// The guard of the element.
    Tested,
}

/// An axis of a view, before its addresses are computed.
struct AxisOfView<'v> {
    tiling: &'v TiledView<'v>,
    tensor: &'v Tensor,
    /// The axis.
    axis: usize,
    /// Its bits in a tile's index: the lowest, and how many.
    bits: (usize, usize),
    /// Whether tiles are proved to be inside.
    inside: bool,
}

impl AxisOfView<'_> {
    /// The tensor's extent along the axis.
    fn extent(&self) -> Num {
        self.tensor.extents[self.tiling.dim_map[self.axis]]
    }

    /// The stride in elements, and the bytes of one.
    fn apart(&self) -> (Num, u64) {
        (self.tensor.strides[self.tiling.dim_map[self.axis]], bytes(self.tiling.tensor.element))
    }

    /// An axis whose elements a tile of indices names.
    fn sparse(&self, code: &mut Builder<'_>, indices: ValueId, layout: &Layout) -> ViewAxis {
        let along = &layout.bits[self.bits.0..self.bits.0 + self.bits.1];
        let rows = SparseRows::new(code, indices, along, (!self.inside).then_some(self.extent()));
        let apart = self.apart();
        let stride = scale_stride(code, apart.0, apart.1);
        let (origin, rows) = (Num::Known(0), Some(rows));
        ViewAxis { origin, stride, apart, thread: None, rest: None, rest_multiple: 1, rows, bits: self.bits }
    }

    /// An axis along which a tile begins at an index, which may count halves of steps.
    fn dense(&self, code: &mut Builder<'_>, index: ValueId, layout: &Layout, halves: bool) -> ViewAxis {
        let natural = code.natural(index);
        let index = if halves { halve(code, Num::Reg(natural)) } else { Num::Reg(natural) };
        let step = self.tiling.steps[self.axis];
        let origin = code.op(Opcode::MulLo, Ty::S64, Class::B64, &[index.into(), Operand::Int(step)]);
        let extent = self.tiling.tile[self.axis];
        let is_partition = step == i64::from(extent) && !halves;
        let rest = (!self.inside).then(|| {
            let left = is_partition.then(|| elements_left_of_tile(code, self.extent(), natural, extent));
            left.flatten().unwrap_or_else(|| elements_left(code, self.extent(), origin, extent))
        });
        let begins = if halves { 1 } else { power_of_two_dividing(step) };
        let ends = self.tensor.ends[self.tiling.dim_map[self.axis]];
        let rest_multiple = begins.min(ends).min(power_of_two_dividing(extent.into()));
        let apart = self.apart();
        let stride = scale_stride(code, apart.0, apart.1);
        let (low, count) = self.bits;
        let pairs: Vec<(usize, usize)> = layout
            .thread_bits()
            .filter(|(_, bit)| (low..low + count).contains(bit))
            .map(|(thread, bit)| (thread, bit - low))
            .collect();
        let thread = thread_bits_at(code, &pairs);
        let (origin, rows) = (Num::Reg(origin), None);
        ViewAxis { origin, stride, apart, thread, rest, rest_multiple, rows, bits: self.bits }
    }
}

impl ViewAccess {
    /// Computes addresses and bounds of a tile at the indices of an operation.
    pub(crate) fn new(
        code: &mut Builder<'_>,
        op: &Operation,
        tiling: &TiledView<'_>,
        tensor: &Tensor,
        indices: &[ValueId],
        layout: Layout,
    ) -> Self {
        let element = tiling.tensor.element;
        let bits = axis_bits(tiling.tile);
        let mut axes = Vec::new();
        // An index of tiles of elements of which two share a byte, where tiles begin an odd number of elements apart.
        let packed = op.attributes.packed.as_ref().filter(|packed| packed.odd);
        let halves = packed.and_then(|packed| packed.along(tiling));
        for (axis, value) in indices.iter().enumerate() {
            let inside = op.attributes.inbounds.get(axis).copied().unwrap_or(false);
            let place = AxisOfView { tiling, tensor, axis, bits: bits[axis], inside };
            axes.push(if tiling.sparse == Some(axis) {
                place.sparse(code, *value, &layout)
            } else {
                place.dense(code, *value, &layout, halves == Some(axis))
            });
        }
        let base = tile_address(code, tensor.base, &axes);
        let updates = element.scalar().is_some_and(|scalar| updates_neighbors(code, op, scalar));
        let order = if updates { Order::Weak } else { access_order(code, op) };
        let run = vector_run(code, tiling, tensor, &layout, order);
        let aligned = runs_are_aligned(code, &axes, tiling, tensor, run);
        let full = tile_is_inside(code, &axes, tiling);
        ViewAccess {
            element,
            layout,
            axes,
            base,
            order: access_order(code, op),
            run,
            aligned,
            full,
            addresses: HashMap::new(),
        }
    }

    /// Loads the tile into registers, with padding outside the tensor. For a strong access, one thread per element loads and shares the
    /// value.
    pub(crate) fn load(mut self, code: &mut Builder<'_>, to: &[Reg], padding: u64) {
        self.compute_addresses(code, |_| true);
        let holder = if is_strong(self.order) { is_first_holder(code, &self.layout) } else { None };
        let runs = self.register_runs(self.run.bits);
        let registers = |regs: &[usize]| regs.iter().map(|at| to[*at]).collect::<Vec<Reg>>();
        // All cases load the same words, and elements leave the words behind the last case. Otherwise each case would wait for its
        // loads before other tiles are loaded.
        let all_words: Vec<Vec<Reg>> = runs
            .iter()
            .filter(|regs| travels_as_words(self.element, regs.len()))
            .map(|regs| words_for(code, self.element, regs.len()))
            .collect();
        self.for_every_case(code, &mut |access, code, test, run| {
            let is_whole = run == access.run.bits;
            for (at, regs) in access.register_runs(run).into_iter().enumerate() {
                let bounds = access.bounds_guard(code, test, regs[0]);
                let guard = and_guards(code, holder, bounds);
                let from = access.address_of(regs[0]);
                let (element, space, order) = (access.element, code.pointer_space(), access.order);
                let how = VectorAccess { element, space, order, guard };
                match all_words.get(at).filter(|_| is_whole) {
                    Some(words) => load_words(code, &how, (words, regs.len()), from, Some(padding)),
                    None => load_vector(code, &how, &registers(&regs), from, Some(padding)),
                }
            }
            for (words, regs) in all_words.iter().zip(&runs).filter(|_| !is_whole) {
                let packed = pack_words(code, access.element, &registers(regs));
                words.iter().zip(packed).for_each(|(word, from)| code.assign(*word, from));
            }
        });
        for (words, regs) in all_words.iter().zip(&runs) {
            unpack_words(code, self.element, words, &registers(regs));
        }
    }

    /// Stores registers to the tile, each element by one thread.
    pub(crate) fn store(mut self, code: &mut Builder<'_>, from: &[Reg]) {
        let all: Vec<Option<Reg>> = from.iter().map(|reg| Some(*reg)).collect();
        self.store_some(code, &all);
    }

    /// Stores the present registers of a run: all or none.
    pub(crate) fn store_some(&mut self, code: &mut Builder<'_>, from: &[Option<Reg>]) {
        self.compute_addresses(code, |register| from[register].is_some());
        let holder = is_first_holder(code, &self.layout);
        self.for_every_case(code, &mut |access, code, test, run| {
            for regs in access.register_runs(run) {
                let from: Vec<Reg> = regs.iter().filter_map(|at| from[*at]).collect();
                if from.is_empty() {
                    continue;
                }
                let bounds = access.bounds_guard(code, test, regs[0]);
                let guard = and_guards(code, holder, bounds);
                let to = access.address_of(regs[0]);
                let how = VectorAccess {
                    element: access.element,
                    space: code.pointer_space(),
                    order: access.order,
                    guard,
                };
                store_vector(code, &how, &from, to);
            }
        });
    }

    /// Updates every element inside the bounds, by one thread each; neighbors together where the machine can.
    pub(crate) fn update(mut self, code: &mut Builder<'_>, from: &[Reg], how: AtomicUpdate) {
        self.compute_addresses(code, |_| true);
        let holder = is_first_holder(code, &self.layout);
        self.for_every_case(code, &mut |access, code, test, run| {
            for regs in access.register_runs(run) {
                let bounds = access.bounds_guard(code, test, regs[0]);
                let guard = and_guards(code, holder, bounds);
                let values: Vec<Reg> = regs.iter().map(|at| from[*at]).collect();
                how.make_all(code, guard, access.address_of(regs[0]), &values);
            }
        });
    }

    /// The same for every way that the tile may lie: whole and aligned, aligned with bounds that are multiples of runs,
    /// any. The tests between cases are equal in all threads, except for the rows of a thread.
    fn for_every_case(
        &self,
        code: &mut Builder<'_>,
        make: &mut dyn FnMut(&Self, &mut Builder<'_>, BoundsTest, usize),
    ) {
        let end = code.label();
        let wide = self.run.bits;
        if let Some(full) = self.full {
            // Code for whole tiles, then for partial ones: the test is the same for all threads.
            let partial = code.label();
            code.branch_if(full, false, partial);
            self.vectors_or_elements(code, None, &mut |access, code, run| {
                make(access, code, BoundsTest::Inside, run)
            });
            code.push(Inst::Branch(end));
            code.place_label(partial);
            let whole_runs = (wide > 0).then(|| self.whole_runs(code)).flatten();
            self.vectors_or_elements(code, whole_runs, &mut |access, code, run| {
                make(access, code, BoundsTest::Tested, run)
            });
        } else {
            self.vectors_or_elements(code, None, &mut |access, code, run| {
                make(access, code, BoundsTest::Inside, run)
            });
        }
        code.place_label(end);
    }

    /// Accesses runs if they are aligned and another condition holds, and single elements otherwise.
    fn vectors_or_elements(
        &self,
        code: &mut Builder<'_>,
        also: Option<Reg>,
        make: &mut dyn FnMut(&Self, &mut Builder<'_>, usize),
    ) {
        let condition = match (self.aligned, also) {
            (Some(one), Some(other)) => Some(code.and(one, other)),
            (one, other) => one.or(other),
        };
        let (Some(condition), true) = (condition, self.run.bits > 0) else {
            make(self, code, self.run.bits);
            return;
        };
        // Vectors where the address allows, single elements elsewhere.
        let (single, end) = (code.label(), code.label());
        code.branch_if(condition, false, single);
        make(self, code, self.run.bits);
        code.push(Inst::Branch(end));
        code.place_label(single);
        make(self, code, 0);
        code.place_label(end);
    }

    /// Whether the tensor's end along the axis of runs is at the end of one; `None` where there is no bound, or where it is known to be.
    fn whole_runs(&self, code: &mut Builder<'_>) -> Option<Reg> {
        let axis = &self.axes[self.run.axis];
        let rest = axis.rest.filter(|_| axis.rest_multiple < 1 << self.run.bits)?;
        let mask = Operand::Int((1 << self.run.bits) - 1);
        let part = code.op(Opcode::And, Ty::B32, Class::B32, &[rest.into(), mask]);
        Some(code.compare(Compare::Eq, Ty::U32, part, 0))
    }

    /// The registers, in runs of neighbours of 2^`bits`.
    fn register_runs(&self, bits: usize) -> Vec<Vec<usize>> {
        let low = self.axes.get(self.run.axis).map_or(0, |axis| axis.bits.0);
        let starts = (0..self.layout.registers()).map(|at| self.layout.index_of(at));
        let starts = starts.filter(|index| index >> low & ((1 << bits) - 1) == 0);
        starts
            .map(|index| (0..1 << bits).map(|k| self.layout.register_of(index | k << low)).collect())
            .collect()
    }

    /// The coordinates that a register's number gives.
    fn coordinates(&self, register: usize) -> Vec<usize> {
        let index = self.layout.index_of(register);
        self.axes.iter().map(|axis| index >> axis.bits.0 & ((1 << axis.bits.1) - 1)).collect()
    }

    /// The coordinates, with zeros along axes of known strides.
    fn dynamic_coordinates(&self, register: usize) -> Vec<usize> {
        let coordinates = self.coordinates(register);
        coordinates
            .iter()
            .zip(&self.axes)
            .map(|(at, axis)| if is_known(axis.stride) && axis.rows.is_none() { 0 } else { *at })
            .collect()
    }

    /// Computes the addresses that some registers start from, before ways part.
    fn compute_addresses(&mut self, code: &mut Builder<'_>, some: impl Fn(usize) -> bool) {
        for register in (0..self.layout.registers()).filter(|register| some(*register)) {
            let key = self.dynamic_coordinates(register);
            // Registers that differ along axes of known stride alone share a base address.
            if self.addresses.contains_key(&key) {
                continue;
            }
            let mut address = self.base;
            for (at, axis) in key.iter().zip(&self.axes) {
                let (opcode, from) = match &axis.rows {
                    Some(rows) => {
                        (Opcode::MadLo, vec![axis.stride.into(), rows.at(*at).into(), address.into()])
                    }
                    None if *at > 0 => {
                        let by = scale_stride(code, axis.apart.0, axis.apart.1 * index_to_bytes(*at));
                        (Opcode::Add, vec![address.into(), by.into()])
                    }
                    None => continue,
                };
                address = code.op(opcode, Ty::S64, Class::B64, &from);
            }
            self.addresses.insert(key, address);
        }
    }

    /// The address of a register's element.
    fn address_of(&self, register: usize) -> Address {
        let coordinates = self.coordinates(register);
        let known = coordinates.iter().zip(&self.axes).map(|(at, axis)| match (axis.stride, &axis.rows) {
            (Num::Known(stride), None) => immediate(*at).wrapping_mul(stride),
            (Num::Known(_) | Num::Reg(_), _) => 0,
        });
        Address::at(self.addresses[&self.dynamic_coordinates(register)], known.fold(0, i64::wrapping_add))
    }

    /// Whether a register's element is inside.
    fn bounds_guard(&self, code: &mut Builder<'_>, test: BoundsTest, register: usize) -> Option<Guard> {
        if test == BoundsTest::Inside {
            return None;
        }
        let mut all = None;
        for (at, axis) in self.coordinates(register).into_iter().zip(&self.axes) {
            if let Some(pred) = axis.rows.as_ref().and_then(|rows| rows.inside(at)) {
                all = and_guards(code, all, Some(Guard { pred, when: true }));
            }
            let Some(rest) = axis.rest else { continue };
            let place = match axis.thread {
                Some(thread) if at > 0 => {
                    code.op(Opcode::Add, Ty::S32, Class::B32, &[thread.into(), Operand::Int(immediate(at))])
                }
                Some(thread) => thread,
                None => code.mov(Class::B32, immediate(at)),
            };
            let pred = code.compare(Compare::Lt, Ty::S32, place, rest);
            all = and_guards(code, all, Some(Guard { pred, when: true }));
        }
        all
    }
}

const fn is_known(num: Num) -> bool {
    matches!(num, Num::Known(_))
}
