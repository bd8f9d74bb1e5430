//! All small launches of a contract, in order.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;

use super::plain::Draw;
use super::{Sketch, scalars};

/// Combinations of scalar arguments that are gone through to find the launches among them.
const COMBINATIONS: usize = 1 << 22;

/// One launch, with some contents of memory, for every combination of scalar arguments that a small launch can have,
/// the smallest first; nothing where there are more than `most`, or too many combinations to look at.
pub(crate) fn every(kernel: &Kernel, contract: &Contract, most: usize) -> Option<Vec<Launch>> {
    let bound = Bound::new(contract, kernel).expect("the contract fits its kernel");
    let pools = scalars::pools(&bound);
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
        let Some(sketch) = Sketch::of(&bound, values.collect()) else { continue };
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
