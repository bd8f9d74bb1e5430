//! A run in time: its position, its stops, and moves through it.
//!
//! 1. `breakpoints`, `watch`: what stops a run.
//! 2. `moves`: forwards and backwards, by operations, lines, blocks and stops.
//! 3. `race`: the other access of a race.

pub(crate) mod breakpoints;
pub(crate) mod moves;
pub(crate) mod race;
pub(crate) mod watch;
