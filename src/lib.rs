//! The command line of tileproof, as a library, so that tests can call it.

pub mod exit;
pub mod failure;
pub mod launch;
pub mod npy;
pub mod output;
pub mod picture;
pub mod scalar;
pub mod signature;
pub mod source;
