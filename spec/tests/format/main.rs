//! The kernel format: reading, printing and errors.

mod contracts;
mod corpus;
mod damage;
mod dialect;
mod folding;
mod generate;
mod hostile;
mod literals;
mod locations;
mod mutate;
mod problems;
mod random;
mod rows;
mod validity;
