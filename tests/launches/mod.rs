//! Small launches inside a contract, all of them or drawn at random: what a proof says of all launches is tried on
//! these. `spec::admit` has the last word on whether a launch keeps the contract.

mod buffers;
mod edge;
mod floats;
mod point;
mod random;
mod scalars;
mod space;

use spec::contract::Bound;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;

#[allow(unused_imports, reason = "each test takes what it needs")]
pub(crate) use self::point::Point;
pub(crate) use self::random::Draw;
#[allow(unused_imports, reason = "each test takes what it needs")]
pub(crate) use self::scalars::states_more;
pub(crate) use self::space::{all, drawn};

/// The most blocks along an axis.
const GRID: i128 = 6;

/// The most blocks of a launch.
const BLOCKS: i128 = 36;

/// How far launches reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The greatest number of the contract around which arguments are drawn.
    pub(crate) number: i128,
    /// Whether grids are small.
    pub(crate) few: bool,
}

/// Launches around small numbers of the contract.
pub(crate) const NEAR: Reach = Reach { number: 1 << 14, few: true };

/// Launches around whatever numbers the contract has, and of a few blocks.
#[allow(dead_code, reason = "each test takes what it needs")]
pub(crate) const HIGH: Reach = Reach { number: 1 << 100, few: true };

/// Launches around whatever numbers the contract has.
#[allow(dead_code, reason = "each test takes what it needs")]
pub(crate) const FAR: Reach = Reach { number: 1 << 65, few: false };

/// So many launches of a contract, or as many as are found.
pub(crate) fn draw(kernel: &Kernel, contract: &Contract, wanted: usize) -> Vec<Launch> {
    let bound = Bound::new(contract, kernel).expect("the contract fits its kernel");
    let mut draw = Draw::named(&kernel.name);
    let mut points = drawn(&bound, wanted, NEAR, &mut draw);
    // Memory holds something else every time: where there are few points, each gives several launches.
    while !points.is_empty() && points.len() < wanted {
        points.extend_from_within(..points.len().min(wanted - points.len()));
    }
    points.iter().filter_map(|point| point.launch(&bound, &mut draw)).collect()
}

/// One launch, with some contents of memory, for every point of a contract, the smallest first; `None` where there are
/// more than `most`.
#[allow(dead_code, reason = "each test takes what it needs")]
pub(crate) fn every(kernel: &Kernel, contract: &Contract, most: usize) -> Option<Vec<Launch>> {
    let bound = Bound::new(contract, kernel).expect("the contract fits its kernel");
    let points = all(&bound).filter(|points| points.len() <= most)?;
    let mut draw = Draw::named(&kernel.name);
    Some(points.iter().filter_map(|point| point.launch(&bound, &mut draw)).collect())
}
