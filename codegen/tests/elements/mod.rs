//! The code of every element-wise operation, run for one thread and held against its definition.

mod every_operation;
mod piece;
#[expect(clippy::wildcard_enum_match_arm, reason = "element-wise operations are a few of all")]
mod reference;
#[expect(clippy::wildcard_enum_match_arm, reason = "floats are a few of all types")]
mod rounding;
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "it runs what is computed in one thread, and nothing else"
)]
mod thread;
