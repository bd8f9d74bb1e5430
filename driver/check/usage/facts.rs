//! Facts from launches about each parameter, and the kernel's uses of it.

mod likely;

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::origins::{Origins, Region};
use spec::syntax::contract::{ArrayClause, Binary, Expr, GRID, binary};
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;
use verify::Clause;

use super::distinct::find_distinct;
use super::sample::{Asked, Equal, Sample, Strength, Suggested, Usage};
use super::told::Told;
use crate::check::infer::{TiledAxis, tiled_axes};
use crate::check::suspect::empty::{is_scattered, is_stored};

/// An array passed as a pointer, its extents and its strides.
#[derive(Debug)]
pub(super) struct Passed {
    pub(super) name: String,
    pub(super) pointer: usize,
    /// The parameters of the extents.
    pub(super) extents: Vec<usize>,
    /// The parameters of the strides.
    pub(super) strides: Vec<usize>,
    /// By axis, the extent that the kernel is compiled for.
    pub(super) fixed: Vec<Option<i64>>,
}

/// Launches and their kernel.
pub(super) struct Facts<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) bound: &'a Bound<'a>,
    pub(super) samples: &'a [Sample],
    pub(super) arrays: Vec<Passed>,
    /// The axes that views cut into tiles.
    pub(super) axes: Vec<TiledAxis>,
    /// Parameters without uses: clauses about them say nothing.
    pub(super) unused: BTreeSet<usize>,
}

impl<'a> Facts<'a> {
    /// The facts of launches; `None` without launches, or if a launch does not fit the kernel.
    pub(super) fn new(usage: &'a Usage, kernel: &'a Kernel, bound: &'a Bound<'a>) -> Option<Self> {
        let fits = |sample: &Sample| sample.numbers.len() == kernel.params.len();
        if usage.samples.is_empty() || !usage.samples.iter().all(fits) {
            return None;
        }
        let mut arrays = Vec::new();
        for (name, fixed) in &usage.arrays {
            let (pointer, rank) = (bound.position(name)?, fixed.len());
            let (extents, strides) = (pointer + 1, pointer + 1 + rank);
            let array = Passed {
                name: name.clone(),
                pointer,
                extents: (extents..extents + rank).collect(),
                strides: (strides..strides + rank).collect(),
                fixed: fixed.clone(),
            };
            let is_number = |at: &usize| bound.scalar(*at).is_some();
            if !array.extents.iter().chain(&array.strides).all(is_number) {
                return None;
            }
            arrays.push(array);
        }
        let unused = kernel.unused_parameters().into_iter().collect();
        let axes = tiled_axes(kernel);
        Some(Facts { kernel, bound, samples: &usage.samples, arrays, axes, unused })
    }

    /// The name of a parameter in clauses.
    pub(super) fn name(&self, at: usize) -> Expr {
        Expr::Name(self.bound.argument_name(at).to_owned())
    }

    /// The number that each launch passes for a parameter.
    pub(super) fn numbers(&self, at: usize) -> Option<Vec<i128>> {
        self.samples.iter().map(|sample| sample.numbers.get(at).copied().flatten()).collect()
    }

    /// Whether an operation uses a parameter.
    pub(super) fn is_used(&self, at: usize) -> bool {
        !self.unused.contains(&at)
    }

    /// The conditions on extents and scalars. Constants and further equations may belong to this compilation alone.
    fn find_conditions(&self, equal: &Equal, asked: &Asked, grid: &[Option<Expr>; 3]) -> Vec<Expr> {
        let mut own = self.find_constant_extents(equal, asked.strength >= Strength::Constants);
        for holds in asked.more.iter().filter(|holds| self.equated(holds).is_none()) {
            if !own.contains(holds) {
                own.push(holds.clone());
            }
        }
        let mut found = self.say_equal(equal);
        found.extend(self.find_tile_counts(equal));
        found.extend(self.find_longer_by_one(equal));
        found.extend(self.find_never_less(equal, &own));
        if asked.is_filled {
            let known: Vec<Expr> = own.iter().chain(&found).cloned().collect();
            found.extend(self.find_filled(equal, &known, grid));
        }
        found.retain(|holds| !own.contains(holds) && self.holds(holds));
        found.splice(0..0, own);
        found
    }

    /// The clauses about memory.
    fn find_memory(&self, equal: &Equal, strength: Strength) -> Vec<Clause> {
        let mut memory = self.find_sizes();
        if strength >= Strength::Indices {
            memory.extend(self.find_counts(equal));
            memory.extend(self.find_indices(equal));
        }
        if strength >= Strength::Distinct {
            memory.extend(find_distinct(self.samples, self.bound));
        }
        memory
    }

    /// The contract of selected facts.
    pub(super) fn suggest(&self, asked: &Asked) -> Suggested {
        let equal = self.find_equal(&asked.more);
        let grid = self.find_grid(&equal);
        let strides = self.find_strides();
        let requires = self.find_conditions(&equal, asked, &grid);
        let memory = self.find_memory(&equal, asked.strength);
        let is_open = self.bound.contract.grid.is_none();
        let shown = if is_open { grid.clone() } else { [None, None, None] };
        let same_arrays = self.find_same_arrays();
        let (aliases, empty) = (self.find_aliases(&same_arrays), self.find_empty());
        let (lists, listed): (Vec<_>, Vec<_>) = self.find_lists(&equal).into_iter().unzip();
        let bounds = lists.iter().flat_map(|list| &list.requires);
        let bounds = bounds.filter(|holds| matches!(holds, Expr::Binary(Binary::Le, ..)));
        let conditions: Vec<Expr> = requires.iter().chain(bounds).cloned().collect();
        let (same, implied) = self.find_same_shapes(&equal);
        let told = Told {
            strides: &strides,
            same: &same,
            requires: &conditions,
            implied: &implied,
            grid: &shown,
            memory: &memory,
            empty: &empty,
        };
        let mut lines = self.tell(&told, &equal);
        lines.extend(listed);
        lines.extend(self.say_empty(&empty, &memory));
        lines.extend(same_arrays.iter().map(|names| format!("same_array {}", names.join(", "))));
        lines.extend(aliases.iter().map(|(a, b)| format!("alias {a} {b}")));
        let likely = self.find_likely(&equal, &requires);
        let launches = self.vary((&self.find_agreeing(), &strides), &requires, &grid);
        let axes = GRID.iter().zip(&shown);
        let axes = axes.filter_map(|(axis, extent)| {
            Some(binary(Binary::Eq, Expr::Name((*axis).to_owned()), extent.clone()?))
        });
        let mut clauses: Vec<Clause> = axes.map(Clause::Requires).collect();
        let strides = strides.into_iter().flat_map(|of| of.clauses);
        clauses.extend(strides.chain(requires).map(Clause::Requires));
        clauses.extend(memory);
        let rooms = self.arrays.iter().filter_map(|array| self.size(array)).collect();
        let (outputs, made) = (self.find_outputs(), self.find_smallest());
        Suggested {
            arrays: Vec::new(),
            clauses,
            rooms,
            outputs,
            made,
            aliases,
            same_arrays,
            empty,
            lists,
            lines,
            is_of_samples: false,
            asked: asked.clone(),
            likely,
            launches,
            grid: grid.into_iter().collect(),
        }
    }

    /// Whether every launch keeps a condition.
    pub(super) fn holds(&self, condition: &Expr) -> bool {
        // Samples have no grid: every formula of a grid is possible.
        let names_grid = condition.names().iter().any(|name| name.starts_with("grid."));
        let mut samples = self.samples.iter().filter(|sample| sample.grid.is_some() || !names_grid);
        samples.all(|sample| self.holds_in(sample, condition))
    }

    /// Whether every launch keeps a condition. In another compilation, the constant behind a tile has its number there.
    pub(super) fn holds_for_tiles(&self, condition: &Expr) -> bool {
        let own: Vec<&Sample> = self.samples.iter().filter(|sample| sample.is_own).collect();
        if !own.iter().all(|sample| self.holds_in(sample, condition)) {
            return false;
        }
        let constants = own.first().map_or(&[][..], |sample| &sample.constants);
        let tiles = tiles_of(condition);
        let named = constants.iter().filter(|(_, number)| tiles.contains(number)).map(|(name, _)| name);
        let is_kept = |sample: &Sample| {
            let with = |name: &String| {
                let number = |constants: &[(String, i128)]| {
                    constants.iter().find(|(other, _)| other == name).map(|(_, number)| *number)
                };
                let (tile, other) = (number(constants), number(&sample.constants));
                tile.zip(other)
                    .is_some_and(|(tile, other)| self.holds_in(sample, &with_tile(condition, tile, other)))
            };
            self.holds_in(sample, condition) || named.clone().any(with)
        };
        self.samples.iter().filter(|sample| !sample.is_own).all(is_kept)
    }

    fn holds_in(&self, sample: &Sample, condition: &Expr) -> bool {
        use spec::contract::Symbol;
        self.bound.truth(condition, &mut |symbol| match symbol {
            Symbol::Argument(at) => sample.numbers.get(at).copied().flatten().unwrap_or(0),
            Symbol::Grid(axis) => sample.grid.map_or(1, |grid| grid[axis].into()),
            Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => 0,
        })
    }

    /// The sets of pointers with one array and one type in every launch.
    fn find_same_arrays(&self) -> Vec<Vec<String>> {
        let name = |at: usize| self.bound.argument_name(at).to_owned();
        let is_same = |pair: &&(usize, usize)| {
            let is_written = |sample: &Sample| !sample.empty.contains(&pair.0);
            self.samples.iter().all(|sample| sample.same.contains(pair) && is_written(sample))
                && self.bound.pointee(pair.0) == self.bound.pointee(pair.1)
                && !self.bound.may_overlap(pair.0, pair.1)
        };
        let mut sets: Vec<Vec<String>> = Vec::new();
        for (first, other) in self.samples.first().iter().flat_map(|one| &one.same).filter(is_same) {
            match sets.iter_mut().find(|set| set.contains(&name(*first)) || set.contains(&name(*other))) {
                Some(set) if set.contains(&name(*other)) => {}
                Some(set) => set.push(name(*other)),
                None => sets.push(vec![name(*first), name(*other)]),
            }
        }
        sets
    }

    /// The pairs of arrays that share memory in a launch, and are not said to be one array.
    fn find_aliases(&self, same: &[Vec<String>]) -> Vec<(String, String)> {
        let name = |at: usize| self.bound.argument_name(at).to_owned();
        let are_one = |(a, b): &(usize, usize)| {
            same.iter().any(|set| set.contains(&name(*a)) && set.contains(&name(*b)))
        };
        let pairs: BTreeSet<(usize, usize)> =
            self.samples.iter().flat_map(|sample| sample.shared.iter().copied()).collect();
        let stated = |(a, b): &(usize, usize)| self.bound.may_overlap(*a, *b);
        pairs
            .into_iter()
            .filter(|pair| !stated(pair) && !are_one(pair))
            .map(|(a, b)| (name(a), name(b)))
            .collect()
    }

    /// The arrays without gaps that every launch passes empty, and to no other launch.
    fn find_outputs(&self) -> Vec<String> {
        let origins = Origins::new(self.kernel);
        let is_output = |array: &&Passed| {
            let rank: Vec<usize> = (0..array.extents.len()).rev().collect();
            self.samples.iter().all(|sample| sample.own.contains(&array.pointer))
                && is_stored(self.kernel, &origins, array.pointer)
                && !is_scattered(self.kernel, &origins, array.pointer)
                && self.chain(array, &rank, Binary::Eq).iter().all(|holds| self.holds(holds))
        };
        self.arrays.iter().filter(is_output).map(|array| array.name.clone()).collect()
    }

    /// The arrays from `empty` in a launch that the kernel reads.
    fn find_empty(&self) -> Vec<String> {
        let origins = Origins::new(self.kernel);
        let empty: BTreeSet<usize> =
            self.samples.iter().flat_map(|sample| sample.empty.iter().copied()).collect();
        let is_read = |at: &usize| self.bound.touches(&origins.read, Region::At(*at));
        empty.into_iter().filter(is_read).map(|at| self.bound.argument_name(at).to_owned()).collect()
    }

    /// The clauses of the author's contract about arrays that nobody has written before.
    fn say_empty(&self, empty: &[String], memory: &[Clause]) -> Vec<String> {
        let is_said = |name: &String| {
            memory.iter().any(|clause| matches!(clause, Clause::Buffer { name: other, .. } if other == name))
        };
        let contract = self.bound.contract;
        let said = empty.iter().filter(|name| !is_said(name)).filter_map(|name| {
            let array = contract.arrays.iter().find(|one| one.name == *name).cloned();
            let array = array.map(|array| ArrayClause { uninit: true, passed: false, ..array }.to_string());
            let buffer = || contract.buffers.iter().find(|one| one.name == *name);
            array.or_else(|| {
                buffer().map(|one| format!("buffer {name} : {}[{}] uninit", one.element, one.len))
            })
        });
        said.collect()
    }

    /// The arrays that the kernel reaches by pointers rather than by views alone: what a view spans lies in memory anyway.
    fn find_sizes(&self) -> Vec<Clause> {
        let origins = Origins::new(self.kernel);
        let mut reached = BTreeSet::new();
        let by_pointer = [Op::LoadPtrTko, Op::StorePtrTko, Op::AtomicRmwTko, Op::AtomicCasTko];
        for op in self.kernel.operations().filter(|op| by_pointer.contains(&op.op)) {
            reached.extend(origins.accessed_by(op));
        }
        // A clause about a buffer says that nobody has written an array.
        reached.extend(self.find_empty().iter().filter_map(|name| self.bound.position(name)));
        let is_said = |at: usize| {
            let mut buffers = self.bound.contract.buffers.iter();
            buffers.any(|clause| self.bound.position(&clause.name) == Some(at))
        };
        let arrays =
            self.arrays.iter().filter(|array| reached.contains(&array.pointer) && !is_said(array.pointer));
        arrays.filter_map(|array| self.size(array)).collect()
    }
}

/// The lengths of the tiles that an expression counts.
fn tiles_of(expr: &Expr) -> Vec<i128> {
    match expr {
        Expr::Binary(Binary::Cdiv, _, tile) => tile.numbers(),
        Expr::Binary(_, lhs, rhs) => [tiles_of(lhs), tiles_of(rhs)].concat(),
        Expr::Unary(_, operand) | Expr::Element(_, operand) => tiles_of(operand),
        Expr::Number(_) | Expr::Name(_) => Vec::new(),
    }
}

/// The expression, with another length of a tile.
fn with_tile(expr: &Expr, tile: i128, other: i128) -> Expr {
    match expr {
        Expr::Binary(Binary::Cdiv, whole, by) if **by == Expr::Number(tile) => {
            binary(Binary::Cdiv, (**whole).clone(), Expr::Number(other))
        }
        Expr::Binary(op, lhs, rhs) => binary(*op, with_tile(lhs, tile, other), with_tile(rhs, tile, other)),
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Element(..) => expr.clone(),
    }
}
