//! Ranges: what a contract says of each integer alone.

use std::collections::HashMap;

use spec::contract::{Bound, Symbol};
use spec::domain::Number as _;
use spec::syntax::contract::MAX_GRID;

use super::Setup;
use crate::smt::lower::conjuncts;
use crate::terms::{Atom, Num, Truth, TruthNode, Var};
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

/// Narrows the range of the one variable that a condition bounds, if it does.
pub(super) fn narrow(part: &Truth, positions: &HashMap<Var, usize>, ranges: &mut [Option<(i128, i128)>]) {
    let (num, is_equation) = match part.node() {
        TruthNode::AtMostZero(num) => (num, false),
        TruthNode::Zero(num) => (num, true),
        TruthNode::Constant(_)
        | TruthNode::Var(_)
        | TruthNode::Not(_)
        | TruthNode::And(_)
        | TruthNode::Or(_) => return,
    };
    let Some((atom, coefficient, constant)) = num.as_linear_atom() else { return };
    let Atom::Var(var) = atom.atom() else { return };
    let Some(range) = positions.get(&var).and_then(|position| ranges[*position].as_mut()) else { return };
    // coefficient·v + constant ≤ 0
    let Some(limit) = constant.checked_neg() else { return };
    let limit = limit.div_euclid(coefficient.saturating_abs());
    // Of an equation that no integer solves, the fact that it is says so.
    let limit = if coefficient > 0 { limit } else { -limit };
    if is_equation || coefficient > 0 {
        range.1 = range.1.min(limit);
    }
    if is_equation || coefficient < 0 {
        range.0 = range.0.max(limit);
    }
}
