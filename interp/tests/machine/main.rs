//! Whole kernels on the machine: memory contents and broken rules.

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
