//! The specification read over solver terms.

mod domain;
mod lower;
mod solver;
mod terms;
