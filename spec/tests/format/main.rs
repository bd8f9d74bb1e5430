//! The kernel format: what is read, what is printed, what is refused.

mod contracts;
mod corpus;
mod damage;
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
