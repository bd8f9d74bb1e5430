//! What a check says, in the formats that people, editors and services read. Nothing here prints or opens a file to write.
//!
//! # In reading order
//!
//! - [`text`], [`diagnostic`], [`picture`], [`explain`]: a rule and how it was broken, for a person; runs show these too.
//! - `entry`: what a check found, one thing an entry; `checked`: all of it, with the exit code that it makes; `fingerprint`: what a
//!   finding is known by when the file around it changes.
//! - `accept`: findings that are accepted, by a baseline or a configuration, and so are counted and not told.
//! - `format`: the formats by their names. `human`, with the author's line and what to change there from `headline`; `short`; `json`,
//!   the interface that others build on; `sarif`; [`junit`]; `github`; `html`.
//! - `several`: what a check says of all configurations of one kernel, and what a comparison of two kernels says.
//! - `shard`: a check that several machines share, and their reports as one.
#![warn(clippy::as_conversions)]

#[cfg(feature = "solver")]
pub mod accept;
#[cfg(feature = "solver")]
mod called;
#[cfg(feature = "solver")]
pub mod checked;
pub mod diagnostic;
#[cfg(feature = "solver")]
pub mod entry;
pub mod explain;
#[cfg(feature = "solver")]
pub mod fingerprint;
#[cfg(feature = "solver")]
pub mod format;
#[cfg(feature = "solver")]
pub mod github;
#[cfg(feature = "solver")]
pub mod headline;
#[cfg(feature = "solver")]
pub mod html;
#[cfg(feature = "solver")]
pub mod human;
#[cfg(feature = "solver")]
pub mod json;
pub mod junit;
pub mod picture;
#[cfg(feature = "solver")]
pub mod proposal;
#[cfg(feature = "solver")]
pub mod region;
#[cfg(feature = "solver")]
pub mod sarif;
#[cfg(feature = "solver")]
pub mod several;
#[cfg(feature = "solver")]
pub mod shard;
#[cfg(feature = "solver")]
pub mod short;
pub mod text;
