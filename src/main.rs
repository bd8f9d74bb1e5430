//! The command line of tileproof.

fn main() {}
