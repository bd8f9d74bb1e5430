//! Cases run on a target: where they are from (`source`), what they run on (`target`, `device`), and how many at once.

mod device;
mod parallel;
mod scratch;
mod session;
mod shard;
mod source;
mod target;

pub use self::parallel::Watcher;
pub use self::session::{Ended, Exported, Request, Session};
pub use self::shard::Shard;
pub use self::target::{Agreement, ConformTarget, Ending, compare_ending, interpret};
