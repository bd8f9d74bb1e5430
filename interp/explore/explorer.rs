//! The entry point: explores one launch.

use spec::memory::events::Program;
use spec::memory::outcomes::Answer;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use crate::explore::executions::Search;
use crate::explore::limits::Unexplored;
use crate::explore::traces::find_traces;
use crate::machine::outcome::Options;

/// What an exploration has found.
#[derive(Debug, Clone)]
pub struct Explored {
    /// The blocks, each in every way in which it can run.
    pub program: Program,
    /// The outcomes. A search that was cut short may have missed some.
    pub answer: Answer,
    /// The candidates for executions that were held against the axioms.
    pub tried: u64,
    /// Whether these were all.
    pub complete: bool,
    /// Whether a block can run on, as where it waits in a loop: such runs are left out, so there may be more outcomes.
    pub endless: bool,
}

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
    let (program, endless) = find_traces(kernel, launch, options)?;
    let mut search = Search::new(&program, most);
    let complete = search.run();
    let (answer, tried) = (search.answer, search.tried);
    Ok(Explored { program, answer, tried, complete, endless })
}
