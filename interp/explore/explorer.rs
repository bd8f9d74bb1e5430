//! The entry point: explores one launch.

use spec::memory::events::Program;
use spec::memory::outcomes::Answer;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use crate::explore::executions::Search;
use crate::explore::limits::Unexplored;
use crate::explore::traces::find_traces;
use crate::machine::outcome::Options;

/// The result of an exploration.
#[derive(Debug, Clone)]
pub struct Explored {
    /// The blocks, with every possible run of each.
    pub program: Program,
    /// The outcomes. A search that was cut short may have missed some.
    pub answer: Answer,
    /// The candidates for executions that were held against the axioms.
    pub tried: u64,
    /// Whether the exploration is complete.
    pub complete: bool,
    /// Whether a block can run on, for example in a wait loop. Such runs are left out, so the launch may have more
    /// outcomes.
    pub endless: bool,
}

/// Finds what a launch can come to, with at most so many candidates for executions.
///
/// # Errors
/// The launch is too large or does not fit the kernel, or a block does not run.
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
