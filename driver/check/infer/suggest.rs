//! Clauses that an author may add to an unknown kernel: the usual launch, and bounds without wrapping products of sizes.
//! Suggestions are tested.

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, binary};
use verify::{Clause, Open};

use super::guesses::Steps;
use super::history::Established;
use super::{Outcome, Search, merge, usual};

/// The most checks of a suggestion.
const TRIALS: usize = 24;

/// The divisor of a proof's work for a check with one clause less: most proofs take no more.
const PACE: u64 = 3;

/// The minimum limit for cheap proofs.
const LEAST: u64 = 200_000;

/// More than sizes and strides of arrays that are small enough for products of two of them.
const SMALL: i128 = 1_000_000;

impl Search<'_> {
    /// Needed clauses under which everything is proved; `None` if no attempt succeeds. Starts with the found clauses. Obligations
    /// proved under fewer clauses are not decided again: more clauses leave fewer launches. Sizes are bounded if an open obligation
    /// may fail for large ones.
    pub(in crate::check) fn suggest(
        &self,
        open: &Open,
        (found, bounds_sizes): (&[Clause], bool),
        known: &Established,
    ) -> Vec<Clause> {
        let Ok(bound) = Bound::new(self.base, self.folded) else { return Vec::new() };
        let (of_grid, small) = (small_grid(&bound), small(&bound));
        let mut whole = usual::guess_whole_tiles(self.folded, &bound);
        let mut usual = usual::guess(self.folded, &bound, open.grid);
        usual.extend(whole.iter().cloned());
        let empty: &[Clause] = &[];
        let mut trials = TRIALS;
        let all_parts = if bounds_sizes {
            vec![[found, &of_grid], [empty, &small], [found, &small], [&usual, &small]]
        } else {
            let implied = self.implied(&whole);
            whole.retain(|clause| !implied.contains(clause));
            vec![[found, &whole], [empty, &usual]]
        };
        for parts in all_parts {
            let mut all = Vec::new();
            parts.iter().flat_map(|part| part.iter()).for_each(|clause| merge(&mut all, clause.clone()));
            let before = self.spent.get();
            if parts[1].is_empty() || !self.proves(&all, known, u64::MAX, &mut trials) {
                continue;
            }
            let most = ((self.spent.get() - before) / PACE).max(LEAST);
            for clause in all.clone() {
                let less: Vec<Clause> = all.iter().filter(|other| **other != clause).cloned().collect();
                if self.proves(&less, known, most, &mut trials) {
                    all = less;
                }
            }
            return all;
        }
        Vec::new()
    }

    fn proves(&self, clauses: &[Clause], known: &Established, most: u64, trials: &mut usize) -> bool {
        if *trials == 0 || self.is_spent() {
            return false;
        }
        *trials -= 1;
        let steps = Steps { most, proof_only: true, established: known.under(clauses), ..Steps::of(self) };
        match self.check_in(clauses, &steps) {
            Outcome::Proved(report) => !self.hides(&report),
            Outcome::Broken(_) | Outcome::Open => false,
        }
    }
}

/// That no integer argument is negative, and none is large.
fn small(bound: &Bound<'_>) -> Vec<Clause> {
    let ends = [(Binary::Ge, 0), (Binary::Le, SMALL)];
    large_scalars(bound).flat_map(|at| ends.map(|(op, number)| says(bound, at, op, number))).collect()
}

/// That no integer argument is large which the size of the grid is made of: so there are not many blocks, and not many tiles for each.
fn small_grid(bound: &Bound<'_>) -> Vec<Clause> {
    let axes = bound.contract.grid.iter().flatten();
    let names: Vec<usize> = axes.flat_map(Expr::names).filter_map(|name| bound.position(name)).collect();
    let of_grid = large_scalars(bound).filter(|at| names.contains(at));
    of_grid.map(|at| says(bound, at, Binary::Le, SMALL)).collect()
}

/// The possibly large integer arguments.
fn large_scalars<'b>(bound: &'b Bound<'_>) -> impl Iterator<Item = usize> + 'b {
    (0..bound.kernel.params.len()).filter(|at| bound.scalar(*at).is_some_and(|of| of.bits() > 20))
}

/// A comparison of an argument with a number.
fn says(bound: &Bound<'_>, at: usize, op: Binary, number: i128) -> Clause {
    let name = Expr::Name(bound.argument_name(at).to_owned());
    Clause::Requires(binary(op, name, Expr::Number(number)))
}
