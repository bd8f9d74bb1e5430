//! The limits of the explorer.

use std::fmt;

use crate::machine::outcome::Stop;

/// The most blocks that are followed at once.
pub(crate) const MOST_BLOCKS: usize = 8;

/// Why nothing was explored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unexplored {
    /// A block does not run.
    Stop(Stop),
    /// The launch is too large, or of a kind that is not followed: why, in one sentence without a full stop.
    TooLarge(String),
}

impl fmt::Display for Unexplored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unexplored::Stop(stop) => write!(f, "{stop}"),
            Unexplored::TooLarge(why) => write!(f, "the launch cannot be explored: {why}"),
        }
    }
}

impl std::error::Error for Unexplored {}

pub(crate) fn too_large(why: String) -> Unexplored {
    Unexplored::TooLarge(why)
}
