//! Clauses that exclude a launch with the largest sizes that the author names.

use std::collections::BTreeMap;

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Binary, Contract, Expr};
use verify::Clause;

use super::Suspicion;
use crate::check::report::LikelyBug;

impl Suspicion<'_> {
    /// A clause that excludes the launch with all arguments at the author's upper bounds.
    pub(super) fn find_excluded_most(&self, bound: &Bound<'_>) -> Option<LikelyBug> {
        let most = read_most(self.contract, bound);
        let known = |expr: &Expr| {
            expr.names().iter().all(|name| bound.position(name).is_some_and(|at| most.contains_key(&at)))
        };
        let truth = |expr: &Expr| {
            bound.truth(expr, &mut |symbol| match symbol {
                Symbol::Argument(at) => most.get(&at).copied().unwrap_or(0),
                Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => 0,
            })
        };
        if !self.contract.requires.iter().filter(|expr| known(expr)).all(truth) {
            return None;
        }
        self.inferred.iter().find_map(|one| {
            let Clause::Requires(expr) = &one.clause else { return None };
            let names = expr.names();
            if names.is_empty() || !known(expr) || truth(expr) {
                return None;
            }
            let largest = most.iter().map(|(at, most)| format!("{} = {most}", bound.argument_name(*at)));
            let largest = largest.collect::<Vec<_>>().join(", ");
            Some(LikelyBug::of_clause(
                one,
                format!("the contract permits {largest}, which `{expr}` excludes"),
            ))
        })
    }
}

/// The largest value that the author names for each argument, in `n <= 4096`; what is equal to such an argument is as large.
fn read_most(contract: &Contract, bound: &Bound<'_>) -> BTreeMap<usize, i128> {
    let mut most: BTreeMap<usize, i128> = BTreeMap::new();
    for clause in contract.written() {
        if let Expr::Binary(op @ (Binary::Le | Binary::Lt), name, number) = clause
            && let (Expr::Name(name), Expr::Number(number)) = (&**name, &**number)
            && let Some(position) = bound.position(name)
        {
            most.insert(position, number - i128::from(*op == Binary::Lt));
        }
    }
    for clause in contract.written() {
        if let Expr::Binary(Binary::Eq, lhs, rhs) = clause
            && let (Expr::Name(lhs), Expr::Name(rhs)) = (&**lhs, &**rhs)
            && let (Some(lhs), Some(rhs)) = (bound.position(lhs), bound.position(rhs))
        {
            let known = most.get(&lhs).or(most.get(&rhs)).copied();
            known.into_iter().for_each(|known| {
                most.insert(lhs, known);
                most.insert(rhs, known);
            });
        }
    }
    most
}
