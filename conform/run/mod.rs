//! Cases on a target: their source (`source`, `selection`), the target (`target`, `device`), the parallelism, and the outcomes.

mod device;
mod export;
mod parallel;
mod perform;
mod scratch;
mod selection;
mod shard;
mod source;
mod target;

pub use self::export::Exported;
pub use self::parallel::Watcher;
pub(crate) use self::perform::RowOfCase;
pub use self::perform::{Batch, Ended, Way};
pub(crate) use self::selection::frozen;
pub use self::selection::{Request, Selection};
pub use self::shard::Shard;
pub use self::target::{Agreement, ConformTarget, Ending, compare_ending, interpret};
