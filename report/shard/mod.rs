//! Shards: the parts of a check that several machines share, as their reports say them, and the report of all of them.

mod file;
mod merge;
mod which;

pub(crate) use self::file::ShardFile;
pub use self::merge::{Merged, merge};
pub use self::which::Shard;
