//! Facts from launches about each parameter, and the kernel's uses of it.

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::origins::Origins;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;
use verify::Clause;

use super::sample::{Sample, Suggested, Usage};
use super::told;
use crate::check::infer::{TiledAxis, tiled_axes};

/// An array passed as a pointer, its extents and its strides.
#[derive(Debug)]
pub(super) struct Passed {
    pub(super) name: String,
    pub(super) pointer: usize,
    /// The parameters of the extents.
    pub(super) extents: Vec<usize>,
    /// The parameters of the strides.
    pub(super) strides: Vec<usize>,
}

/// How much of what launches show is assumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Shapes, strides and the grid.
    Shapes,
    /// Extents that equal constants too.
    Constants,
    /// Elements of arrays of indices too.
    Indices,
    /// No two elements of these arrays are equal, too.
    Distinct,
}

impl Strength {
    /// The weakest first.
    pub(super) const ALL: [Strength; 4] =
        [Strength::Shapes, Strength::Constants, Strength::Indices, Strength::Distinct];
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
        for (name, rank) in &usage.arrays {
            let pointer = bound.position(name)?;
            let (extents, strides) = (pointer + 1, pointer + 1 + rank);
            let array = Passed {
                name: name.clone(),
                pointer,
                extents: (extents..extents + rank).collect(),
                strides: (strides..strides + rank).collect(),
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

    /// The contract of a strength.
    pub(super) fn suggest(&self, strength: Strength) -> Suggested {
        let mut requires = Vec::new();
        let equal = self.find_equal();
        let has_constants = strength >= Strength::Constants;
        let constants = if has_constants { self.find_constant_extents(&equal) } else { Vec::new() };
        let grid = self.find_grid(&equal);
        let strides = self.find_strides();
        requires.extend(self.say_equal(&equal));
        requires.extend(self.find_longer_by_one(&equal));
        requires.extend(self.find_filled(&equal, &constants, &grid));
        requires.retain(|holds| self.holds(holds));
        // The constants belong to this compilation alone.
        requires.splice(0..0, constants);
        let mut memory = self.find_sizes();
        if strength >= Strength::Indices {
            memory.extend(self.find_indices());
        }
        if strength >= Strength::Distinct {
            memory.extend(self.find_distinct());
        }
        let is_open = self.bound.contract.grid.is_none();
        let shown = if is_open { grid.clone() } else { [None, None, None] };
        let lines = told::lines(&strides, &requires, &shown, &memory);
        let launches = self.vary((&equal, &strides), &requires, &grid);
        let axes = ["grid.x", "grid.y", "grid.z"].iter().zip(&shown);
        let axes = axes.filter_map(|(axis, extent)| {
            Some(binary(Binary::Eq, Expr::Name((*axis).to_owned()), extent.clone()?))
        });
        let mut clauses: Vec<Clause> = axes.map(Clause::Requires).collect();
        let strides = strides.into_iter().flat_map(|of| of.clauses);
        clauses.extend(strides.chain(requires).map(Clause::Requires));
        clauses.extend(memory);
        Suggested { clauses, lines, launches, grid: grid.into_iter().collect() }
    }

    /// Whether every launch keeps a condition.
    pub(super) fn holds(&self, condition: &Expr) -> bool {
        use spec::contract::Symbol;
        self.samples.iter().all(|sample| {
            self.bound.truth(condition, &mut |symbol| match symbol {
                Symbol::Argument(at) => sample.numbers.get(at).copied().flatten().unwrap_or(0),
                Symbol::Grid(axis) => sample.grid[axis].into(),
                Symbol::Element | Symbol::Index | Symbol::Place(_) => 0,
            })
        })
    }

    /// The arrays that the kernel reaches by pointers rather than by views alone: what a view spans lies in memory anyway.
    fn find_sizes(&self) -> Vec<Clause> {
        let origins = Origins::new(self.kernel);
        let mut reached = BTreeSet::new();
        let by_pointer = [Op::LoadPtrTko, Op::StorePtrTko, Op::AtomicRmwTko, Op::AtomicCasTko];
        for op in self.kernel.operations().filter(|op| by_pointer.contains(&op.op)) {
            reached.extend(origins.accessed_by(op));
        }
        let is_said = |at: usize| {
            let mut buffers = self.bound.contract.buffers.iter();
            buffers.any(|clause| self.bound.position(&clause.name) == Some(at))
        };
        let arrays =
            self.arrays.iter().filter(|array| reached.contains(&array.pointer) && !is_said(array.pointer));
        arrays.filter_map(|array| self.size(array)).collect()
    }
}
