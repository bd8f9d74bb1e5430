//! Ranges: what a contract says of each integer alone, and of each axis of the grid.

use std::collections::HashMap;

use spec::contract::{Bound, Symbol};
use spec::domain::Number as _;

use super::Setup;
use super::narrow::{Ends, narrow};
use crate::smt::lower::conjuncts;
use crate::terms::{Num, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Var};
use crate::values::domain::type_range;

impl<'k> Setup<'k> {
    /// The range of every integer argument and of every axis of the grid: the range of the type, narrowed by the clauses about the
    /// symbol alone.
    pub(super) fn ranges(bound: &Bound<'k>) -> (Vec<Ends>, [Ends; 3]) {
        let params = bound.kernel.params.len();
        let of_type = |position: usize| {
            bound.scalar(position).map(|scalar| type_range(scalar, bound.is_unsigned(position)))
        };
        let of_grid = |axis: usize| Some((1, bound.kernel.language.max_grid(axis)));
        let mut ranges: Vec<Ends> = (0..params).map(of_type).chain((0..3).map(of_grid)).collect();
        let nums: Vec<Option<Num>> =
            ranges.iter().map(|range| range.map(|(lo, hi)| Num::shared("range", lo, hi))).collect();
        let positions: HashMap<Var, usize> = nums
            .iter()
            .enumerate()
            .filter_map(|(position, num)| Some((num.as_ref()?.as_var()?, position)))
            .collect();
        let mut value = |symbol| match symbol {
            Symbol::Argument(position) => nums[position].unwrap_or_else(|| Num::constant(0)),
            Symbol::Grid(axis) => nums[params + axis].unwrap_or_else(|| Num::constant(1)),
            Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => {
                Num::fresh("element", UNBOUNDED_BELOW, UNBOUNDED_ABOVE)
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
                *range = if position < params { of_type(position) } else { of_grid(position - params) };
            }
        }
        let axes = std::array::from_fn(|axis| ranges[params + axis]);
        ranges.truncate(params);
        (ranges, axes)
    }
}
