//! All small launches of a contract, in order.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::contract::{Contract, Expr};
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;

use super::plain::Draw;
use super::{Sketch, scalars};

/// Combinations of scalar arguments that are gone through to find the launches among them.
const COMBINATIONS: usize = 1 << 22;

/// How far numbers go on from those of a contract that has no smaller ones.
const NEAR: i128 = 8;

/// One launch, with some contents of memory, for every combination of scalar arguments that a small launch can have,
/// the smallest first; nothing where there are more than `most`, or too many combinations to look at.
pub(crate) fn every(kernel: &Kernel, contract: &Contract, most: usize) -> Option<Vec<Launch>> {
    let bound = Bound::new(contract, kernel).expect("the contract fits its kernel");
    let mut pools = scalars::pools(&bound);
    let small = among(&bound, &pools, most)?;
    if !small.is_empty() {
        return Some(small);
    }
    let mut large = BTreeSet::new();
    contract.requires.iter().for_each(|clause| numbers(clause, &mut large));
    pools.iter_mut().filter(|pool| !pool.is_empty()).for_each(|pool| pool.extend(&large));
    among(&bound, &pools, most)
}

/// The launches whose scalar arguments are among these.
fn among(bound: &Bound<'_>, pools: &[Vec<i128>], most: usize) -> Option<Vec<Launch>> {
    let count = pools.iter().map(|pool| pool.len().max(1)).try_fold(1usize, usize::checked_mul)?;
    if count > COMBINATIONS {
        return None;
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for number in 0..count {
        let mut left = number;
        let values = pools.iter().map(|pool| {
            let at = left % pool.len().max(1);
            left /= pool.len().max(1);
            pool.get(at).copied().unwrap_or(0)
        });
        let Some(sketch) = Sketch::of(bound, values.collect()) else { continue };
        if !seen.insert(sketch.scalars.clone()) {
            continue;
        }
        found.extend(sketch.launch(&mut Draw::new(number as u64)));
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}

/// The numbers of an expression, and those that follow them.
fn numbers(expr: &Expr, found: &mut BTreeSet<i128>) {
    match expr {
        Expr::Number(number) => found.extend(*number..*number + NEAR),
        Expr::Name(_) => {}
        Expr::Unary(_, operand) => numbers(operand, found),
        Expr::Binary(_, lhs, rhs) => {
            numbers(lhs, found);
            numbers(rhs, found);
        }
    }
}
