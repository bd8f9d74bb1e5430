//! Inferred clauses that hide a missing atomic update: distinct indices, one block, or one element. They keep a race away only
//! because no two blocks or lanes are left that could meet.

use std::collections::BTreeSet;

use spec::contract::{Bound, Symbol};
use spec::origins::Origins;
use spec::rules::Rule;
use spec::syntax::contract::{Expr, Relation};
use spec::syntax::kernel::Kernel;
use verify::Clause;

use super::Suspicion;
use crate::check::report::{Inferred, LikelyBug};

/// Values of the other symbols for testing a clause: a size of one tile, and sizes of several.
const OTHERS: [i128; 6] = [1, 2, 65, 1000, 4096, 1 << 20];

/// The largest size that counts as small: no launch is left with an array of two tiles of this many elements.
const LARGEST_TILE: i128 = 1 << 14;

/// Sizes of several elements.
const SEVERAL: [i128; 10] = [2, 3, 4, 8, 64, 65, 100, 256, 1000, 1024];

/// Sizes beyond one tile.
const LARGE: [i128; 5] = [LARGEST_TILE + 1, 1 << 15, 1 << 16, 1_000_000, 1 << 20];

/// Whether a clause leaves a single value of an argument that is 0 or 1: such a clause is no repair.
pub(in crate::check) fn leaves_one(clause: &Clause, bound: &Bound<'_>) -> bool {
    let Clause::Requires(expr) = clause else { return false };
    let mut symbols = expr.names().into_iter().filter_map(|name| bound.symbol(name));
    symbols.any(|symbol| {
        matches!(symbol, Symbol::Argument(_))
            && !admits(bound, expr, symbol, &[&SEVERAL[..], &LARGE].concat())
            && admits(bound, expr, symbol, &[0, 1])
    })
}

/// Whether a clause leaves no usual size of an argument, such as one that only a size near the end of its type meets.
pub(in crate::check) fn leaves_no_usual_size(clause: &Clause, bound: &Bound<'_>) -> bool {
    let Clause::Requires(expr) = clause else { return false };
    let mut symbols = expr.names().into_iter().filter_map(|name| bound.symbol(name));
    symbols.any(|symbol| {
        matches!(symbol, Symbol::Argument(_))
            && !admits(bound, expr, symbol, &[&[0, 1][..], &SEVERAL, &LARGE].concat())
    })
}

impl Suspicion<'_> {
    /// The first clause of a conditional proof that keeps a race away by leaving nobody to race with.
    pub(super) fn find_unshared(&self, bound: &Bound<'_>) -> Option<LikelyBug> {
        if self.unproved {
            return None;
        }
        let contiguous = self.contiguous(bound);
        self.inferred.iter().find_map(|one| {
            let why = match &one.clause {
                Clause::Related { parameter, name, relation: Relation::Distinct(among) } => {
                    let describe = || self.describe_equal_elements(one, name, bound);
                    let is_table = among.as_ref().is_some_and(tells_marks) && !self.updates(one);
                    (!is_table && !self.may_be_distinct(one, *parameter)).then(describe)
                }
                // The author's launches have no more blocks.
                Clause::Requires(_) if self.usage.is_grid_guessed => None,
                // Other strides leave gaps, or let elements coincide.
                Clause::Requires(_) if contiguous.contains(&one.clause) => None,
                Clause::Requires(expr) => self.describe_one_left(one, expr, bound),
                Clause::Related { relation: Relation::Along(_), .. }
                | Clause::Buffer { .. }
                | Clause::Align { .. }
                | Clause::Contents { .. } => None,
            }?;
            let mut bug = LikelyBug::of_clause(one, why);
            if leaves_one(&one.clause, bound) {
                bug.clears.clear();
            }
            Some(bug)
        })
    }

    /// Whether the author's launches pass indices that nobody has seen, and the kernel only stores by them. Such an array may be a
    /// permutation. Updates by arbitrary indices need an atomic.
    fn may_be_distinct(&self, one: &Inferred, parameter: usize) -> bool {
        self.usage.is_launched && !self.usage.shows_contents(parameter) && !self.updates(one)
    }

    /// Whether the kernel reads and stores the array on whose account a clause is needed.
    fn updates(&self, one: &Inferred) -> bool {
        let target = one.because.as_ref().and_then(|because| because.violation.parameter);
        target.is_some_and(|target| reads_and_stores(self.folded, target))
    }

    /// The reason where the elements of an array of indices are assumed to be distinct.
    fn describe_equal_elements(&self, one: &Inferred, name: &str, bound: &Bound<'_>) -> String {
        let target = self.describe_target(one, bound);
        let who = match one.because.as_ref().map(|because| because.violation.rule) {
            Some(Rule::RaceLane) => "two lanes",
            Some(_) | None => "two blocks",
        };
        format!(
            "different elements of `{name}` may have the same value: {who} then {target} without an atomic"
        )
    }

    /// The reason if a clause about sizes leaves one block, or one element or tile, and only a race needs it.
    fn describe_one_left(&self, one: &Inferred, expr: &Expr, bound: &Bound<'_>) -> Option<String> {
        let violation = one.because.as_ref().map(|because| &because.violation)?;
        if !is_race(violation.rule) {
            return None;
        }
        let symbols: BTreeSet<&str> = expr.names().into_iter().collect();
        let target = self.describe_target(one, bound);
        symbols.into_iter().find_map(|name| match bound.symbol(name)? {
            Symbol::Grid(axis) => {
                let is_one = !admits(bound, expr, Symbol::Grid(axis), &[2, 3, 4, 64]);
                (is_one && self.shares_axis(axis, violation.parameter)).then(|| {
                    format!("only launches are left with one block along `{name}`: two blocks {target} without an atomic")
                })
            }
            symbol @ Symbol::Argument(_) => {
                let is_one = !admits(bound, expr, symbol, &[&SEVERAL[..], &LARGE].concat());
                let is_tile = !is_one && expr.names().len() == 1 && !admits(bound, expr, symbol, &LARGE);
                let left = if is_one { "at most 1" } else { "so small that one block has all elements" };
                (is_one || is_tile)
                    .then(|| format!("only launches are left in which `{name}` is {left}: otherwise two blocks or lanes {target} without an atomic"))
            }
            Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => None,
        })
    }

    /// The words for the access that meets another: an update of an array, or a store to it.
    fn describe_target(&self, one: &Inferred, bound: &Bound<'_>) -> String {
        match one.because.as_ref().and_then(|because| because.violation.parameter) {
            Some(parameter) => {
                let update = if reads_and_stores(self.folded, parameter) { "update" } else { "access" };
                format!("{update} the same element of `{}`", bound.argument_name(parameter))
            }
            None => "access the same element".to_owned(),
        }
    }

    /// Whether blocks along an axis are meant to share work. The kernel reads their index along the axis, or it reads no index and updates
    /// memory like a counter of the whole grid.
    fn shares_axis(&self, axis: usize, parameter: Option<usize>) -> bool {
        let used = self.folded.used_axes();
        let updates = || parameter.is_some_and(|parameter| reads_and_stores(self.folded, parameter));
        used.contains(&axis) || used.is_empty() && axis == 0 && updates()
    }
}

/// Whether a condition compares an element with a constant: the kernel tells slots of a table from marks such as -1.
fn tells_marks(among: &Expr) -> bool {
    matches!(among, Expr::Binary(_, _, mark) if matches!(**mark, Expr::Number(_)))
}

/// Whether the kernel reads and writes the array of a parameter.
fn reads_and_stores(kernel: &Kernel, parameter: usize) -> bool {
    let origins = Origins::new(kernel);
    origins.read.has(parameter) && origins.written.has(parameter)
}

/// Whether a rule says that two accesses do not meet.
const fn is_race(rule: Rule) -> bool {
    matches!(rule, Rule::RaceBlock | Rule::RaceLane)
}

/// Whether a clause holds for one of these values of a symbol, for a few values of the other symbols. Of two others, such as an extent
/// and the stride of the next axis, each may be the greater.
fn admits(bound: &Bound<'_>, expr: &Expr, symbol: Symbol, values: &[i128]) -> bool {
    let names = expr.names();
    let first = names.iter().filter_map(|name| bound.symbol(name)).find(|other| *other != symbol);
    let holds = |value: i128, other: i128, more: i128| {
        bound.truth(expr, &mut |asked| {
            if asked == symbol {
                value
            } else if Some(asked) == first {
                other
            } else {
                more
            }
        })
    };
    let pairs = || OTHERS.iter().flat_map(|other| OTHERS.iter().map(move |more| (*other, *more)));
    values.iter().any(|value| pairs().any(|(other, more)| holds(*value, other, more)))
}
