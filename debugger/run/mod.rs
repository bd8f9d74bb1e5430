//! A run in time: where it stands, what stops it, and how one moves through it.
//!
//! 1. `history`: the run so far, from which every earlier state is made again.
//! 2. `breakpoints`, `watch`: what stops a run.
//! 3. `moves`: forwards and backwards, by operations, lines, blocks and stops.
//! 4. `race`: the other access of a race.

pub(crate) mod breakpoints;
pub(crate) mod history;
pub(crate) mod moves;
pub(crate) mod race;
pub(crate) mod watch;
