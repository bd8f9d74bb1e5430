//! Trace partitioning of token order (Mauborgne and Rival, ESOP 2005). What an access waits for may depend on the side of an
//! `if`, and on the presence of an iteration of a `for`.
//!
//! Token order is found without values ([`TokenOrder`]), where control joins as what holds on every way. An `if` or a `for` outside
//! of all loops runs once at most, so it takes one side in a run of a block, or is not come to. So the runs of a block
//! are divided by the sides of such operations. Token order is found separately for each part, and races are checked
//! under its conditions. One side of an operation that a run does not come to stands for both.

use std::collections::BTreeMap;

use spec::domain::Bool as _;
use spec::syntax::kernel::{Kernel, OpId};

use crate::race::token_order::TokenOrder;
use crate::terms::Truth;
use crate::values::access::Fork;

/// Token order under a condition.
pub(crate) struct OrderedPart<'k> {
    pub(crate) when: Truth,
    pub(crate) order: TokenOrder<'k>,
}

/// The parts that the runs of a block are divided into.
pub(crate) fn divide_by_forks<'k>(kernel: &'k Kernel, forks: &[Fork<'k>]) -> Vec<OrderedPart<'k>> {
    let mut ways = vec![(Truth::constant(true), BTreeMap::new())];
    for fork in forks {
        let taking = |(when, taken): &(Truth, BTreeMap<OpId, usize>)| {
            let (when, taken) = (*when, taken.clone());
            (0..2).map(move |side| {
                let mut taken = taken.clone();
                taken.insert(fork.op.id, side);
                (when.and(&fork.sides[side]), taken)
            })
        };
        ways = ways.iter().flat_map(taking).collect();
    }
    let part = |(when, taken)| OrderedPart { when, order: TokenOrder::taking(kernel, taken) };
    ways.into_iter().map(part).collect()
}
