//! Arguments and grid of a launch as numbers, moved until conditions hold.

use std::collections::{BTreeMap, BTreeSet};

use spec::contract::{Bound, Resolved, Symbol};
use spec::syntax::contract::{Binary, Expr, GRID};

use crate::scalar;

/// The most numbers to move for one launch.
const MOVES: usize = 200;

/// The most extents of a grid that is run.
const EXTENT: i128 = 64;

/// A number of elements with room for several blocks.
const SMALL: i128 = 4;

/// A number of a launch that can be moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unknown {
    Argument(usize),
    Grid(usize),
}

/// The limit of a number in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limit {
    AtLeast(i128),
    AtMost(i128),
    Equal(i128),
}

/// The numbers of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) arguments: Vec<i128>,
    pub(super) grid: [i128; 3],
}

impl Point {
    /// The bits of the arguments.
    pub(super) fn bits(&self, bound: &Bound<'_>) -> Option<Vec<u64>> {
        let bits = self.arguments.iter().enumerate();
        bits.map(|(at, value)| {
            bound.scalar(at).map_or(Some(0), |scalar| scalar::from_integer(scalar, *value))
        })
        .collect()
    }

    fn value(&self, unknown: Unknown) -> i128 {
        match unknown {
            Unknown::Argument(at) => self.arguments[at],
            Unknown::Grid(axis) => self.grid[axis],
        }
    }
}

/// A condition with resolved names.
pub(super) struct Condition {
    holds: Resolved,
    /// The operator and sides of a comparison.
    sides: Option<(Binary, [Resolved; 2])>,
    /// The divisor of a compared remainder.
    divisor: Option<Resolved>,
    unknowns: Vec<Unknown>,
    /// The numbers that decide the condition: its own, and those in the extents of the grid that it names.
    deciding: Vec<Unknown>,
}

/// The launches of a contract.
pub(super) struct Space<'a> {
    pub(super) bound: &'a Bound<'a>,
    /// The requirements of the contract.
    requires: Vec<Condition>,
    /// The extents of the grid, if the contract states them.
    grid: Option<Vec<Resolved>>,
    /// The divisor of each argument.
    steps: BTreeMap<Unknown, i128>,
}

impl<'a> Space<'a> {
    pub(super) fn new(bound: &'a Bound<'a>) -> Self {
        let grid = bound.contract.grid.as_ref();
        let grid = grid.map(|extents| extents.iter().map(|extent| bound.resolve(extent)).collect());
        let mut space = Space { bound, requires: Vec::new(), grid, steps: BTreeMap::new() };
        space.requires = bound.contract.requires.iter().map(|expr| space.condition(expr)).collect();
        for expr in &bound.contract.requires {
            let Expr::Binary(Binary::Eq, rest, zero) = expr else { continue };
            let (Expr::Binary(Binary::Rem, name, by), Expr::Number(0)) = (&**rest, &**zero) else { continue };
            let (Expr::Name(name), Expr::Number(by @ 1..)) = (&**name, &**by) else { continue };
            if let Some(unknown) = space.unknown(name) {
                let step = space.steps.entry(unknown).or_insert(1);
                *step = least_common_multiple(*step, *by);
            }
        }
        space
    }

    /// The point with these arguments and this grid.
    pub(super) fn point(&self, bits: &[u64], grid: [u32; 3]) -> Point {
        let value = |(at, bits): (usize, &u64)| {
            self.bound
                .scalar(at)
                .map_or(0, |scalar| scalar::integer(scalar, *bits, self.bound.is_unsigned(at)))
        };
        Point { arguments: bits.iter().enumerate().map(value).collect(), grid: grid.map(i128::from) }
    }

    /// The point with one small number for every argument, and one block.
    pub(super) fn all_small(&self) -> Point {
        Point { arguments: vec![SMALL; self.bound.kernel.params.len()], grid: [1; 3] }
    }

    fn unknown(&self, name: &str) -> Option<Unknown> {
        if let Some(position) = self.bound.position(name) {
            return self.bound.scalar(position).map(|_| Unknown::Argument(position));
        }
        let axis = GRID.iter().position(|axis| *axis == name)?;
        self.bound.contract.grid.is_none().then_some(Unknown::Grid(axis))
    }

    /// A condition, looked up.
    pub(super) fn condition(&self, expr: &Expr) -> Condition {
        let mut unknowns: Vec<Unknown> =
            expr.names().into_iter().filter_map(|name| self.unknown(name)).collect();
        unknowns.dedup();
        let extents = self.bound.contract.grid.iter().flatten().zip(GRID);
        let named = extents.filter(|(_, axis)| expr.names().contains(axis));
        let names = named.flat_map(|(extent, _)| extent.names());
        let deciding = unknowns.iter().copied().chain(names.filter_map(|name| self.unknown(name))).collect();
        let holds = self.bound.resolve(expr);
        let divisor = if let Expr::Binary(Binary::Eq, rest, _) = expr
            && let Expr::Binary(Binary::Rem, _, by) = &**rest
        {
            Some(self.bound.resolve(by))
        } else {
            None
        };
        Condition { sides: holds.comparison(), holds, divisor, unknowns, deciding }
    }

    fn symbol(&self, point: &Point, symbol: Symbol) -> i128 {
        match symbol {
            Symbol::Argument(at) => point.arguments[at],
            Symbol::Grid(axis) => match &self.grid {
                Some(extents) => extents.get(axis).map_or(1, |extent| self.number(point, extent)),
                None => point.grid[axis],
            },
            Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => 0,
        }
    }

    fn number(&self, point: &Point, number: &Resolved) -> i128 {
        number.number(&mut |symbol| self.symbol(point, symbol))
    }

    fn holds(&self, point: &Point, condition: &Condition) -> bool {
        condition.holds.truth(&mut |symbol| self.symbol(point, symbol))
    }

    /// The launch with another value for a number, if the value fits.
    fn moved(&self, point: &Point, unknown: Unknown, value: i128) -> Option<Point> {
        let mut moved = point.clone();
        match unknown {
            Unknown::Argument(at) => {
                let width = self.bound.scalar(at)?.bits();
                let (least, most) = if self.bound.is_unsigned(at) {
                    (0, (1 << width) - 1)
                } else {
                    (-(1 << (width - 1)), (1 << (width - 1)) - 1)
                };
                if !(least..=most).contains(&value) {
                    return None;
                }
                moved.arguments[at] = value;
            }
            Unknown::Grid(axis) => {
                if !(1..=EXTENT).contains(&value) {
                    return None;
                }
                moved.grid[axis] = value;
            }
        }
        Some(moved)
    }

    /// Values of a number with which a condition is true, or false: nearest to its boundary first.
    fn values(&self, point: &Point, condition: &Condition, unknown: Unknown, truth: bool) -> Vec<i128> {
        let step = self.steps.get(&unknown).copied().unwrap_or(1);
        let up = |value: i128| {
            let rest = if value.rem_euclid(step) == 0 { 0 } else { step };
            (value.div_euclid(step) * step).saturating_add(rest)
        };
        let down = |value: i128| value.div_euclid(step) * step;
        let now = point.value(unknown);
        let mut values = Vec::new();
        match (self.compared(point, condition, unknown), truth) {
            (Some(Limit::AtLeast(least)), true) => values.push(up(least)),
            (Some(Limit::AtLeast(least)), false) => values.push(down(least.saturating_sub(1))),
            (Some(Limit::AtMost(most)), true) => values.push(down(most)),
            (Some(Limit::AtMost(most)), false) => values.push(up(most.saturating_add(1))),
            (Some(Limit::Equal(number)), true) => values.push(number),
            (Some(Limit::Equal(number)), false) => {
                values.extend([up(number.saturating_add(1)), down(number.saturating_sub(1))])
            }
            (None, false) => values.extend(self.least_above(point, condition, unknown).map(up)),
            (None, true) => {}
        }
        values.extend([
            up(now.saturating_add(1)),
            down(now.saturating_sub(1)),
            down(now.saturating_mul(2)),
            down(now / 2),
            up(1),
            0,
        ]);
        if let Some(by) = &condition.divisor {
            let by = self.number(point, by).max(1);
            values.extend(now.checked_add(by - 1).and_then(|least| least.div_euclid(by).checked_mul(by)));
        }
        let is_wanted = |value: &i128| {
            self.moved(point, unknown, *value).is_some_and(|moved| self.holds(&moved, condition) == truth)
        };
        values.retain(is_wanted);
        values
    }

    /// The least value above the present one with which a comparison is broken, if all greater ones break it. Galloping is followed by
    /// bisection (Bentley and Yao, "An almost optimal algorithm for unbounded searching", 1976).
    fn least_above(&self, point: &Point, condition: &Condition, unknown: Unknown) -> Option<i128> {
        condition.sides.as_ref()?;
        let now = point.value(unknown);
        let is_broken = |value: i128| {
            self.moved(point, unknown, value).is_some_and(|moved| !self.holds(&moved, condition))
        };
        let mut steps = (0..63).map(|power| now.saturating_add(1 << power));
        let mut high = steps.find(|value| is_broken(*value))?;
        let mut low = now;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if is_broken(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }

    /// A condition's bound on a number that stands alone on one side.
    fn compared(&self, point: &Point, condition: &Condition, unknown: Unknown) -> Option<Limit> {
        let (op, [lhs, rhs]) = condition.sides.as_ref()?;
        let is_it = |side: &Resolved| match side.symbol() {
            Some(Symbol::Argument(at)) => unknown == Unknown::Argument(at),
            Some(Symbol::Grid(axis)) => unknown == Unknown::Grid(axis),
            Some(Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_)) | None => false,
        };
        let (on_left, other) =
            if is_it(lhs) { (true, rhs) } else { (false, Some(lhs).filter(|_| is_it(rhs))?) };
        let limit = || self.number(point, other);
        match (op, on_left) {
            (Binary::Lt, true) | (Binary::Gt, false) => Some(Limit::AtMost(limit() - 1)),
            (Binary::Le, true) | (Binary::Ge, false) => Some(Limit::AtMost(limit())),
            (Binary::Gt, true) | (Binary::Lt, false) => Some(Limit::AtLeast(limit() + 1)),
            (Binary::Ge, true) | (Binary::Le, false) => Some(Limit::AtLeast(limit())),
            (Binary::Eq, _) => Some(Limit::Equal(limit())),
            (
                Binary::Ne
                | Binary::Add
                | Binary::Sub
                | Binary::Mul
                | Binary::Div
                | Binary::Rem
                | Binary::Cdiv
                | Binary::Min
                | Binary::Max
                | Binary::And
                | Binary::Or,
                _,
            ) => None,
        }
    }

    /// Launches that break a condition and keep the contract.
    pub(super) fn beyond(&self, point: &Point, condition: &Condition) -> Vec<Point> {
        let mut all: Vec<Point> = Vec::new();
        for unknown in condition.unknowns.iter().copied() {
            for value in self.values(point, condition, unknown, false) {
                let moved = self.moved(point, unknown, value);
                let broken = |point: &Point| !self.holds(point, condition);
                let kept = moved.and_then(|moved| self.repair(moved, None, Some(unknown))).filter(broken);
                if let Some(kept) = kept
                    && !all.contains(&kept)
                {
                    all.push(kept);
                }
            }
        }
        all
    }

    /// The launch with the maximum number of blocks that the clauses about the grid alone permit. Without such clauses, the number
    /// is the least number of elements of an argument.
    pub(super) fn widen(&self, mut point: Point, more: Option<&Condition>) -> Point {
        for axis in (0..3).map(Unknown::Grid) {
            let conditions = || self.requires.iter().chain(more);
            let most = conditions().filter_map(|condition| match self.compared(&point, condition, axis)? {
                Limit::AtMost(most) => Some(most),
                Limit::AtLeast(_) | Limit::Equal(_) => None,
            });
            let arguments = || point.arguments.iter().copied();
            let few = || arguments().filter(|value| *value > 1).min();
            let most = most.min().filter(|most| *most <= EXTENT).or_else(few);
            let moved = most.and_then(|most| self.moved(&point, axis, most.min(EXTENT)));
            if let Some(moved) =
                moved.filter(|moved| conditions().all(|condition| self.holds(moved, condition)))
            {
                point = moved;
            }
        }
        point
    }

    /// A launch near another that keeps the contract and one further condition, with one number fixed. Where possible nothing
    /// becomes empty: of an array without elements no clause matters.
    pub(super) fn repair(
        &self,
        point: Point,
        more: Option<&Condition>,
        fixed: Option<Unknown>,
    ) -> Option<Point> {
        let filled = self.repair_above(point.clone(), (more, fixed), 0);
        filled.or_else(|| self.repair_above(point, (more, fixed), i128::MIN))
    }

    /// Repairs without moving a number above the least value down to it.
    fn repair_above(
        &self,
        mut point: Point,
        (more, fixed): (Option<&Condition>, Option<Unknown>),
        least_value: i128,
    ) -> Option<Point> {
        let conditions: Vec<&Condition> = self.requires.iter().chain(more).collect();
        let mut about: BTreeMap<Unknown, Vec<&Condition>> = BTreeMap::new();
        for condition in &conditions {
            let deciding: BTreeSet<Unknown> = condition.deciding.iter().copied().collect();
            deciding.into_iter().for_each(|unknown| about.entry(unknown).or_default().push(condition));
        }
        let count = |at: &Point, unknown: Unknown| {
            about.get(&unknown).into_iter().flatten().filter(|condition| !self.holds(at, condition)).count()
        };
        let mut moves: BTreeMap<Unknown, usize> = BTreeMap::new();
        for _ in 0..MOVES {
            let is_broken = |condition: &&&Condition| !self.holds(&point, condition);
            let Some(broken) = conditions.iter().find(is_broken).copied() else {
                return Some(point);
            };
            let mut least: Option<(usize, Unknown, Point)> = None;
            for unknown in broken.unknowns.iter().copied().filter(|unknown| Some(*unknown) != fixed) {
                let floor = least_value.min(point.value(unknown) - 1);
                let before = count(&point, unknown);
                for value in
                    self.values(&point, broken, unknown, true).into_iter().filter(|value| *value > floor)
                {
                    let Some(moved) = self.moved(&point, unknown, value) else { continue };
                    // The additional violations elsewhere. Moved numbers stay, as long as the search makes progress.
                    let lost = conditions.len() + count(&moved, unknown) - before;
                    let cost = lost + moves.get(&unknown).copied().unwrap_or(0);
                    if least.as_ref().is_none_or(|(known, ..)| cost < *known) {
                        least = Some((cost, unknown, moved));
                    }
                }
            }
            let (_, unknown, moved) = least?;
            *moves.entry(unknown).or_insert(0) += 1;
            point = moved;
        }
        None
    }
}

fn least_common_multiple(a: i128, b: i128) -> i128 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
