//! A simulated machine of many threads, which runs code instruction by instruction.

#[expect(clippy::wildcard_enum_match_arm, reason = "it knows what the tests use")]
pub(crate) mod arithmetic;
pub(crate) mod bulk;
mod fragments;
#[expect(clippy::wildcard_enum_match_arm, reason = "it knows what the tests use")]
pub(crate) mod machine;
