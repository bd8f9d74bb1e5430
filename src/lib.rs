//! The command line of tileproof, as a library, so that tests can call it: one verb a module ([`check`], [`run`],
//! [`explain`], [`lower`], [`ptx`], [`bench`], [`conform`]), and what they share.

pub mod accuracy;
pub mod advice;
pub mod bench;
pub mod certify;
pub mod chapters;
#[cfg(feature = "solver")]
pub mod check;
#[cfg(not(feature = "solver"))]
#[path = "unsolved.rs"]
pub mod check;
pub mod command;
pub mod conform;
pub mod contract;
pub mod diagnostic;
pub mod exit;
pub mod explain;
pub mod failure;
pub mod gpu;
pub mod kernel;
pub mod launch;
pub mod lower;
pub mod npy;
pub mod output;
pub mod picture;
pub mod proof;
pub mod ptx;
pub mod run;
pub mod scalar;
pub mod signature;
pub mod source;
