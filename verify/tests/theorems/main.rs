//! Theorems about the specification's definitions and lemmas, for all integers. The functions of interpreter and verifier are read over the
//! solver's integers, so extents, strides and tile sizes are arbitrary.

mod halves;
mod layouts;
mod lemmas;
mod proof;
mod reading;
mod rules;
mod views;
