//! A shard: one part of a check that several machines share, as its report says it, and the report of all of them.

mod merge;

use driver::exit::Exit;
use driver::failure::Failure;
use serde::{Deserialize, Serialize};

use crate::checked::Told;
use crate::fingerprint::digest;

pub use self::merge::{Merged, merge};

/// What the digest of a check is of; another choice is another version.
const VERSION: &str = concat!("tileproof.shard/1 ", env!("CARGO_PKG_VERSION"));

/// Which part of which check it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    whole: String,
    index: usize,
    count: usize,
}

impl Shard {
    /// The part of that number, from 1, of so many, of the check that these words and files make.
    pub fn new<T: AsRef<[u8]>>(index: usize, count: usize, check: impl IntoIterator<Item = T>) -> Self {
        let words: Vec<_> = check.into_iter().collect();
        let words = words.iter().map(AsRef::as_ref);
        Shard { whole: digest([VERSION.as_bytes()].into_iter().chain(words)), index, count }
    }
}

/// What the report of a shard says beside its kernels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardFile {
    /// The digest of the whole check.
    whole: String,
    index: usize,
    count: usize,
    /// The exit code of its worst kernel.
    exit: Option<u8>,
    problems: Vec<ProblemFile>,
}

/// A file that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemFile {
    message: String,
    help: Option<String>,
    exit: u8,
}

impl ShardFile {
    /// Of what was told of a shard.
    pub(crate) fn new(shard: &Shard, told: &Told<'_>) -> Self {
        let problem = |failure: &Failure| ProblemFile {
            message: failure.to_string(),
            help: failure.advice().map(str::to_owned),
            exit: failure.exit.code(),
        };
        ShardFile {
            whole: shard.whole.clone(),
            index: shard.index,
            count: shard.count,
            exit: told.worst().map(Exit::code),
            problems: told.problems.iter().map(problem).collect(),
        }
    }
}
