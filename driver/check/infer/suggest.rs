//! Clauses that an author may add where a kernel is unknown: the usual launch, and bounds within which no product of sizes wraps. What
//! is suggested was tried.

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, binary};
use verify::{Clause, Open};

use super::{Outcome, Search, merge, usual};

/// The most checks that a suggestion may cost.
const TRIALS: usize = 24;

/// More than sizes and strides of arrays that are small enough for products of two of them.
const SMALL: i128 = 1 << 20;

impl Search<'_> {
    /// Clauses under which everything is proved, each of them needed; none where nothing that is tried helps. Begins with what was found.
    pub(in crate::check) fn suggest(&self, open: &Open, found: &[Clause]) -> Vec<Clause> {
        let Ok(bound) = Bound::new(self.base, self.folded) else { return Vec::new() };
        let small = small(&bound);
        let mut usual = usual::guess(self.folded, &bound, open.grid);
        usual.extend(usual::guess_whole_tiles(self.folded, &bound));
        let empty: &[Clause] = &[];
        let mut trials = TRIALS;
        for parts in [[empty, &small], [found, &small], [&usual, &small]] {
            let mut all = Vec::new();
            parts.iter().flat_map(|part| part.iter()).for_each(|clause| merge(&mut all, clause.clone()));
            if !self.proves(&all, &mut trials) {
                continue;
            }
            for clause in all.clone() {
                let less: Vec<Clause> = all.iter().filter(|other| **other != clause).cloned().collect();
                if self.proves(&less, &mut trials) {
                    all = less;
                }
            }
            return all;
        }
        Vec::new()
    }

    fn proves(&self, clauses: &[Clause], trials: &mut usize) -> bool {
        if *trials == 0 || self.is_spent() {
            return false;
        }
        *trials -= 1;
        match self.check_with(clauses, u64::MAX) {
            Outcome::Proved(report) => !self.hides(&report),
            Outcome::Broken(_) | Outcome::Open => false,
        }
    }
}

/// That no integer argument is negative, and none is large.
fn small(bound: &Bound<'_>) -> Vec<Clause> {
    let scalars =
        (0..bound.kernel.params.len()).filter(|at| bound.scalar(*at).is_some_and(|of| of.bits() > 20));
    let said = |position: usize| {
        let name = || Expr::Name(bound.argument_name(position).to_owned());
        [(Binary::Ge, 0), (Binary::Le, SMALL)]
            .map(|(op, number)| Clause::Requires(binary(op, name(), Expr::Number(number))))
    };
    scalars.flat_map(said).collect()
}
