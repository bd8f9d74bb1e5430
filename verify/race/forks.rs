//! Trace partitioning of token order (Mauborgne and Rival, ESOP 2005). What an access waits for may depend on the side of an
//! `if`, and on the presence of an iteration of a `for`.
//!
//! Token order is found without values ([`TokenOrder`]), where control joins as what holds on every way. An `if` or a `for` outside
//! of all loops runs once at most, so it takes one side in a run of a block, or is not come to. So the runs of a block
//! are divided by the sides of such operations. Token order is found separately for each part, and races are checked
//! under its conditions. One side of an operation that a run does not come to stands for both.

use std::collections::{BTreeMap, HashSet};

use spec::domain::Bool as _;
use spec::syntax::kernel::{Block, Kernel, OpId, Operation};

use crate::race::token_order::{Coverage, TokenOrder};
use crate::terms::Truth;
use crate::values::access::Fork;

/// Token order under a condition.
pub(crate) struct OrderedPart<'k> {
    when: Truth,
    order: TokenOrder<'k>,
    /// The operations that do not run in this part.
    left_out: HashSet<OpId>,
}

/// The parts that the runs of a block are divided into.
pub(crate) fn divide_by_forks<'k>(kernel: &'k Kernel, forks: &[Fork<'k>]) -> Vec<OrderedPart<'k>> {
    let mut ways = vec![(Truth::constant(true), BTreeMap::new(), HashSet::new())];
    for fork in forks {
        let sides = fork.sides();
        let taking = |(when, taken, left_out): &(Truth, BTreeMap<OpId, usize>, HashSet<OpId>)| {
            let (when, taken, left_out) = (*when, taken.clone(), left_out.clone());
            (0..2).map(move |side| {
                let (mut taken, mut left_out) = (taken.clone(), left_out.clone());
                taken.insert(fork.op.id, side);
                let others = fork.op.regions.iter().enumerate().filter(|(region, _)| *region != side);
                others.for_each(|(_, region)| collect(region, &mut left_out));
                (when.and(&sides[side]), taken, left_out)
            })
        };
        ways = ways.iter().flat_map(taking).collect();
    }
    let part =
        |(when, taken, left_out)| OrderedPart { when, order: TokenOrder::taking(kernel, taken), left_out };
    ways.into_iter().map(part).collect()
}

fn collect(block: &Block, found: &mut HashSet<OpId>) {
    for op in &block.ops {
        found.insert(op.id);
        op.regions.iter().for_each(|region| collect(region, found));
    }
}

/// What an access waits for of an earlier one, with the condition of all parts in which both run; no condition where these agree.
pub(crate) fn group_by_coverage(
    parts: &[OrderedPart<'_>],
    earlier: &Operation,
    later: &Operation,
) -> Vec<(Truth, Coverage)> {
    let runs = |part: &&OrderedPart<'_>| [earlier, later].iter().all(|op| !part.left_out.contains(&op.id));
    let mut groups: Vec<(Truth, Coverage)> = Vec::new();
    for part in parts.iter().filter(runs) {
        let coverage = part.order.coverage(earlier, later);
        match groups.iter_mut().find(|(_, known)| *known == coverage) {
            Some((when, _)) => *when = when.or(&part.when),
            None => groups.push((part.when, coverage)),
        }
    }
    match groups.as_slice() {
        [(_, coverage)] => vec![(Truth::constant(true), *coverage)],
        _ => groups,
    }
}
