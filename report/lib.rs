//! The report of a check, in formats for people, editors and services. Nothing here prints or opens a file to write.
//!
//! # In reading order
//!
//! - [`text`], [`diagnostic`], [`picture`], [`explain`]: a rule and how it was broken, for a person; runs show these too.
//! - `entry`: the findings of a check; `checked`: the whole result, with its exit code; `fingerprint`: the identity of a finding
//!   across changes of its file.
//! - `accept`: findings that are accepted, by a baseline or a configuration, and so are counted and not told.
//! - `format`: the formats by their names. `human`, with the author's line and advice from `headline`; `short`; `json`, the public
//!   interface; `sarif`; [`junit`]; `github`; `html`.
//! - `several`: the report for all configurations of a kernel, and the report of a comparison.
//! - `shard`: a check divided over several machines, and the merge of their reports.
#![warn(clippy::as_conversions)]

#[cfg(feature = "solver")]
pub mod accept;
#[cfg(feature = "solver")]
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
