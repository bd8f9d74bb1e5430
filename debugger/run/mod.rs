//! A run in time: its position, its stops, and moves through it.
//!
//! 1. `history`: the run so far, with snapshots that recreate every earlier state.
//! 2. `breakpoints`, `watch`: reasons to stop.
//! 3. `moves`: forwards and backwards, by operations, lines, blocks and stops.
//! 4. `race`: the other access of a race.

pub(crate) mod breakpoints;
pub(crate) mod history;
pub(crate) mod moves;
pub(crate) mod race;
pub(crate) mod watch;
