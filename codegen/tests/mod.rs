//! Tests of the code: of the whole corpus that it assembles, of small kernels what it does.

mod corpus;
mod elements;
mod kernels;
mod simulator;
