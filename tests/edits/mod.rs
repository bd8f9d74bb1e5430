//! Changes to kernels: every way to change one place of a kernel, kind by kind.

mod assumptions;
mod axes;
mod comparisons;
mod constants;
mod contracts;
mod edit;
mod far;
mod flow;
mod geometry;
mod kinds;
mod loops;
mod masks;
mod operands;
mod operators;
mod paddings;
mod places;
mod promises;
mod rows;
mod scope;
mod sites;
mod tiles;
mod tokens;

pub(crate) use self::contracts::closed;
pub(crate) use self::edit::{Draft, changed, operations};
pub(crate) use self::kinds::{KINDS, Kind};
pub(crate) use self::scope::visible;
pub(crate) use self::sites::{Mutant, first_index, hash, indices};
