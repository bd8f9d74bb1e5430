//! Tests of the code: of the whole corpus that it assembles, of small kernels what it does.

mod accesses;
mod agreement;
#[expect(clippy::wildcard_enum_match_arm, reason = "it knows what the tests use")]
mod arithmetic;
mod corpus;
mod elements;
#[expect(clippy::wildcard_enum_match_arm, reason = "it knows what the tests use")]
mod machine;
mod matrices;
mod memory;
mod piece;
mod pipeline;
mod products;
#[expect(clippy::wildcard_enum_match_arm, reason = "element-wise operations are a few of all")]
mod reference;
#[expect(clippy::wildcard_enum_match_arm, reason = "floats are a few of all types")]
mod rounding;
mod simulated;
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "it runs what is computed in one thread, and nothing else"
)]
mod thread;
