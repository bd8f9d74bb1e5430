//! Shards: the parts of a check on several machines, as their reports describe them, and the merged report.

mod file;
mod merge;
mod which;

pub(crate) use self::file::ShardFile;
pub use self::merge::{Merged, merge};
pub use self::which::Shard;
