//! How far launches go: the numbers of their arguments and the blocks of their grids.

/// The most blocks along an axis.
pub(super) const GRID: i128 = 6;

/// The most blocks of a launch.
pub(super) const BLOCKS: i128 = 36;

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
