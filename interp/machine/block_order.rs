//! The order of the blocks in a run: a linear congruence with a factor coprime to their number, so that a permutation of any size takes no
//! memory. The seed is mixed as in SplitMix (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).

use spec::syntax::launch::Launch;

use crate::values::host_width::to_u64;

/// The blocks of a launch in execution order.
pub(crate) fn blocks_in_order(launch: &Launch, seed: Option<u64>) -> impl Iterator<Item = [u32; 3]> {
    let turns = Turns::new(launch, seed);
    (0..turns.order.count).map_while(move |turn| turns.block(turn))
}

/// The blocks of a launch by their turns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turns<'l> {
    launch: &'l Launch,
    order: BlockOrder,
}

impl<'l> Turns<'l> {
    /// The order of a launch; a seed selects the order.
    pub(crate) fn new(launch: &'l Launch, seed: Option<u64>) -> Self {
        let [x, y, z] = launch.grid.map(u128::from);
        let count = launch.blocks.as_ref().map_or(x * y * z, |blocks| to_u64(blocks.len()).into());
        Turns { launch, order: BlockOrder::new(count, seed) }
    }

    /// The block at a position of the order; `None` after the last block.
    pub(crate) fn block(&self, turn: u128) -> Option<[u32; 3]> {
        if turn >= self.order.count {
            return None;
        }
        let [x, y, _] = self.launch.grid.map(u128::from);
        let position = self.order.at(turn);
        Some(match &self.launch.blocks {
            Some(blocks) => blocks[usize::try_from(position).expect("the order has the positions of a list")],
            None => [position % x, position / x % y, position / x / y]
                .map(|at| u32::try_from(at).expect("a coordinate is below the extent of the grid")),
        })
    }
}

/// An order of `0..count` that takes no room however many there are: `turn ↦ turn·factor + first`, where the factor
/// has no divisor in common with the count.
#[derive(Debug, Clone, Copy)]
struct BlockOrder {
    count: u128,
    factor: u128,
    first: u128,
}

impl BlockOrder {
    fn new(count: u128, seed: Option<u64>) -> Self {
        let Some(seed) = seed.filter(|_| count > 1) else { return BlockOrder { count, factor: 1, first: 0 } };
        let (one, two) = (mix_bits(seed), mix_bits(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        let mut factor = u128::from(one) % count;
        while gcd(factor, count) != 1 {
            factor = (factor + 1) % count;
        }
        BlockOrder { count, factor, first: u128::from(two) % count }
    }

    /// At most 2⁷² blocks, and a factor below 2⁶⁴ times a turn below 2⁶⁴, fit: a run never gets further.
    fn at(&self, turn: u128) -> u128 {
        (turn.wrapping_mul(self.factor) + self.first) % self.count
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Steele, Lea and Flood's mixer of 64 bits.
fn mix_bits(seed: u64) -> u64 {
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}
