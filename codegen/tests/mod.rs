//! Tests of the code: of the whole corpus that it assembles, of small kernels what it does.

#[expect(clippy::wildcard_enum_match_arm, reason = "it knows what the tests use")]
mod arithmetic;
mod corpus;
#[expect(clippy::wildcard_enum_match_arm, reason = "it knows what the tests use")]
mod machine;
mod matrices;
mod products;
mod simulated;
