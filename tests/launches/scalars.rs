//! Values of scalar arguments: small ones, and those around the contract's numbers.

use std::collections::BTreeSet;

use spec::contract::{Bound, Symbol};
use spec::domain::{greatest_signed, greatest_unsigned, least_signed};
use spec::syntax::contract::{Contract, Expr};

use super::reach::Reach;

/// The least value that is tried everywhere.
const LEAST: i128 = -3;

/// The greatest value that is tried everywhere.
const SMALL: i128 = 40;

/// If the contract has larger numbers, those around powers of two are drawn too.
const ENDS: i128 = 1 << 65;

/// Exponents of powers of two at or near limits.
const POWERS: &[u32] = &[31, 32, 33, 48, 60, 61, 62, 63];

/// The values to draw from, for each argument: small ones and those around the contract's numbers, if these are not
/// larger than `largest`; none for pointers.
pub(super) fn pools(bound: &Bound<'_>, largest: i128) -> Vec<Vec<i128>> {
    let mut numbers: BTreeSet<i128> = (LEAST..=SMALL).collect();
    let contract = bound.contract;
    for expr in contract.grid.iter().flatten().chain(&contract.requires) {
        around(expr, largest, &mut numbers);
    }
    if largest > ENDS {
        let powers = POWERS.iter().map(|power| 1i128 << power);
        numbers
            .extend(powers.flat_map(|power| [-power - 1, -power, -power + 1, power - 1, power, power + 1]));
    }
    let of = |position: usize| within(bound, position, numbers.iter().copied());
    (0..bound.kernel.params.len()).map(of).collect()
}

/// Whether a contract has numbers beyond the reach of these launches.
#[allow(dead_code, reason = "each test takes what it needs")]
pub(crate) fn states_more(contract: &Contract, reach: Reach) -> bool {
    fn greatest(expr: &Expr) -> i128 {
        match expr {
            Expr::Number(number) => number.saturating_abs(),
            Expr::Name(_) => 0,
            Expr::Unary(_, operand) | Expr::Element(_, operand) => greatest(operand),
            Expr::Binary(_, lhs, rhs) => greatest(lhs).max(greatest(rhs)),
        }
    }
    contract.grid.iter().flatten().chain(&contract.requires).any(|expr| greatest(expr) > reach.number)
}

/// The small values of an argument, the smallest first; none of a pointer.
pub(super) fn small(bound: &Bound<'_>, position: usize) -> Vec<i128> {
    let mut values = within(bound, position, LEAST..=SMALL);
    values.sort_by_key(|value| (value.abs(), *value < 0));
    values
}

/// The values that an argument's type and the clauses about it alone allow.
fn within(bound: &Bound<'_>, position: usize, values: impl Iterator<Item = i128>) -> Vec<i128> {
    let Some((least, most)) = range(bound, position) else { return Vec::new() };
    let alone = |clause: &&Expr| variables(bound, clause).into_iter().eq([position]);
    let clauses: Vec<&Expr> = bound.contract.requires.iter().filter(alone).collect();
    let holds = |value: i128| clauses.iter().all(|clause| bound.truth(clause, &mut |_| value));
    values.filter(|value| (least..=most).contains(value) && holds(*value)).collect()
}

/// The variables of an expression: arguments by position, then the axes of the grid.
pub(super) fn variables(bound: &Bound<'_>, expr: &Expr) -> BTreeSet<usize> {
    match expr {
        Expr::Number(_) => BTreeSet::new(),
        Expr::Name(name) => match bound.symbol(name) {
            Some(Symbol::Argument(position)) => BTreeSet::from([position]),
            Some(Symbol::Grid(axis)) => BTreeSet::from([bound.kernel.params.len() + axis]),
            Some(Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_)) | None => {
                BTreeSet::new()
            }
        },
        Expr::Unary(_, operand) | Expr::Element(_, operand) => variables(bound, operand),
        Expr::Binary(_, lhs, rhs) => &variables(bound, lhs) | &variables(bound, rhs),
    }
}

/// The least and the greatest value of an integer argument.
pub(super) fn range(bound: &Bound<'_>, position: usize) -> Option<(i128, i128)> {
    let bits = bound.scalar(position)?.bits();
    Some(if bound.is_unsigned(position) {
        (0, greatest_unsigned(bits))
    } else {
        (least_signed(bits), greatest_signed(bits))
    })
}

/// Numbers around those of an expression, if not too large.
fn around(expr: &Expr, largest: i128, numbers: &mut BTreeSet<i128>) {
    match expr {
        Expr::Number(number) if number.abs() <= largest => {
            let near =
                [number - 1, *number, number + 1, 2 * number - 1, 2 * number, 2 * number + 1, 3 * number];
            numbers.extend(near);
        }
        Expr::Number(_) | Expr::Name(_) => {}
        Expr::Unary(_, operand) | Expr::Element(_, operand) => around(operand, largest, numbers),
        Expr::Binary(_, lhs, rhs) => {
            around(lhs, largest, numbers);
            around(rhs, largest, numbers);
        }
    }
}
