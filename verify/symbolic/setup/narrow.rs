//! Consequences of a condition for a single variable.

use std::collections::HashMap;

use crate::terms::{Atom, Truth, Var};

/// From the least to the greatest; none of what is no integer.
pub(super) type Ends = Option<(i128, i128)>;

/// Narrows the range of the single variable in a condition, if possible.
pub(super) fn narrow(part: &Truth, positions: &HashMap<Var, usize>, ranges: &mut [Ends]) {
    let Some((num, is_equation)) = part.as_comparison() else { return };
    let Some((atom, coefficient, constant)) = num.as_linear_atom() else { return };
    let Atom::Var(var) = atom.atom() else { return };
    let Some(range) = positions.get(&var).and_then(|position| ranges[*position].as_mut()) else { return };
    // coefficient·v + constant ≤ 0
    let Some(limit) = constant.checked_neg() else { return };
    let limit = limit.div_euclid(coefficient.saturating_abs());
    // An equation without an integer solution is already a contradictory fact.
    let limit = if coefficient > 0 { limit } else { -limit };
    if is_equation || coefficient > 0 {
        range.1 = range.1.min(limit);
    }
    if is_equation || coefficient < 0 {
        range.0 = range.0.max(limit);
    }
}
