//! Changes to kernels: every way to change one place of a kernel, kind by kind.
//!
//! `edit` makes a change, `sites` finds the places for it, and `kinds` lists all kinds; the folders sort them by subject.

mod addresses;
mod contracts;
mod control;
mod edit;
mod flow;
mod kinds;
mod scope;
mod sites;
mod values;

pub(crate) use self::contracts::closed;
pub(crate) use self::edit::{Draft, changed, operations};
pub(crate) use self::kinds::{KINDS, Kind};
pub(crate) use self::scope::visible;
pub(crate) use self::sites::{Mutant, first_index, hash, indices};
