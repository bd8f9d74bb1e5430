//! The data of a shard's report besides its kernels.

use std::collections::BTreeMap;

use driver::exit::Exit;
use driver::failure::Failure;
use serde::{Deserialize, Serialize};

use super::which::Shard;

/// The data of a shard's report besides its kernels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardFile {
    /// The digest of each input of the whole check, by its name.
    pub(super) inputs: BTreeMap<String, String>,
    pub(super) index: usize,
    pub(super) count: usize,
    /// The exit code of the worst kernel.
    pub(super) exit: Option<u8>,
    pub(super) problems: Vec<ProblemFile>,
}

/// An unreadable file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProblemFile {
    pub(super) message: String,
    pub(super) help: Option<String>,
    pub(super) exit: u8,
}

impl ShardFile {
    /// Of a shard, with the exit code of its worst kernel and what could not be read.
    pub(crate) fn new(shard: &Shard, worst: Option<Exit>, problems: &[Failure]) -> Self {
        let problem = |failure: &Failure| ProblemFile {
            message: failure.to_string(),
            help: failure.advice().map(str::to_owned),
            exit: failure.exit.code(),
        };
        ShardFile {
            inputs: shard.inputs.clone(),
            index: shard.index,
            count: shard.count,
            exit: worst.map(Exit::code),
            problems: problems.iter().map(problem).collect(),
        }
    }
}
