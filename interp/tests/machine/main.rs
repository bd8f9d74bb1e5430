//! Whole kernels on the machine: what they leave in memory, and the rule that they break.

mod assume;
mod atomics;
mod case;
mod corpus;
mod launches;
mod loops;
mod pointers;
mod print;
mod races;
mod reduce;
mod shapes;
mod slice;
mod undetermined;
mod views;
