//! Ranges: what a contract says of each integer alone.

use std::collections::HashMap;

use spec::contract::{Bound, Symbol};
use spec::domain::Number as _;
use spec::syntax::contract::MAX_GRID;

use super::Setup;
use super::narrow::narrow;
use crate::smt::lower::conjuncts;
use crate::terms::{Num, Var};
use crate::values::domain::type_range;

impl<'k> Setup<'k> {
    /// The range of every integer argument: that of its type, narrowed by the clauses that bound it alone.
    pub(super) fn ranges(bound: &Bound<'k>) -> Vec<Option<(i128, i128)>> {
        let params = bound.kernel.params.len();
        let mut ranges: Vec<Option<(i128, i128)>> = (0..params)
            .map(|position| {
                bound.scalar(position).map(|scalar| type_range(scalar, bound.is_unsigned(position)))
            })
            .collect();
        let nums: Vec<Option<Num>> =
            ranges.iter().map(|range| range.map(|(lo, hi)| Num::shared("range", lo, hi))).collect();
        let positions: HashMap<Var, usize> = nums
            .iter()
            .enumerate()
            .filter_map(|(position, num)| Some((num.as_ref()?.as_var()?, position)))
            .collect();
        let mut value = |symbol| match symbol {
            Symbol::Argument(position) => nums[position].unwrap_or_else(|| Num::constant(0)),
            // A clause about the grid says nothing about one argument alone.
            Symbol::Grid(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => {
                Num::fresh("grid", 1, MAX_GRID)
            }
        };
        for clause in &bound.contract.requires {
            for part in conjuncts(&bound.truth(clause, &mut value)) {
                narrow(&part, &positions, &mut ranges);
            }
        }
        // An empty range is left to the solver to find.
        for (position, range) in ranges.iter_mut().enumerate() {
            if range.is_some_and(|(lo, hi)| lo > hi) {
                *range = bound.scalar(position).map(|s| type_range(s, bound.is_unsigned(position)));
            }
        }
        ranges
    }
}
