//! A launch without its memory: the scalar arguments and the grid.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use spec::admit::Placing;
use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Expr, MAX_GRID};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Element;

use super::edge::Edge;
use super::floats::Floats;
use super::pattern::bits;
use super::random::Draw;
use super::reach::{BLOCKS, GRID};
use super::scalars;

/// The most blocks to run completely.
const ALL: u64 = 4096;

/// The scalar arguments, as the contract reads them (0 for all others), and the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) scalars: Vec<i128>,
    pub(crate) grid: [i128; 3],
}

impl Point {
    /// Values that the contract allows, if these do; of a small grid, or of any.
    pub(super) fn drawn(
        bound: &Bound<'_>,
        pools: &[Vec<i128>],
        small: bool,
        draw: &mut Draw,
    ) -> Option<Self> {
        let scalars = pools.iter().map(|pool| if pool.is_empty() { 0 } else { *draw.one(pool) }).collect();
        let free = |draw: &mut Draw| 1 + draw.below(GRID as usize) as i128;
        let grid = match bound.contract.grid {
            Some(_) => [1; 3],
            None => [free(draw), free(draw), 1],
        };
        let mut point = Point { scalars, grid };
        point.settle(bound);
        // What is wrong is wrong at the edges of the contract most of the time.
        let edges: Vec<Edge<'_>> = bound.contract.requires.iter().flat_map(Edge::all).collect();
        for _ in 0..if edges.is_empty() { 0 } else { draw.below(4) } {
            draw.one(&edges).approach(&mut point, bound, draw);
        }
        point.settle(bound);
        point.take_grid(bound);
        let is_grid = point.grid.iter().all(|extent| (1..=MAX_GRID).contains(extent));
        let allowed = is_grid
            && (!small || point.is_small(bound))
            && point.fits(bound)
            && bound.contract.requires.iter().all(|clause| point.truth(bound, clause, 0));
        allowed.then_some(point)
    }

    /// The point of a launch.
    #[allow(dead_code, reason = "each test takes what it needs")]
    pub(crate) fn of(bound: &Bound<'_>, launch: &Launch) -> Self {
        let of = |(position, argument): (usize, &Argument)| match (argument, bound.scalar(position)) {
            (Argument::Scalar(bits), Some(scalar)) => {
                driver::scalar::integer(scalar, *bits, bound.is_unsigned(position))
            }
            (Argument::Scalar(_) | Argument::Pointer { .. }, _) => 0,
        };
        let scalars = launch.arguments.iter().enumerate().map(of).collect();
        Point { scalars, grid: launch.grid.map(i128::from) }
    }

    /// The order of minimization of counterexamples: by the grid, axis by axis, then by the scalar arguments in order, natural numbers
    /// before negative ones, and both by magnitude.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let size = |value: &i128| (*value < 0, value.abs());
        let sizes = |point: &Self| point.scalars.iter().map(size).collect::<Vec<_>>();
        self.grid.cmp(&other.grid).then_with(|| sizes(self).cmp(&sizes(other)))
    }

    /// Sets arguments named by equations to their values, repeated for chains of dependencies.
    fn settle(&mut self, bound: &Bound<'_>) {
        for _ in 0..4 {
            for clause in &bound.contract.requires {
                for (symbol, value) in Edge::all(clause).iter().filter_map(|edge| edge.equation(bound)) {
                    self.set(symbol, self.number(bound, value));
                }
            }
        }
    }

    /// Gives a variable a value.
    pub(super) fn set(&mut self, symbol: Symbol, value: i128) {
        match symbol {
            Symbol::Argument(position) => self.scalars[position] = value,
            Symbol::Grid(axis) => self.grid[axis] = value,
            Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => {}
        }
    }

    /// Takes the grid that the contract states.
    pub(super) fn take_grid(&mut self, bound: &Bound<'_>) {
        for (axis, extent) in bound.contract.grid.iter().flatten().enumerate() {
            self.grid[axis] = self.number(bound, extent);
        }
    }

    /// Whether the grid has few blocks; constant extents stay, however large.
    pub(super) fn is_small(&self, bound: &Bound<'_>) -> bool {
        let (mut widest, mut most) = (GRID, 1);
        for extent in bound.contract.grid.iter().flatten() {
            if let Expr::Number(number) = extent {
                (widest, most) = (widest.max(*number), number.saturating_mul(most));
            }
        }
        self.grid.iter().all(|extent| (1..=widest).contains(extent))
            && self.grid.iter().product::<i128>() <= most.max(BLOCKS)
    }

    /// Whether every value fits its argument's type.
    fn fits(&self, bound: &Bound<'_>) -> bool {
        let fits = |(position, value): (usize, &i128)| {
            scalars::range(bound, position).is_none_or(|(least, most)| (least..=most).contains(value))
        };
        self.scalars.iter().enumerate().all(fits)
    }

    /// A number of the contract.
    pub(crate) fn number(&self, bound: &Bound<'_>, expr: &Expr) -> i128 {
        bound.number(expr, &mut |symbol| self.symbol(symbol, 0))
    }

    /// Whether a clause holds, for an element if it mentions one.
    pub(super) fn truth(&self, bound: &Bound<'_>, expr: &Expr, element: i128) -> bool {
        bound.truth(expr, &mut |symbol| self.symbol(symbol, element))
    }

    pub(super) fn symbol(&self, symbol: Symbol, element: i128) -> i128 {
        match symbol {
            Symbol::Argument(position) => self.scalars[position],
            Symbol::Grid(axis) => self.grid[axis],
            // An element below 1 is below the length of every array that is not empty.
            Symbol::Length(_) => 1,
            Symbol::Element | Symbol::Index | Symbol::Place(_) => element,
        }
    }

    /// The launch, with memory of the contract's size and permitted contents; `None` if not found.
    pub(crate) fn launch(&self, bound: &Bound<'_>, draw: &mut Draw) -> Option<Launch> {
        let mut arguments = Vec::new();
        let mut buffers = Vec::new();
        for (position, param) in bound.kernel.params.iter().enumerate() {
            arguments.push(match bound.kernel.tile(*param).element {
                Element::Pointer(element) => {
                    buffers.push(self.buffer(bound, position, element, draw)?);
                    Argument::Pointer { buffer: buffers.len() - 1, offset: 0 }
                }
                Element::Scalar(scalar) if scalar.is_integer() => {
                    Argument::Scalar(bits(self.scalars[position], scalar))
                }
                Element::Scalar(scalar) => {
                    let within = bound.float_interval(position);
                    Argument::Scalar(Floats::new(scalar, within, draw).draw(draw))
                }
            });
        }
        let mut grid = [1; 3];
        for (axis, extent) in grid.iter_mut().zip(self.grid) {
            *axis = u32::try_from(extent).ok()?;
        }
        let launch = Launch { grid, arguments, buffers, blocks: corners(grid) };
        let values: Vec<i128> = self.scalars.iter().copied().chain([16, 1, 33, 0, 10, 128]).collect();
        let seed = usize::try_from(draw.next() % 1000).unwrap_or(0);
        let mut launch = spec::admit::lay_lists(bound, launch, &values, (Placing::Anyhow, seed))?;
        Point::share(bound, &mut launch);
        self.overlap(bound, &mut launch, draw);
        spec::admit::admit(bound, &launch).ok().map(|()| launch)
    }
}

/// The blocks to run of a large grid: those at the ends of each axis.
fn corners(grid: [u32; 3]) -> Option<Vec<[u32; 3]>> {
    if grid.iter().map(|extent| u64::from(*extent)).product::<u64>() <= ALL {
        return None;
    }
    let ends = |extent: u32| BTreeSet::from([0, 1.min(extent - 1), extent.saturating_sub(2), extent - 1]);
    let [x, y, z] = grid.map(ends);
    let planes = z.iter().flat_map(|z| y.iter().map(move |y| (*y, *z)));
    Some(planes.flat_map(|(y, z)| x.iter().map(move |x| [*x, y, z])).collect())
}

/// The argument of an equation, and its required value.
pub(super) fn equation<'e>(bound: &Bound<'_>, clause: &'e Expr) -> Option<(usize, &'e Expr)> {
    Edge::all(clause).iter().filter_map(|edge| edge.equation(bound)).find_map(
        |(symbol, value)| match symbol {
            Symbol::Argument(position) => Some((position, value)),
            Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => None,
        },
    )
}
