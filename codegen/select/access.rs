//! A tile of a view in memory: which thread touches which bytes, under which bounds.

use std::collections::HashMap;

use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Element, TiledView};

use super::coverage::run_of;
use super::memory::{Run, both, load_run, order, store_run};
use crate::r#gen::Gen;
use crate::layout::{Layout, axis_bits};
use crate::multiples;
use crate::ptx::{Address, Class, Compare, Guard, Inst, Mode, Opcode, Operand, Order, Reg, Space, Ty};
use crate::value::{Num, Tensor, bytes};

/// One tile axis of an access.
struct Axis {
    /// The first element along it.
    origin: Num,
    /// Bytes from an element to the next.
    stride: Num,
    /// This thread's part of the index along it, where there is one.
    thread: Option<Reg>,
    /// Elements from the origin to the tensor's end, at most the tile's extent, where the tile may not be inside.
    rest: Option<Reg>,
    /// Bits of the index.
    bits: (usize, usize),
}

/// A tile of a view in memory.
pub(crate) struct Access {
    element: Element,
    layout: Layout,
    axes: Vec<Axis>,
    base: Reg,
    order: Order,
    /// The axis along which runs go, and how many bits of an index a run has.
    run: (usize, usize),
    /// True where runs begin at multiples of their size; `None` where that is known.
    aligned: Option<Reg>,
    /// True where the whole tile is inside; `None` where that was proved.
    full: Option<Reg>,
    /// Addresses for coordinates along axes whose strides are not known.
    addresses: HashMap<Vec<usize>, Reg>,
}

/// Which test of its bounds an element gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tier {
    /// None: it is inside.
    Inside,
    /// Its own.
    Tested,
}

impl Access {
    /// Computes addresses and bounds of a tile at the indices of an operation.
    pub(crate) fn new(
        code: &mut Gen<'_>,
        op: &Operation,
        (tiling, tensor): (&TiledView<'_>, &Tensor),
        indices: &[ValueId],
        layout: Layout,
    ) -> Self {
        let element = tiling.tensor.element;
        let bits = axis_bits(tiling.tile);
        let mut axes = Vec::new();
        for (axis, value) in indices.iter().enumerate() {
            let known = tensor.extents[tiling.dim_map[axis]];
            let inside = op.attributes.inbounds.get(axis).copied().unwrap_or(false);
            let index = code.number(*value);
            let step = tiling.steps[axis];
            let origin = code.op(Opcode::MulLo, Ty::S64, Class::B64, &[index.into(), Operand::Int(step)]);
            let rest = (!inside).then(|| rest(code, known, origin, tiling.tile[axis]));
            let stride = scaled(code, tensor.strides[tiling.dim_map[axis]], bytes(element));
            let pairs: Vec<(u8, usize)> = layout
                .thread_bits()
                .filter(|(_, bit)| (bits[axis].0..bits[axis].0 + bits[axis].1).contains(bit))
                .map(|(thread, bit)| (thread, bit - bits[axis].0))
                .collect();
            let thread = code.thread_part(&pairs);
            axes.push(Axis { origin: Num::Reg(origin), stride, thread, rest, bits: bits[axis] });
        }
        let base = address(code, tensor.base, &axes);
        let run = run_of(code, tiling, tensor, &layout, order(op));
        let aligned = alignment(code, &axes, tiling, tensor, run);
        let full = full(code, &axes, tiling);
        Access {
            element,
            layout,
            axes,
            base,
            order: order(op),
            run,
            aligned,
            full,
            addresses: HashMap::new(),
        }
    }

    /// Loads the tile into registers; outside the tensor they become the padding.
    pub(crate) fn load(mut self, code: &mut Gen<'_>, to: &[Reg], padding: u64) {
        self.addresses(code);
        self.tiers(code, &mut |access, code, tier, run| {
            for regs in access.runs(run) {
                let guard = access.bounds(code, tier, regs[0]);
                let to: Vec<Reg> = regs.iter().map(|at| to[*at]).collect();
                let from = access.place(regs[0]);
                let how = Run { element: access.element, space: Space::Global, order: access.order, guard };
                load_run(code, &how, &to, from, Some(padding));
            }
        });
    }

    /// Stores registers to the tile, each element by one thread.
    pub(crate) fn store(mut self, code: &mut Gen<'_>, from: &[Reg]) {
        self.addresses(code);
        let holder = code.first_holder(&self.layout);
        self.tiers(code, &mut |access, code, tier, run| {
            for regs in access.runs(run) {
                let bounds = access.bounds(code, tier, regs[0]);
                let guard = both(code, holder, bounds);
                let from: Vec<Reg> = regs.iter().map(|at| from[*at]).collect();
                let to = access.place(regs[0]);
                let how = Run { element: access.element, space: Space::Global, order: access.order, guard };
                store_run(code, &how, &from, to);
            }
        });
    }

    /// The same for every way that the tile may lie: whole and aligned, aligned with bounds that are multiples of runs,
    /// any. The tests between them are the same for all threads.
    fn tiers(&self, code: &mut Gen<'_>, make: &mut dyn FnMut(&Self, &mut Gen<'_>, Tier, usize)) {
        let end = code.label();
        let wide = self.run.1;
        if let Some(full) = self.full {
            let partial = code.label();
            code.branch_if(full, false, partial);
            self.by_alignment(code, None, &mut |access, code, run| make(access, code, Tier::Inside, run));
            code.push(Inst::Branch(end));
            code.place(partial);
            let whole_runs = (wide > 0).then(|| self.whole_runs(code)).flatten();
            self.by_alignment(code, whole_runs, &mut |access, code, run| {
                make(access, code, Tier::Tested, run)
            });
        } else {
            self.by_alignment(code, None, &mut |access, code, run| make(access, code, Tier::Inside, run));
        }
        code.place(end);
    }

    /// Runs where they are aligned and another condition holds, single elements elsewhere.
    fn by_alignment(
        &self,
        code: &mut Gen<'_>,
        also: Option<Reg>,
        make: &mut dyn FnMut(&Self, &mut Gen<'_>, usize),
    ) {
        let condition = match (self.aligned, also) {
            (Some(one), Some(other)) => Some(code.and(one, other)),
            (one, other) => one.or(other),
        };
        let (Some(condition), true) = (condition, self.run.1 > 0) else {
            make(self, code, self.run.1);
            return;
        };
        let (single, end) = (code.label(), code.label());
        code.branch_if(condition, false, single);
        make(self, code, self.run.1);
        code.push(Inst::Branch(end));
        code.place(single);
        make(self, code, 0);
        code.place(end);
    }

    /// Whether the tensor's end along the axis of runs is at the end of one; `None` where there is no bound.
    fn whole_runs(&self, code: &mut Gen<'_>) -> Option<Reg> {
        let rest = self.axes[self.run.0].rest?;
        let mask = Operand::Int((1 << self.run.1) - 1);
        let part = code.op(Opcode::And, Ty::B32, Class::B32, &[rest.into(), mask]);
        Some(code.compare(Compare::Eq, Ty::U32, part, 0))
    }

    /// The registers, in runs of neighbours of 2^`bits`.
    fn runs(&self, bits: usize) -> Vec<Vec<usize>> {
        let low = self.axes.get(self.run.0).map_or(0, |axis| axis.bits.0);
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

    /// The same, with zeros along axes whose strides are known.
    fn unknown_part(&self, register: usize) -> Vec<usize> {
        let coordinates = self.coordinates(register);
        coordinates
            .iter()
            .zip(&self.axes)
            .map(|(at, axis)| if is_known(axis.stride) { 0 } else { *at })
            .collect()
    }

    /// Computes the addresses that registers start from, before ways part.
    fn addresses(&mut self, code: &mut Gen<'_>) {
        for register in 0..self.layout.registers() {
            let key = self.unknown_part(register);
            if self.addresses.contains_key(&key) {
                continue;
            }
            let mut address = self.base;
            for (at, axis) in key.iter().zip(&self.axes) {
                if *at > 0 {
                    let at = Operand::Int(*at as i64);
                    address = code.op(
                        Opcode::MadLo,
                        Ty::S64,
                        Class::B64,
                        &[axis.stride.into(), at, address.into()],
                    );
                }
            }
            self.addresses.insert(key, address);
        }
    }

    /// Where a register's element is.
    fn place(&self, register: usize) -> Address {
        let coordinates = self.coordinates(register);
        let known = coordinates.iter().zip(&self.axes).map(|(at, axis)| match axis.stride {
            Num::Known(stride) => (*at as i64).wrapping_mul(stride),
            Num::Reg(_) => 0,
        });
        Address::at(self.addresses[&self.unknown_part(register)], known.fold(0, i64::wrapping_add))
    }

    /// Whether a register's element is inside.
    fn bounds(&self, code: &mut Gen<'_>, tier: Tier, register: usize) -> Option<Guard> {
        if tier == Tier::Inside {
            return None;
        }
        let mut all = None;
        for (at, axis) in self.coordinates(register).into_iter().zip(&self.axes) {
            let Some(rest) = axis.rest else { continue };
            let place = match axis.thread {
                Some(thread) if at > 0 => {
                    code.op(Opcode::Add, Ty::S32, Class::B32, &[thread.into(), Operand::Int(at as i64)])
                }
                Some(thread) => thread,
                None => code.mov(Class::B32, at as i64),
            };
            let pred = code.compare(Compare::Lt, Ty::S32, place, rest);
            all = both(code, all, Some(Guard { pred, when: true }));
        }
        all
    }
}

const fn is_known(num: Num) -> bool {
    matches!(num, Num::Known(_))
}

/// A stride in bytes.
fn scaled(code: &mut Gen<'_>, stride: Num, size: u64) -> Num {
    match stride {
        Num::Known(stride) => Num::Known(stride.wrapping_mul(size as i64)),
        Num::Reg(stride) => {
            Num::Reg(code.op(Opcode::MulLo, Ty::S64, Class::B64, &[stride.into(), Operand::Int(size as i64)]))
        }
    }
}

/// Elements from an origin to the end of the tensor, at most a tile's extent.
fn rest(code: &mut Gen<'_>, extent: Num, origin: Reg, tile: u32) -> Reg {
    let extent = match extent {
        Num::Known(extent) => code.mov(Class::B64, extent),
        Num::Reg(extent) => extent,
    };
    let left = code.op(Opcode::Sub, Ty::S64, Class::B64, &[extent.into(), origin.into()]);
    let left = code.op(Opcode::Min, Ty::S64, Class::B64, &[left.into(), Operand::Int(tile.into())]);
    let left = code.op(Opcode::Max, Ty::S64, Class::B64, &[left.into(), Operand::Int(0)]);
    code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, left)
}

/// The address of the element of register 0.
fn address(code: &mut Gen<'_>, base: Reg, axes: &[Axis]) -> Reg {
    let mut address = base;
    for axis in axes {
        address = code.op(
            Opcode::MadLo,
            Ty::S64,
            Class::B64,
            &[operand(axis.origin), axis.stride.into(), address.into()],
        );
    }
    for axis in axes {
        let Some(thread) = axis.thread else { continue };
        let wide = code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, thread);
        address =
            code.op(Opcode::MadLo, Ty::S64, Class::B64, &[wide.into(), axis.stride.into(), address.into()]);
    }
    address
}

fn operand(num: Num) -> Operand {
    num.into()
}

/// A predicate that runs begin at multiples of their size, where that is not known.
fn alignment(
    code: &mut Gen<'_>,
    axes: &[Axis],
    tiling: &TiledView<'_>,
    tensor: &Tensor,
    (run_axis, run_bits): (usize, usize),
) -> Option<Reg> {
    let size = bytes(tiling.tensor.element);
    let wide = size << run_bits;
    let mut unknown = Vec::new();
    if tensor.aligned < wide {
        unknown.push(tensor.base);
    }
    for (axis, of) in axes.iter().enumerate() {
        let multiple = tensor.multiples[tiling.dim_map[axis]].saturating_mul(size);
        let Num::Reg(stride) = of.stride else {
            // Along the axis of runs only where a tile begins matters, elsewhere every stride.
            let (Num::Known(stride), Num::Reg(origin)) = (of.stride, of.origin) else { continue };
            let step = if axis == run_axis {
                multiples::of_number(tiling.steps[axis]) * size
            } else {
                multiples::of_number(stride)
            };
            if step < wide {
                unknown.push(if axis == run_axis {
                    code.op(Opcode::MulLo, Ty::S64, Class::B64, &[origin.into(), Operand::Int(stride)])
                } else {
                    code.mov(Class::B64, stride)
                });
            }
            continue;
        };
        if multiple < wide {
            unknown.push(stride);
        }
    }
    let all = unknown
        .into_iter()
        .reduce(|all, one| code.op(Opcode::Or, Ty::B64, Class::B64, &[all.into(), one.into()]))?;
    let low = code.op(Opcode::And, Ty::B64, Class::B64, &[all.into(), Operand::Int(wide as i64 - 1)]);
    Some(code.compare(Compare::Eq, Ty::U64, low, 0))
}

/// A predicate that the whole tile is inside, where that was not proved.
fn full(code: &mut Gen<'_>, axes: &[Axis], tiling: &TiledView<'_>) -> Option<Reg> {
    let mut all: Option<Reg> = None;
    for (axis, extent) in axes.iter().zip(tiling.tile) {
        let Some(rest) = axis.rest else { continue };
        let inside = code.compare(Compare::Ge, Ty::S32, rest, i64::from(*extent));
        all = Some(match all {
            None => inside,
            Some(all) => code.and(all, inside),
        });
    }
    all
}
