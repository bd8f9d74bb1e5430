//! Launches just outside one clause (boundary value analysis: Myers, "The Art of Software Testing", 1979): they keep all other
//! clauses and break one clause by the least amount. If such a launch breaks a rule of the kernel, the clause is needed, whatever
//! other clauses are left out. The search repairs launches: a number moves over the boundary, and others follow if their clauses
//! would be broken (min-conflicts: Minton, Johnston, Philips and Laird, Artificial Intelligence 1992).

mod point;

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::contract::{Contract, Expr};
use spec::syntax::launch::Launch;
use verify::Clause;

use self::point::{Condition, Point, Space};
use super::cover::Kept;
use super::{Search, Usual};
use crate::check::completion::Completion;
use crate::check::replay::{Replay, fuel};
use crate::check::report::Counterexample;
use crate::check::search::launches_of;

/// A launch with a number as large as this breaks a rule soon, or takes too long.
const LARGE: i128 = 1 << 24;

/// The divisor of its steps.
const SOON: u64 = 8;

/// After so many runs without an end, the neighbors take as long.
const TOO_LONG: usize = 4;

/// The most runs for one clause.
const RUNS: usize = 9;

/// How many launches that keep all clauses are begun with.
const BEGINNINGS: usize = 3;

/// All of so many blocks are run.
const FEW: u32 = 6;

impl Search<'_> {
    /// By place, each clause known to be needed beside all others, with a launch that breaks a rule without the clause.
    pub(super) fn find_needed(&self, all: &[Clause], most: u64) -> Kept {
        let before = self.limits.budget.spent();
        let mut needed = Kept::new();
        for at in 0..all.len() {
            if self.limits.budget.spent() - before > most || self.limits.budget.is_spent() {
                break;
            }
            let others = all[..at].iter().chain(&all[at + 1..]).cloned().collect();
            let found = self.run_outside(&all[at], others);
            tracing::debug!(clause = %all[at], needed = found.is_some(), work = self.limits.budget.spent() - before, "outside of a clause");
            if let Some(example) = found {
                needed.insert(at, Some(example));
            }
        }
        self.spend(self.limits.budget.spent() - before);
        tracing::debug!(clauses = all.len(), needed = needed.len(), "launches outside of one clause each");
        needed
    }

    /// A wrong launch outside of a single clause: a known launch, or a new one.
    pub(super) fn run_outside(&self, target: &Clause, others: Vec<Clause>) -> Option<Box<Counterexample>> {
        let is_it = |clause: &Clause, example: &Counterexample| {
            clause == target && self.admits(others.iter().cloned(), example)
        };
        let known = self.outside.borrow().iter().find(|(clause, example)| is_it(clause, example)).cloned();
        if let Some((_, example)) = known {
            return Some(example);
        }
        let example = self.look_outside(target, others)?;
        self.outside.borrow_mut().push((target.clone(), example.clone()));
        Some(example)
    }

    /// Finds such a launch among new launches.
    fn look_outside(&self, target: &Clause, mut others: Vec<Clause>) -> Option<Box<Counterexample>> {
        let condition = match target {
            Clause::Requires(expr) => Some(expr),
            // Sizes and addresses are as the contract asks: one less.
            Clause::Buffer { .. } | Clause::Align { .. } => {
                others.push(target.weaker(1)?);
                None
            }
            Clause::Contents { .. } | Clause::Related { .. } => return None,
        };
        let contract = self.with(&others);
        let bound = Bound::new(&contract, self.kernel).ok()?;
        let space = Space::new(&bound);
        let condition = condition.map(|condition| space.condition(condition));
        let condition = condition.as_ref();
        let beyond: Vec<Vec<Point>> = self
            .beginnings(&space, condition)
            .into_iter()
            .map(|point| match condition {
                Some(condition) => space.beyond(&point, condition),
                None => vec![point],
            })
            .collect();
        // The nearest of each come first.
        let farthest = beyond.iter().map(Vec::len).max().unwrap_or(0);
        let points = (0..farthest).flat_map(|at| beyond.iter().filter_map(move |points| points.get(at)));
        let mut too_long = 0;
        for point in points.take(RUNS) {
            match self.run_at(&contract, point) {
                Ran::Broken(example) => return Some(example),
                Ran::Clean => {}
                Ran::TooLong => too_long += 1,
            }
            if too_long == TOO_LONG {
                break;
            }
        }
        None
    }

    /// By place, whether a launch that keeps all other clauses breaks the clause. No launch is run, so the search is cheap.
    pub(super) fn leave_each(&self, all: &[Clause]) -> Vec<bool> {
        let contract = self.with(all);
        let Ok(bound) = Bound::new(&contract, self.kernel) else { return vec![false; all.len()] };
        let inside = self.beginnings(&Space::new(&bound), None);
        let leaves = |at: usize| {
            let others: Vec<Clause> = all[..at].iter().chain(&all[at + 1..]).cloned().collect();
            self.leaves(&inside, &all[at], &others)
        };
        (0..all.len()).map(leaves).collect()
    }

    /// Whether some launch that keeps others breaks a clause, among launches found from launches that keep all.
    fn leaves(&self, inside: &[Point], target: &Clause, others: &[Clause]) -> bool {
        let Clause::Requires(expr) = target else { return false };
        let contract = self.with(others);
        let Ok(bound) = Bound::new(&contract, self.kernel) else { return false };
        let space = Space::new(&bound);
        let condition = space.condition(expr);
        inside.iter().any(|point| !space.beyond(point, &condition).is_empty())
    }

    /// Launches that keep all clauses, with sizes that a person would choose.
    fn beginnings(&self, space: &Space<'_>, condition: Option<&Condition>) -> Vec<Point> {
        let usual = Usual::of(self.folded, space.bound, &[]);
        let launches = usual.map(|usual| usual.launches()).unwrap_or_default();
        // A launch with partial tiles, and a launch with whole tiles.
        let mut points: Vec<Point> = (launches.first().into_iter())
            .chain(launches.get(1..).and_then(<[_]>::last))
            .map(|launch| space.point(&launch.bits, launch.grid))
            .collect();
        points.push(space.all_small());
        let kept = points.into_iter().filter_map(|point| space.repair(point, condition, None));
        let kept = kept.map(|point| space.widen(point, condition));
        kept.take(BEGINNINGS).collect()
    }

    /// Runs the launches with these arguments.
    fn run_at(&self, contract: &Contract, point: &Point) -> Ran {
        let mut contract = contract.clone();
        if contract.grid.is_none() {
            contract.grid = Some(point.grid.iter().map(|extent| Expr::Number(*extent)).collect());
        }
        let Ok(bound) = Bound::new(&contract, self.kernel) else { return Ran::Clean };
        let Some(bits) = point.bits(&bound) else { return Ran::Clean };
        let accepts = |rule: Rule| self.allowances.iter().any(|allowance| allowance.rule == rule.code());
        let completion =
            Completion::new(self.kernel, &bound, self.limits.policy.ignored(), &self.limits.budget);
        let is_large = point.arguments.iter().any(|number| *number >= LARGE);
        let fuel = if is_large { fuel::BOUNDARY / SOON } else { fuel::BOUNDARY };
        for launch in launches_of(&bound, &bits) {
            let replay = completion.run(&at_corners(launch), fuel);
            tracing::debug!(arguments = ?point.arguments, grid = ?point.grid, broken = matches!(&replay, Replay::Broken(_)), "a launch outside of a clause");
            match replay {
                Replay::Broken(found) if !accepts(found.violation.rule) => return Ran::Broken(found),
                Replay::Broken(_) | Replay::Clean => {}
                Replay::Unfinished(_) => return Ran::TooLong,
            }
        }
        Ran::Clean
    }
}

/// What became of launches outside of a clause.
enum Ran {
    Broken(Box<Counterexample>),
    Clean,
    /// A run did not end.
    TooLong,
}

/// The launch with only its last and first blocks along each axis, if it has many. The last blocks most likely cross a bound, and
/// their neighbors most likely meet them.
fn at_corners(launch: Launch) -> Launch {
    if launch.grid.iter().fold(1u32, |blocks, extent| blocks.saturating_mul(*extent)) <= FEW {
        return launch;
    }
    let ends = launch.grid.map(|extent| if extent > 1 { vec![extent - 1, 0] } else { vec![0] });
    let [x, y, z] = &ends;
    let plane = |k: u32| y.iter().flat_map(move |j| x.iter().map(move |i| [*i, *j, k]));
    let corners = z.iter().flat_map(|k| plane(*k));
    let last = launch.grid.map(|extent| extent - 1);
    let neighbours = (0..3).filter(|axis| last[*axis] > 1).map(|axis| {
        let mut block = last;
        block[axis] -= 1;
        block
    });
    Launch { blocks: Some(corners.chain(neighbours).collect()), ..launch }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The blocks to run of a grid; `None` for all.
    fn blocks_of(grid: [u32; 3]) -> Option<Vec<[u32; 3]>> {
        at_corners(Launch { grid, arguments: Vec::new(), buffers: Vec::new(), blocks: None }).blocks
    }

    #[test]
    fn corners_and_the_neighbours_of_the_last_block_are_run() {
        assert_eq!(blocks_of([3, 2, 1]), None);
        assert_eq!(blocks_of([7, 1, 1]), Some(vec![[6, 0, 0], [0, 0, 0], [5, 0, 0]]));
        let most = (1 << 24) - 1;
        assert_eq!(blocks_of([most; 3]).map(|blocks| blocks.len()), Some(8 + 3));
    }
}
