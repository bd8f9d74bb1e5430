//! The command line of tileproof, as a library, so that tests can call it: one verb a module ([`check`], [`run`],
//! [`fix`], [`explain`], [`lower`], [`ptx`], [`bench`](mod@bench), [`conform`], [`certify`]), and how results are shown.
//!
//! What is done is done by the crates `driver` and `conform`; here are arguments, texts, JSON and pictures.
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
pub mod diagnostic;
pub mod explain;
#[cfg(feature = "solver")]
pub mod fix;
#[cfg(not(feature = "solver"))]
pub use check as fix;
#[cfg(feature = "solver")]
mod interrupt;
mod log;
pub mod lower;
pub mod output;
pub mod picture;
mod proved;
pub mod ptx;
pub mod run;
mod sources;
