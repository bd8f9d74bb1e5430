//! All small launches of a contract, as points, or some that are drawn.

use spec::contract::Bound;
use spec::syntax::contract::Expr;

use super::point::{Point, equation};
use super::random::Draw;
use super::reach::{GRID, Reach};
use super::scalars::{self, variables};

/// A contract with more small launches than this has too many to run them all.
const MOST: usize = 10_000;

/// How many values are looked at before a contract counts as one with too many launches.
const VISITS: usize = 40_000;

/// The number of draws per wanted point.
const TRIES: usize = 200;

/// All small launches of a contract, the smallest first: arguments of at most 40 and grids of at most 6 per axis, unless the contract
/// states numbers. `None` if there are none or too many.
pub(crate) fn all(bound: &Bound<'_>) -> Option<Vec<Point>> {
    let mut walk = Walk::new(bound);
    walk.step(0);
    let mut found = walk.found;
    found.sort_by(Point::order);
    (!walk.full && !found.is_empty()).then_some(found)
}

/// So many launches of a contract, or as many as are found, drawn among small values and those around the contract's
/// own numbers, as far as they are to reach.
pub(crate) fn drawn(bound: &Bound<'_>, wanted: usize, reach: Reach, draw: &mut Draw) -> Vec<Point> {
    let pools = scalars::pools(bound, reach.number);
    let (mut points, mut in_vain) = (Vec::new(), 0);
    for _ in 0..wanted * TRIES {
        let point = Point::drawn(bound, &pools, reach.few, draw).filter(|point| !points.contains(point));
        in_vain = if point.is_some() { 0 } else { in_vain + 1 };
        points.extend(point);
        if points.len() == wanted || in_vain == HOPELESS {
            break;
        }
    }
    points
}

/// The number of failed draws in a row that ends the search.
const HOPELESS: usize = 4_000;

/// A walk over all values of one variable after the other: the arguments, then the axes of an open grid. A clause is
/// looked at as soon as all of its variables have values.
struct Walk<'a> {
    bound: &'a Bound<'a>,
    /// Clauses, by their last variable.
    clauses: Vec<Vec<&'a Expr>>,
    /// The values of each variable.
    values: Vec<Vec<i128>>,
    /// For each argument, the right side of its equation in earlier variables.
    settled: Vec<Option<&'a Expr>>,
    now: Point,
    found: Vec<Point>,
    visits: usize,
    full: bool,
}

impl<'a> Walk<'a> {
    fn new(bound: &'a Bound<'a>) -> Self {
        let params = bound.kernel.params.len();
        let open = bound.contract.grid.is_none();
        let mut values: Vec<Vec<i128>> = (0..params).map(|at| scalars::small(bound, at)).collect();
        // Of an open grid, the axes that most kernels do not use get fewer values.
        values.extend([GRID, 3, 2].map(|most| if open { (1..=most).collect() } else { Vec::new() }));
        let mut clauses: Vec<Vec<&Expr>> = vec![Vec::new(); params + 4];
        let mut settled = vec![None; params];
        for clause in &bound.contract.requires {
            let behind = variables(bound, clause).last().map_or(0, |last| last + 1);
            // A grid that the contract states is known at the end only.
            let behind = if !open && behind > params { params + 3 } else { behind };
            clauses[behind].push(clause);
            if let Some((position, value)) = equation(bound, clause)
                && variables(bound, value).iter().all(|other| *other < position)
            {
                settled[position] = Some(value);
            }
        }
        let now = Point { scalars: vec![0; params], grid: [1; 3] };
        Walk { bound, clauses, values, settled, now, found: Vec::new(), visits: 0, full: false }
    }

    /// Gives the variable of that number, and all behind it, all of their values.
    fn step(&mut self, variable: usize) {
        self.visits += 1;
        self.full |= self.visits > VISITS || self.found.len() > MOST;
        let at_end = variable == self.values.len();
        if at_end {
            self.now.take_grid(self.bound);
        }
        let holds = |clause: &&Expr| self.now.truth(self.bound, clause, 0);
        if self.full || !self.clauses[variable].iter().all(holds) {
            return;
        }
        if at_end {
            if self.now.is_small(self.bound) {
                self.found.push(self.now.clone());
            }
            return;
        }
        for value in self.choices(variable) {
            match variable.checked_sub(self.now.scalars.len()) {
                Some(axis) => self.now.grid[axis] = value,
                None => self.now.scalars[variable] = value,
            }
            self.step(variable + 1);
        }
    }

    /// The values of a variable; a single one by an equation, and for a variable without values.
    fn choices(&self, variable: usize) -> Vec<i128> {
        let settled = self.settled.get(variable).copied().flatten();
        match settled.map(|value| self.now.number(self.bound, value)) {
            Some(value) => {
                let range = scalars::range(self.bound, variable);
                let fits = range.is_none_or(|(least, most)| (least..=most).contains(&value));
                if fits { vec![value] } else { Vec::new() }
            }
            None if !self.values[variable].is_empty() => self.values[variable].clone(),
            None => vec![i128::from(variable >= self.now.scalars.len())],
        }
    }
}
