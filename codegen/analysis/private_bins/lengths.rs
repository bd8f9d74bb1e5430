//! How many elements of its array a kernel reaches at most: upper bounds of the sizes that a contract states (R. E. Moore, "Interval Analysis", 1966).
//!
//! A kernel is proved for buffers that end where their clauses say, so every access is inside. Sizes are the mathematical integers
//! of the contract.

use std::collections::HashMap;

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Binary, Expr, Unary};
use spec::syntax::kernel::ValueId;

/// By pointer parameter, the maximum number of elements behind the pointer that the kernel accesses; a parameter
/// without an entry has no known end.
pub(crate) fn buffer_lengths(bound: &Bound<'_>) -> HashMap<ValueId, u64> {
    let mut lengths = HashMap::new();
    for clause in &bound.contract.buffers {
        let Some(position) = bound.position(&clause.name) else { continue };
        // A clause about the length, or about another name of the array, may hold of a longer buffer.
        let is_lower_bound = bound.is_measured(position) || !bound.with_array(position).is_empty();
        let most = upper_bound(bound, &clause.len).filter(|_| !is_lower_bound);
        let most = most.and_then(|most| u64::try_from(most).ok());
        // Two clauses may describe one buffer; the proof used the first.
        lengths.entry(bound.kernel.params[position]).or_insert(most);
    }
    lengths.into_iter().filter_map(|(param, most)| Some((param, most?))).collect()
}

/// A number that an expression is never above.
fn upper_bound(bound: &Bound<'_>, expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Number(number) => Some(*number),
        Expr::Name(name) => {
            let symbol = bound.symbol(name)?;
            bound.contract.requires.iter().filter_map(|clause| stated(bound, clause, symbol)).min()
        }
        Expr::Binary(op, lhs, rhs) => upper_bound_of(bound, *op, lhs, rhs),
        Expr::Unary(Unary::Neg | Unary::Not, _) | Expr::Element(..) => None,
    }
}

fn upper_bound_of(bound: &Bound<'_>, op: Binary, lhs: &Expr, rhs: &Expr) -> Option<i128> {
    let [left, right] = [lhs, rhs].map(|side| upper_bound(bound, side));
    match op {
        Binary::Add => left?.checked_add(right?),
        Binary::Sub => left?.checked_sub(number(rhs)?),
        Binary::Min => left.into_iter().chain(right).min(),
        Binary::Max => Some(left?.max(right?)),
        // By a number that is not negative a product grows with the other factor.
        Binary::Mul => match (number(lhs), number(rhs)) {
            (Some(by), _) if by >= 0 => right?.checked_mul(by),
            (_, Some(by)) if by >= 0 => left?.checked_mul(by),
            (_, _) => None,
        },
        Binary::Div
        | Binary::Cdiv
        | Binary::Rem
        | Binary::Eq
        | Binary::Ne
        | Binary::Lt
        | Binary::Le
        | Binary::Gt
        | Binary::Ge
        | Binary::And
        | Binary::Or => None,
    }
}

/// The number that a clause which holds has an argument, or an extent of the grid, be at most.
fn stated(bound: &Bound<'_>, clause: &Expr, symbol: Symbol) -> Option<i128> {
    let Expr::Binary(op, lhs, rhs) = clause else { return None };
    let is_it = |side: &Expr| matches!(side, Expr::Name(name) if bound.symbol(name) == Some(symbol));
    match op {
        Binary::And => {
            let sides = [lhs, rhs].map(|side| stated(bound, side, symbol));
            sides.into_iter().flatten().min()
        }
        Binary::Eq if is_it(lhs) => number(rhs),
        Binary::Eq if is_it(rhs) => number(lhs),
        Binary::Le if is_it(lhs) => number(rhs),
        Binary::Ge if is_it(rhs) => number(lhs),
        Binary::Lt if is_it(lhs) => number(rhs)?.checked_sub(1),
        Binary::Gt if is_it(rhs) => number(lhs)?.checked_sub(1),
        Binary::Eq
        | Binary::Le
        | Binary::Ge
        | Binary::Lt
        | Binary::Gt
        | Binary::Ne
        | Binary::Or
        | Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::Div
        | Binary::Cdiv
        | Binary::Rem
        | Binary::Min
        | Binary::Max => None,
    }
}

/// A constant number.
fn number(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Number(number) => Some(*number),
        Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
    }
}

#[cfg(test)]
#[path = "../../tests/units/buffer_lengths.rs"]
mod tests;
