//! What the specification's definitions and the lemmas promise, proved for all integers: the functions that interpreter
//! and verifier run are read over the solver's integers, so extents, strides and sizes of tiles are arbitrary.

mod halves;
mod layouts;
mod lemmas;
mod proof;
mod reading;
mod rules;
mod views;
