//! Tests of the code: of the whole corpus that it assembles, of small kernels what it does.

mod arithmetic;
mod corpus;
mod machine;
mod products;
mod simulated;
