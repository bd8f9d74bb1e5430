//! The timeline of a run: the position, the stops, and moves between steps.
//!
//! 1. `breakpoints`, `watch`: the stops of a run.
//! 2. `moves`: forwards and backwards, by operations, lines, blocks and stops.
//! 3. `race`: the other access of a race.

pub(crate) mod breakpoints;
pub(crate) mod moves;
pub(crate) mod race;
pub(crate) mod watch;
