//! Cases run on a target: where they are from (`source`), what they run on (`target`, `device`), and how many at once.

mod device;
mod parallel;
mod scratch;
mod selection;
mod shard;
mod source;
mod target;

pub use self::parallel::Watcher;
pub use self::selection::{Ended, Exported, Request, Selection};
pub use self::shard::Shard;
pub use self::target::{Agreement, ConformTarget, Ending, compare_ending, interpret};
