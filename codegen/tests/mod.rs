//! Tests of the code: the whole corpus is assembled, and small kernels run.

mod corpus;
mod elements;
mod kernels;
mod simulator;

/// The number of sampled cases: all with `SLOW`, otherwise one of [`EVERY`].
fn sample(cases: impl TryInto<u32>) -> u32 {
    cases.try_into().unwrap_or(u32::MAX) / one_of()
}

/// One of how many cases is looked at.
fn one_of() -> u32 {
    if std::env::var_os("SLOW").is_some() { 1 } else { EVERY }
}

/// Every day one case of so many.
const EVERY: u32 = 12;
