//! A run of the benchmark, problem after problem.

use std::path::Path;
use std::time::Duration;

use codegen::Options;
use launch::Device;

use super::contest::{Others, Ours, read_cubins, time};
use super::measure::Rounds;
use super::problem::Size;
use super::report::Report;
use super::suite;
use driver::failure::Failure;

/// Runs before the timed ones: code is loaded, clocks rise.
const WARM: u32 = 3;

/// The kernels to time, and the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup<'a> {
    /// A folder of cubins by another compiler, with the same kernels and parameters.
    pub against: Option<&'a Path>,
    /// A folder of cubins by that compiler of kernels with facts of their proofs, KERNEL.FACTS.….cubin.
    pub certified: Option<&'a Path>,
    /// A folder with a proof of each kernel, NAME.proof; without it kernels are checked here.
    pub proofs: Option<&'a Path>,
    /// A text that the names of timed kernels contain.
    pub filter: &'a str,
    /// Timed runs of each kernel.
    pub runs: u32,
    /// How large problems are.
    pub size: Size,
    /// The time limit of a kernel.
    pub watchdog: Duration,
    /// The rest of the device before each round, which keeps its clock from falling.
    pub pause: Duration,
    /// Threads of a block of ours; chosen by the kernel's tiles where nothing is said.
    pub threads: Option<u32>,
}

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// The start, with the number of problems.
    Begins(usize),
    /// The start of a problem, by name.
    Problem(&'a str),
    /// Trusted clauses of the contract, without a check.
    Trusts(&'a [String]),
    /// The end of a problem.
    Done,
}

/// Times every problem.
///
/// # Errors
/// The GPU is missing, a folder cannot be read, or a kernel fails.
pub fn run(setup: &Setup<'_>, tell: &mut dyn FnMut(Event<'_>)) -> Result<Report, Failure> {
    let read = |folder: Option<&Path>| folder.map(read_cubins).transpose().map(Option::unwrap_or_default);
    let theirs = Others { against: read(setup.against)?, certified: read(setup.certified)? };
    let device = Device::open(0, setup.watchdog).map_err(|error| Failure::gpu(&error))?;
    let mut problems = suite::problems(setup.size);
    problems.retain(|problem| problem.kernel.contains(setup.filter));
    if problems.is_empty() {
        return Err(Failure::usage(format!("no benchmark kernel has `{}` in its name", setup.filter)));
    }
    let mut ours = Ours::new(setup.proofs, Options { threads: setup.threads, ..Options::default() })?;
    let rounds = Rounds { warm: WARM, timed: setup.runs, pause: setup.pause };
    let mut rows = Vec::new();
    tell(Event::Begins(problems.len()));
    for problem in &problems {
        let label = format!("{} ({})", problem.kernel, problem.label);
        tell(Event::Problem(&label));
        let timed =
            time(&device, problem, &mut ours, &theirs, rounds).map_err(|failure| failure.of(&label))?;
        tell(Event::Trusts(&timed.trusted));
        rows.push(timed.row);
        tell(Event::Done);
    }
    let against = setup.against.map(|folder| folder.display().to_string());
    Ok(Report::new(device.facts(), setup.runs, against, rows))
}
