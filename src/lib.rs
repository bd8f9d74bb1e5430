//! The command line of tileproof, as a library for tests. Each verb is a module ([`check`], [`run`], [`debug`](mod@debug), [`fix`],
//! [`equiv`], [`server`], [`explain`], [`lower`], [`ptx`], [`tune`], [`bench`](mod@bench), [`conform`], [`certify`]). [`setup`] has the
//! small verbs, and `help` has the help texts.
//!
//! The crates `driver` and `conform` do the work, and `report` presents it. This crate handles arguments and output.
#![warn(clippy::as_conversions)]

pub mod bench;
pub mod certify;
#[cfg(feature = "solver")]
pub mod check;
#[cfg(not(feature = "solver"))]
#[path = "unsolved.rs"]
pub mod check;
pub mod command;
pub mod conform;
pub mod debug;
#[cfg(feature = "solver")]
pub mod equiv;
#[cfg(not(feature = "solver"))]
pub use check as equiv;
pub mod explain;
#[cfg(feature = "solver")]
pub mod fix;
#[cfg(not(feature = "solver"))]
pub use check as fix;
#[cfg(not(feature = "solver"))]
pub use check as server;
mod help;
mod interrupt;
pub mod lower;
pub mod output;
mod proved;
pub mod ptx;
pub mod run;
#[cfg(feature = "solver")]
pub mod server;
pub mod setup;
mod sources;
pub mod tune;
