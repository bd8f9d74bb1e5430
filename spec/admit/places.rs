//! Numbers of an array of a list, where a condition states them by the place of the array.

use std::collections::HashMap;

use crate::contract::INDEX;
use crate::syntax::contract::{Binary, Expr};

/// A number of the array at a place, or the place itself.
pub(super) fn number_at(own: &HashMap<String, i128>, at: i128, name: &str) -> Option<i128> {
    if name == INDEX { Some(at) } else { own.get(name).copied() }
}

/// The numbers that a condition states for the array at a place, where it names the place: `i == 0 && n == 8 || i == 1 && n == 9`.
pub(super) fn numbers_at(among: &Expr, at: i128) -> Vec<(String, i128)> {
    let stated = |case: &Expr| -> Vec<(String, i128)> {
        case.operands(Binary::And).into_iter().filter_map(equation).collect()
    };
    let mut here = among
        .operands(Binary::Or)
        .into_iter()
        .map(stated)
        .filter(|stated| stated.iter().all(|(name, number)| name != INDEX || *number == at));
    match (here.next(), here.next()) {
        (Some(only), None) => only.into_iter().filter(|(name, _)| name != INDEX).collect(),
        (_, _) => Vec::new(),
    }
}

/// The name and the number of an equation.
fn equation(expr: &Expr) -> Option<(String, i128)> {
    let Expr::Binary(Binary::Eq, name, number) = expr else { return None };
    match (&**name, &**number) {
        (Expr::Name(name), Expr::Number(number)) => Some((name.clone(), *number)),
        (_, _) => None,
    }
}
