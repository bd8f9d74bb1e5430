//! Pieces of kernels: each makes some accesses, and adds to the contract what makes them right.

mod arithmetic;
mod assumptions;
mod atomics;
mod combiners;
mod extremes;
mod flow;
pub(super) mod lanes;
mod orders;
mod parts;
mod pointers;
mod steps;
pub(super) mod views;
