//! The last resort of a search for clauses: a box of sizes. In the box, products of two sizes fit in 32 bits by their ranges alone, so
//! offsets do not wrap, and queries have fewer cases. Launches outside of the box stay undecided, and the report prints its bounds.

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, binary};
use verify::{Clause, Open};

use super::{Found, Search, merge};

/// The greatest size in the box: the sum of two products of two sizes fits in 32 bits.
const LARGEST: i128 = 1 << 15;

/// The most work for a proof without the box, as a multiple of the work for the proof in the box.
const FREELY: u64 = 4;

/// The width in bits of bounded arguments.
const WIDE: u32 = 32;

/// The least work for the box after a search in vain.
const LEAST: u64 = 1_000_000;

impl Search<'_> {
    /// Checks the clauses in the box, then the clauses of the best search so far.
    pub(super) fn try_boxed(&self, open: &Open, clauses: &[Clause], found: &mut Found) {
        if !open.launch() {
            return;
        }
        self.effort.set(self.spent.get() + Search::effort(open, &self.limits.budget).max(LEAST));
        let best = found.best.clone();
        if !self.accept_boxed(open, clauses, found) {
            self.accept_boxed(open, &best, found);
        }
    }

    /// As [`Search::accept_patiently`], with every integer argument in the box; then without the box, if little harder.
    fn accept_boxed(&self, open: &Open, clauses: &[Clause], found: &mut Found) -> bool {
        let boxed = self.bound_sizes(open, clauses);
        let before = self.spent.get();
        if boxed == clauses || !self.accept_patiently(&boxed, found) {
            return false;
        }
        self.accept_within(clauses, FREELY * (self.spent.get() - before), found);
        true
    }

    /// The clauses with a lower and an upper bound for each unbounded integer argument.
    fn bound_sizes(&self, open: &Open, clauses: &[Clause]) -> Vec<Clause> {
        let Ok(bound) = Bound::new(self.base, self.folded) else { return clauses.to_vec() };
        let unused: BTreeSet<usize> = self.folded.unused_parameters().into_iter().collect();
        let is_size = |at: &usize| bound.scalar(*at).is_some_and(|of| of.is_integer() && of.bits() >= WIDE);
        let mut all = clauses.to_vec();
        for at in (0..self.folded.params.len()).filter(|at| is_size(at) && !unused.contains(at)) {
            let name = Expr::Name(bound.argument_name(at).to_owned());
            for (op, number) in [(Binary::Ge, 0), (Binary::Le, LARGEST)] {
                let clause = Clause::Requires(binary(op, name.clone(), Expr::Number(number)));
                let is_said = clauses.iter().any(|other| bounds(other, op, &name));
                if !is_said && open.admits(&clause) {
                    merge(&mut all, clause);
                }
            }
        }
        all
    }
}

/// Whether a clause bounds this argument by a number on this side.
fn bounds(clause: &Clause, op: Binary, name: &Expr) -> bool {
    let Clause::Requires(Expr::Binary(own, left, right)) = clause else { return false };
    *own == op && **left == *name && matches!(**right, Expr::Number(_))
}
