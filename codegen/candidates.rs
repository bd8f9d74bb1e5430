//! The few ways to make a kernel's code that are worth timing. The cost model is in `lower/block_size.rs` and `lower/mma/strategy.rs`:
//! it says how many threads and stages are best, of what the code does and what a multiprocessor has. What it cannot see is how
//! caches and schedulers of one device take one size of one problem, so its neighbours are tried, the nearest first.

use spec::problem::Unsupported;
use spec::proof::Proved;

use crate::compile::{Program, compile};
use crate::lower::block_order::GROUP;
use crate::target::{Options, Target};

/// Threads of the smallest and of the largest blocks that are tried.
const THREADS: [u32; 2] = [32, 1024];

/// The most stages that are tried.
const MAX_STAGES: u32 = 8;

/// Code that is worth timing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// How it is made.
    pub options: Options,
    /// The code.
    pub program: Program,
}

/// The code that the cost model chooses, then its neighbours whose code is another one.
///
/// # Errors
/// The first operation that has no code.
pub fn candidates(proved: &Proved, target: Target) -> Result<Vec<Candidate>, Unsupported> {
    let chosen = Options::default();
    let program = compile(proved, target, chosen)?;
    let neighbours = neighbours(&program);
    let mut all = vec![Candidate { options: chosen, program }];
    for options in neighbours {
        // A neighbour that does not fit is none.
        let Ok(program) = compile(proved, target, options) else { continue };
        // One without a producer where the chosen code has one is slower for sure.
        let is_alike = program.needs_maps() == all[0].program.needs_maps();
        if is_alike && all.iter().all(|known| known.program.ptx != program.ptx) {
            all.push(Candidate { options, program });
        }
    }
    Ok(all)
}

/// What differs from the model's choice in one thing.
fn neighbours(program: &Program) -> Vec<Options> {
    let mut all = Vec::new();
    let plain = Options::default();
    // Of code with a producer the block has its warpgroup too.
    let threads =
        if program.threads.is_power_of_two() { program.threads } else { consumers(program.threads) };
    // As many may be another code: two tile blocks share a block of threads only where nobody says how many threads one has.
    for other in [threads, threads / 2, threads * 2, threads / 4] {
        if (THREADS[0]..=THREADS[1]).contains(&other) {
            all.push(Options { threads: Some(other), ..plain });
        }
    }
    if is_pipelined(program) {
        all.extend((2..=MAX_STAGES).map(|stages| Options { stages: Some(stages), ..plain }));
    }
    if program.persistent.is_some() {
        all.extend(
            [GROUP / 2, GROUP * 2 / 3, GROUP * 4 / 3].map(|group| Options { group: Some(group), ..plain }),
        );
    }
    all
}

/// The threads that compute, of a block with a warpgroup that copies.
fn consumers(threads: u32) -> u32 {
    threads.saturating_sub(crate::lower::mma::pipeline::roles::PRODUCER_THREADS).max(1)
}

/// Whether loops of the code have stages.
fn is_pipelined(program: &Program) -> bool {
    program.needs_maps() || program.ptx.contains("cp.async")
}
