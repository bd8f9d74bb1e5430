//! Small launches inside a contract, all of them or drawn at random: what a proof says of all launches is tried on
//! these. `spec::admit` has the last word on whether a launch keeps the contract.

mod buffers;
mod edge;
mod floats;
mod pattern;
mod point;
mod random;
mod reach;
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
pub(crate) use self::reach::{FAR, HIGH, NEAR};
#[allow(unused_imports, reason = "each test takes what it needs")]
pub(crate) use self::scalars::states_more;
pub(crate) use self::space::{all, drawn};

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
