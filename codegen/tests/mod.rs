//! Tests of the code: of the whole corpus that it assembles, of small kernels what it does.

mod corpus;
mod elements;
mod kernels;
mod simulator;

/// Of so many cases those that are looked at every day: all where `SLOW` is set, and else one of [`EVERY`].
fn sample(cases: impl TryInto<u32>) -> u32 {
    cases.try_into().unwrap_or(u32::MAX) / one_of()
}

/// One of how many cases is looked at.
fn one_of() -> u32 {
    if std::env::var_os("SLOW").is_some() { 1 } else { EVERY }
}

/// Every day one case of so many.
const EVERY: u32 = 12;
