//! The memory model: the relations between two accesses. `model.md` has the axioms, `races.md` the rules.

pub mod access;
pub mod address_space;
pub mod axioms;
pub mod dependence;
pub mod dependents;
pub mod events;
pub mod layouts;
pub mod outcomes;
pub mod positions;
pub mod relations;
mod scalars;
mod specialized;
pub mod strength;
