//! What is recorded of a run for a comparison with another kernel's: what is stored, and what loops carry.

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

/// What a store writes.
#[derive(Debug)]
pub(crate) struct StoredTile<'k> {
    /// Its access, in the order of the records.
    pub(crate) access: usize,
    pub(crate) value: Tile<'k>,
    /// The lane of which the access is.
    pub(crate) lane: Vec<Num>,
}

/// A `for` by an arbitrary iteration of it.
#[derive(Debug)]
pub(crate) struct CarryingLoop<'k> {
    /// The number of the iteration.
    pub(crate) number: Num,
    /// How many iterations there are.
    pub(crate) turns: Num,
    /// Where control is at the head of the iteration, with what holds there.
    pub(crate) entered: Truth,
    /// What is carried: in front of the loop, at the head of the iteration, and behind the loop.
    pub(crate) inits: Vec<Val<'k>>,
    pub(crate) heads: Vec<Val<'k>>,
    pub(crate) afters: Vec<Val<'k>>,
    /// How control leaves the iteration.
    pub(crate) exits: Vec<Exit<'k>>,
}

impl<'k> CarryingLoop<'k> {
    /// A loop after its iteration was run, before the code behind it.
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
