//! The command line of tileproof, as a library, so that tests can call it.

pub mod picture;
