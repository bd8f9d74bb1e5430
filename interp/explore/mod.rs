//! The explorer: all that a launch of a few accesses can come to, by the memory model, weak behaviour included.
//!
//! `recorder` lets a block run with chosen values, `traces` finds every way in which a block can run, `stands` what its
//! writes depend on, and `search` which combinations are executions.

pub(crate) mod recorder;
mod search;
mod stands;
mod traces;

use std::fmt;

use spec::memory::events::Program;
use spec::memory::outcomes::Answer;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use crate::outcome::{Options, Stop};

/// The most blocks that are followed at once.
pub(crate) const MOST_BLOCKS: usize = 8;

/// What an exploration has found.
#[derive(Debug, Clone)]
pub struct Explored {
    /// The blocks, each in every way in which it can run.
    pub program: Program,
    /// What comes of them. Where it is cut short, there may be more.
    pub answer: Answer,
    /// The candidates for executions that were held against the axioms.
    pub tried: u64,
    /// Whether these were all.
    pub complete: bool,
    /// Whether a block can run on, as where it waits in a loop: such runs are left out, so there may be more outcomes.
    pub endless: bool,
}

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

/// Finds what a launch can come to, with at most so many candidates for executions.
///
/// # Errors
/// A launch that is too large, that does not fit the kernel, or whose blocks do not run.
pub fn explore(
    kernel: &Valid,
    launch: &Launch,
    options: &Options,
    most: u64,
) -> Result<Explored, Unexplored> {
    let (program, endless) = traces::program(kernel, launch, options)?;
    let mut search = search::Search::new(&program, most);
    let complete = search.run();
    let (answer, tried) = (search.answer, search.tried);
    Ok(Explored { program, answer, tried, complete, endless })
}
