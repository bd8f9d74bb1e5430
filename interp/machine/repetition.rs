//! Repetition: a block that returns to an earlier state never ends (cycle detection by Brent, "An Improved Monte Carlo Factorization
//! Algorithm", BIT 1980). The state at the head of a loop consists of carried values and memory; all other values were made in front of the
//! loop.

use spec::syntax::launch::Launch;
use spec::syntax::span::Place;
use spec::valid::Valid;

use crate::machine::block_order::blocks_in_order;
use crate::machine::launch::prepare;
use crate::machine::outcome::{Exhausted, Limit, Options, Stop};
use crate::machine::state::Machine;
use crate::values::value::Value;

/// The most lanes of a tile that is compared.
const LANES: usize = 4096;

/// What was seen at the head of a loop.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// A state that was seen, as text, with how often memory had changed.
    kept: Option<(String, u64)>,
    /// The number of loop heads to keep the state for, and the number of heads since.
    power: u64,
    since: u64,
}

impl Watch {
    /// Whether the block repeats a kept state at a loop head.
    pub(crate) fn comes_back(&mut self, carried: &[Value], changes: u64) -> bool {
        let Some(state) = describe(carried) else { return false };
        let state = (state, changes);
        if self.kept.as_ref() == Some(&state) {
            return true;
        }
        self.since += 1;
        if self.since >= self.power {
            (self.kept, self.power, self.since) = (Some(state), (2 * self.power).max(1), 0);
        }
        false
    }
}

/// Describes the tiles among values; `None` for too many elements. Tokens record waits, which decide nothing.
fn describe(values: &[Value]) -> Option<String> {
    let mut text = String::new();
    for value in values {
        match value {
            Value::Tile(tile) if tile.len() > LANES => return None,
            Value::Tile(tile) => text.push_str(&format!("{tile:?};")),
            Value::View(view) => text.push_str(&format!("{view:?};")),
            Value::Token(_) => {}
        }
    }
    Some(text)
}

/// A block that returned to an earlier state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repetition {
    /// The block.
    pub block: [u32; 3],
    /// The loop.
    pub at: Place,
    /// The blocks that returned to an earlier state, in the order of their runs.
    pub blocks: Vec<[u32; 3]>,
    /// Whether nobody has written to memory that blocks share since the first of them did: then no block ever goes on.
    pub is_final: bool,
}

/// Runs the blocks of a launch in turn, each until its end or a repeated state.
///
/// # Errors
/// The first broken rule, or another reason to stop.
pub fn find_repetition(
    kernel: &Valid,
    launch: &Launch,
    options: &Options,
) -> Result<Option<Repetition>, Stop> {
    let mut machine = prepare(kernel, launch, options)?;
    let mut found: Option<(Repetition, u64)> = None;
    for block in blocks_in_order(launch, options.seed) {
        match machine.run_block(block) {
            Ok(()) => {}
            Err(Stop::Exhausted(Exhausted { limit: Limit::Repetition, at, block })) => {
                let changes = machine.shared_changes();
                let first = Repetition { block, at, blocks: Vec::new(), is_final: true };
                found.get_or_insert((first, changes)).0.blocks.push(block);
            }
            Err(stop) => return Err(stop),
        }
    }
    Ok(found.map(|(mut first, changes)| {
        first.is_final = machine.shared_changes() == changes;
        first
    }))
}

impl Machine<'_> {
    /// How often memory was changed that blocks share.
    fn shared_changes(&self) -> u64 {
        self.allocations.iter().take(self.lasting).map(|allocation| allocation.changes).sum()
    }

    /// How often any memory was changed.
    pub(crate) fn changes(&self) -> u64 {
        self.allocations.iter().map(|allocation| allocation.changes).sum()
    }
}
