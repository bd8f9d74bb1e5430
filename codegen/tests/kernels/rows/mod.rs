//! Loops over rows that are longer than a tile, on the simulated machine beside the interpreter.

mod copied_ahead;
mod counters;
mod kept_tiles;
mod main_loops;
mod masks;
mod whole_tiles;
mod words;
