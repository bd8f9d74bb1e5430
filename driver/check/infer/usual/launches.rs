//! Launches that a person would make: arrays of several sizes, whole and partial tiles, as many blocks as the array that is stored
//! has tiles. They carry no promise; a run finds their violations.

mod blocks;
mod floats;

pub(in crate::check) use self::floats::{usual_float, with_usual_floats};

use std::collections::BTreeMap;

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::count::{handle_from_usize, saturating_u32};
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::op::Op;
use verify::Clause;

use super::accesses::{Access, Definitions, Index, Size};
use super::clauses::{bounded_by_whole_tiles, grid_steps, parts};
use super::pointers::has_open_place;
use crate::scalar;

/// What counts tiles along an axis of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Counter {
    /// The block's number along an axis of the grid.
    Block(usize),
    /// Any other number.
    Value(ValueId),
    /// A single tile.
    One,
    /// An unknown number: the length of a buffer by the author's word alone.
    Length(usize),
}

/// The length of an axis: the counter of its tiles, their length, and the number per block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) struct Counted {
    pub(super) counter: Counter,
    /// The elements of a tile.
    pub(in crate::check) tile: u32,
    every: u32,
}

/// A typical launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::check) struct UsualLaunch {
    /// The bits of the arguments.
    pub(in crate::check) bits: Vec<u64>,
    /// The extents of the grid.
    pub(in crate::check) grid: [u32; 3],
}

/// How a kernel is usually launched.
pub(in crate::check) struct Usual<'a> {
    kernel: &'a Kernel,
    pub(super) bound: &'a Bound<'a>,
    definitions: Definitions<'a>,
    accesses: Vec<Access>,
    /// The arguments for the lengths of arrays.
    pub(in crate::check) extents: BTreeMap<usize, Counted>,
    /// The least number of tiles per counter, if the kernel names a tile by a constant: it is compiled for arrays of such a length.
    pub(super) least: BTreeMap<usize, u32>,
    /// The sizes of buffers that no view says, where somebody has said how long the arrays are.
    pub(in crate::check) sizes: Vec<Clause>,
    /// Further launches, with sizes by the tiles of stored arrays.
    by_stores: Vec<UsualLaunch>,
}

/// How many tiles a counter counts, by its number.
type Count = fn(u32) -> u32;

/// How many tiles there are by each counter, and how much of the last is missing: from one launch to the next.
const SHAPES: [(Count, Short); 6] = [
    (|_| 2, Short::Almost),
    (|at| 2 + at % 3, Short::Almost),
    (|at| 4 - at % 3, Short::Almost),
    (|at| 2 + at % 3, Short::Sixteen),
    (|at| 4 - at % 3, Short::Not),
    (|_| 1, Short::Not),
];

/// The missing part of the last tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Short {
    /// All but one element.
    Almost,
    /// All but sixteen elements, which keeps the assumptions of compilers about extents.
    Sixteen,
    /// Nothing.
    Not,
}

impl<'a> Usual<'a> {
    /// The usual launches of a kernel, with the inferred clauses; `None` if the uses of arguments do not determine usual sizes.
    pub(in crate::check) fn of(kernel: &'a Kernel, bound: &'a Bound<'a>, found: &[Clause]) -> Option<Self> {
        let usual = Self::by(kernel, bound, found, false)?;
        // The tiles of stored arrays are the work that a grid is made for. A loaded array with its axes in the wrong order then breaks a
        // rule, and does not make two sizes equal.
        let apart = Self::by(kernel, bound, found, true).filter(|other| other.extents != usual.extents);
        let by_stores = apart.map(|other| other.launches()).unwrap_or_default();
        Some(Usual { by_stores, ..usual })
    }

    fn by(kernel: &'a Kernel, bound: &'a Bound<'a>, found: &[Clause], stored_first: bool) -> Option<Self> {
        let definitions = Definitions::new(kernel);
        let accesses = definitions.accesses();
        let (extents, least, sizes) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        let by_stores = Vec::new();
        let mut usual = Usual { kernel, bound, definitions, accesses, extents, least, sizes, by_stores };
        usual.read_views(stored_first);
        usual.read_masks();
        usual.read_grid();
        usual.read_found(found);
        usual.read_constants(found);
        usual.read_lengths();
        usual.read_sizes(found);
        usual.is_understood(found).then_some(usual)
    }

    /// The extents of the axes of views, by the accesses in their order, or by the stored arrays first.
    fn read_views(&mut self, stored_first: bool) {
        let (first, last): (Vec<_>, Vec<_>) =
            self.accesses.iter().partition(|access| access.stores || !stored_first);
        for axis in first.into_iter().chain(last).flat_map(|access| &access.axes) {
            let Size::Argument(position) = axis.extent else { continue };
            let counter = match (self.definitions.grid_axis(axis.index), axis.index) {
                (Some(along), _) => Counter::Block(along),
                (None, Index::Value(value)) => Counter::Value(value),
                (None, Index::Constant(at)) => {
                    let least = self.least.entry(position).or_default();
                    *least = (*least).max(at.saturating_add(1));
                    Counter::One
                }
                (None, Index::Block(_)) => Counter::One,
            };
            let every = self.definitions.tiles_of_a_block(axis.index);
            let counted = Counted { counter, tile: axis.tile, every };
            let known = self.extents.entry(position).or_insert(counted);
            if known.counter == Counter::One {
                *known = counted;
            }
        }
    }

    /// Arguments compared with the places of elements: of all blocks' elements, or of one tile shared by every block.
    fn read_masks(&mut self) {
        for op in self.kernel.operations().filter(|op| op.op == Op::Cmpi) {
            let [lhs, rhs] = op.operands[..] else { continue };
            for (place, limit) in [(lhs, rhs), (rhs, lhs)] {
                let Some(position) = self.definitions.spread_argument(limit) else { continue };
                let counted = match self.definitions.step_of_blocks(place) {
                    Some((along, tile)) => Counted { counter: Counter::Block(along), tile, every: 1 },
                    None => match self.definitions.lanes(place) {
                        Some(tile) => Counted { counter: Counter::One, tile, every: 1 },
                        None => continue,
                    },
                };
                self.extents.entry(position).or_insert(counted);
            }
        }
    }

    /// Arguments of which the author's grid is made: `cdiv(n, 128)` blocks have 128 elements each.
    fn read_grid(&mut self) {
        for (along, extent) in self.bound.contract.grid.iter().flatten().enumerate() {
            let mut found = Vec::new();
            parts(extent, 1, &mut found);
            for (name, tile) in found {
                if let Some(position) = self.bound.position(name) {
                    let counted = Counted { counter: Counter::Block(along), tile, every: 1 };
                    self.extents.entry(position).or_insert(counted);
                }
            }
        }
    }

    /// Arguments that bound the grid by the found clauses, as in `grid.x <= n / 128`.
    fn read_found(&mut self, found: &[Clause]) {
        for clause in found {
            let Some((along, length, tile)) = bounded_by_whole_tiles(clause) else { continue };
            if let Some(position) = self.bound.position(length) {
                let counted = Counted { counter: Counter::Block(along), tile, every: 1 };
                self.extents.entry(position).or_insert(counted);
            }
        }
    }

    /// Arguments that the author declares as lengths of buffers: they are related only as declared.
    fn read_lengths(&mut self) {
        let Some(tile) = self.extents.values().map(|counted| counted.tile).next() else { return };
        for clause in &self.bound.contract.buffers {
            let Expr::Name(name) = &clause.len else { continue };
            if let Some(position) = self.bound.position(name) {
                let counted = Counted { counter: Counter::Length(position), tile, every: 1 };
                self.extents.entry(position).or_insert(counted);
            }
        }
    }

    /// The lengths of arrays accessed by pointers: found lengths, or stated ones if the found lengths are about the grid.
    fn read_sizes(&mut self, found: &[Clause]) {
        for clause in found {
            let Clause::Buffer { parameter, name, element, len } = clause else { continue };
            let is_open = || has_open_place(self.kernel, self.bound, &self.definitions, *parameter);
            if matches!(len, Expr::Number(_)) && is_open() {
                continue;
            }
            let steps = grid_steps(len);
            let of_grid = |(_, counted): &(&usize, &Counted)| {
                steps
                    .is_some_and(|(along, by)| counted.counter == Counter::Block(along) && counted.tile == by)
            };
            let mut counting = self.extents.iter().filter(of_grid).map(|(position, _)| *position);
            let stated = match (counting.next(), counting.next(), steps) {
                (Some(position), None, _) => Some(position),
                (None, None, Some(counted)) => self.unused_length(counted),
                (_, _, _) => None,
            };
            let len = stated
                .map_or(len.clone(), |position| Expr::Name(self.bound.argument_name(position).to_owned()));
            let clause = Clause::Buffer { parameter: *parameter, name: name.clone(), element: *element, len };
            self.sizes.push(clause);
        }
    }

    /// The only integer argument, which states the length of arrays and is not used by the kernel.
    fn unused_length(&mut self, (along, tile): (usize, u32)) -> Option<usize> {
        let mut integers = (0..self.kernel.params.len()).filter(|at| self.bound.scalar(*at).is_some());
        let only = integers.next().filter(|_| integers.next().is_none())?;
        let buffers = &self.bound.contract.buffers;
        let says_length =
            |len: &Expr| matches!(len, Expr::Name(name) if self.bound.position(name) == Some(only));
        let is_length = buffers.is_empty() || buffers.iter().any(|clause| says_length(&clause.len));
        if !self.kernel.unused_parameters().contains(&only) || !is_length {
            return None;
        }
        self.extents.insert(only, Counted { counter: Counter::Block(along), tile, every: 1 });
        Some(only)
    }

    /// Whether no clause that was found speaks of an argument that is neither an extent nor a stride. Without any clause, every
    /// used number is an extent or a stride.
    fn is_understood(&self, found: &[Clause]) -> bool {
        let strides = self.strides(&BTreeMap::new());
        let is_size = |at: &usize| self.extents.contains_key(at) || strides.contains_key(at);
        let is_known = |name: &&str| self.bound.position(name).is_none_or(|position| is_size(&position));
        let conditions = found.iter().filter_map(|clause| match clause {
            Clause::Requires(expr) => Some(expr),
            Clause::Buffer { len, .. } => Some(len),
            Clause::Align { .. } | Clause::Contents { .. } | Clause::Related { .. } => None,
        });
        let has_extents = !self.extents.is_empty();
        let contract = &self.bound.contract;
        if found.is_empty() && contract.requires.is_empty() && contract.buffers.is_empty() {
            let unused = self.kernel.unused_parameters();
            let is_number =
                |at: usize| self.bound.scalar(at).is_some_and(|of| of.is_integer() && of.bits() > 1);
            let is_used = |at: usize| is_number(at) && !unused.contains(&at);
            return has_extents && (0..self.kernel.params.len()).all(|at| !is_used(at) || is_size(&at));
        }
        has_extents && conditions.flat_map(Expr::names).all(|name| is_known(&name))
    }

    /// Launches with arrays of several sizes, the most revealing first.
    pub(in crate::check) fn launches(&self) -> Vec<UsualLaunch> {
        let mut launches: Vec<UsualLaunch> = Vec::new();
        for (count, short) in SHAPES {
            if let Some(launch) = self.launch(count, short)
                && !launches.contains(&launch)
            {
                launches.push(launch);
            }
        }
        let more = self.by_stores.iter().filter(|launch| !launches.contains(launch)).cloned();
        let more: Vec<UsualLaunch> = more.collect();
        launches.extend(more);
        launches
    }

    fn launch(&self, count: Count, short: Short) -> Option<UsualLaunch> {
        let mut counters: Vec<Counter> = self.extents.values().map(|counted| counted.counter).collect();
        counters.sort_unstable();
        counters.dedup();
        let mut extents: BTreeMap<usize, u32> = self
            .extents
            .iter()
            .map(|(position, counted)| {
                let number = counters.iter().position(|other| *other == counted.counter).unwrap_or(0);
                let tiles = match counted.counter {
                    Counter::One => 1,
                    Counter::Block(_) | Counter::Value(_) | Counter::Length(_) => {
                        count(handle_from_usize(number))
                    }
                };
                let least = self.least_tiles(*position, counted.counter);
                let all = tiles.saturating_mul(counted.every).max(least).saturating_mul(counted.tile);
                let lacks = match counted.counter {
                    // The tiles of a specialized kernel are whole.
                    _ if least > 1 => 0,
                    // One tile is as long as the next power of two.
                    Counter::One => missing(short, counted.tile).min(few(short)),
                    Counter::Block(_) | Counter::Value(_) | Counter::Length(_) => {
                        missing(short, counted.tile)
                    }
                };
                (*position, all - lacks)
            })
            .collect();
        self.equate(&mut extents);
        let strides = self.strides(&extents);
        let mut bits = vec![0; self.kernel.params.len()];
        for (position, bits) in bits.iter_mut().enumerate() {
            let Some(scalar) = self.bound.scalar(position) else {
                *bits = usual_float(self.bound, position).unwrap_or(0);
                continue;
            };
            let value =
                extents.get(&position).copied().or_else(|| strides.get(&position).copied()).unwrap_or(1);
            *bits = scalar::from_integer(scalar, value.into())?;
        }
        Some(UsualLaunch { bits, grid: self.grid(&extents) })
    }

    /// Makes extents equal that the author says to be equal, each as the first of them is.
    fn equate(&self, extents: &mut BTreeMap<usize, u32>) {
        let mut pairs = Vec::new();
        for clause in &self.bound.contract.requires {
            let Expr::Binary(Binary::Eq, lhs, rhs) = clause else { continue };
            let (Expr::Name(lhs), Expr::Name(rhs)) = (&**lhs, &**rhs) else { continue };
            if let (Some(lhs), Some(rhs)) = (self.bound.position(lhs), self.bound.position(rhs)) {
                pairs.push((lhs, rhs));
            }
        }
        let mut root: Vec<usize> = (0..self.kernel.params.len()).collect();
        for (first, second) in pairs {
            let (kept, gone) = (root[first].min(root[second]), root[first].max(root[second]));
            root.iter_mut().filter(|root| **root == gone).for_each(|root| *root = kept);
        }
        for (position, root) in root.into_iter().enumerate() {
            if let Some(extent) = extents.get(&root).copied()
                && let Some(other) = extents.get_mut(&position)
            {
                *other = extent;
            }
        }
    }

    /// The strides of contiguous arrays, by argument.
    fn strides(&self, extents: &BTreeMap<usize, u32>) -> BTreeMap<usize, u32> {
        let mut strides = BTreeMap::new();
        for access in &self.accesses {
            let mut axes: Vec<_> = access.axes.iter().collect();
            let is_first = |size: Size| size == Size::Number(1);
            let first = axes.first().is_some_and(|axis| is_first(axis.stride));
            if !first || axes.last().is_some_and(|axis| is_first(axis.stride)) {
                axes.reverse();
            }
            let mut inside = 1u32;
            for axis in axes {
                match axis.stride {
                    Size::Argument(position) if !self.extents.contains_key(&position) => {
                        inside = *strides.entry(position).or_insert(inside);
                    }
                    Size::Argument(position) => inside = extents.get(&position).copied().unwrap_or(inside),
                    Size::Number(stride) => inside = saturating_u32(stride.unsigned_abs()),
                    Size::Computed => {}
                }
                inside = inside.saturating_mul(length(axis.extent, extents).max(1));
            }
        }
        strides
    }
}

/// The most elements missing in one tile.
fn few(short: Short) -> u32 {
    match short {
        Short::Almost => 1,
        Short::Sixteen | Short::Not => 16,
    }
}

fn missing(short: Short, tile: u32) -> u32 {
    match short {
        Short::Almost => tile - 1,
        Short::Sixteen => tile.saturating_sub(16),
        Short::Not => 0,
    }
}

fn length(size: Size, extents: &BTreeMap<usize, u32>) -> u32 {
    match size {
        Size::Number(number) => saturating_u32(number.unsigned_abs()),
        Size::Argument(position) => extents.get(&position).copied().unwrap_or(1),
        Size::Computed => 1,
    }
}
