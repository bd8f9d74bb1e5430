//! The record of a run for a comparison: its stores, and the carried values of loops.

use crate::symbolic::exit::Exit;
use crate::symbolic::state::Val;
use crate::terms::{Num, Truth};
use crate::values::tile::Tile;

/// The records.
#[derive(Debug, Default)]
pub(crate) struct Traces<'k> {
    pub(crate) stores: Vec<StoredTile<'k>>,
    pub(crate) loops: Vec<CarryingLoop<'k>>,
}

/// The value of a store.
#[derive(Debug)]
pub(crate) struct StoredTile<'k> {
    /// The access, in the order of the records.
    pub(crate) access: usize,
    pub(crate) value: Tile<'k>,
    /// The lane of the access.
    pub(crate) lane: Vec<Num>,
}

/// Runs an arbitrary iteration of a `for`.
#[derive(Debug)]
pub(crate) struct CarryingLoop<'k> {
    /// The number of the iteration.
    pub(crate) number: Num,
    /// The number of iterations.
    pub(crate) turns: Num,
    /// The path condition at the head of the iteration, with the facts there.
    pub(crate) entered: Truth,
    /// What is carried: in front of the loop, at the head of the iteration, and behind the loop.
    pub(crate) inits: Vec<Val<'k>>,
    pub(crate) heads: Vec<Val<'k>>,
    pub(crate) afters: Vec<Val<'k>>,
    /// How control leaves the iteration.
    pub(crate) exits: Vec<Exit<'k>>,
}

impl<'k> CarryingLoop<'k> {
    /// A loop after the run of its iteration, before the code behind the loop.
    pub(crate) fn new(
        number: Num,
        entered: Truth,
        (inits, heads): (&[Val<'k>], Vec<Val<'k>>),
        exits: &[Exit<'k>],
    ) -> Self {
        let (turns, afters) = (number, Vec::new());
        CarryingLoop { number, turns, entered, inits: inits.to_vec(), heads, afters, exits: exits.to_vec() }
    }
}
