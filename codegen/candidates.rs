//! The few ways to make a kernel's code that are worth timing. The cost model is in `lower/block_size.rs` and
//! `lower/mma/strategy.rs`: it says how many threads and stages are best, of what the code does and what a multiprocessor has. The
//! cost model cannot see how the caches and schedulers of a device handle one problem size. So the neighbors of its choice are
//! timed, nearest first.

use spec::problem::Unsupported;
use spec::proof::Proved;

use crate::compile::{Program, compile};
use crate::lower::block_order::GROUP;
use crate::target::{Options, Target};

/// Threads of the smallest and of the largest blocks that are tried.
const THREADS: [u32; 2] = [32, 1024];

/// The maximum number of stages of a candidate.
const MAX_STAGES: u32 = 8;

/// A candidate worth timing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The options of the compilation.
    pub options: Options,
    /// The code.
    pub program: Program,
}

/// Returns the code that the cost model chooses, then its neighbors with different code.
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
        // Dropping the producer from the chosen code is always slower.
        let is_alike = program.needs_maps() == all[0].program.needs_maps();
        if is_alike && all.iter().all(|known| known.program.ptx != program.ptx) {
            all.push(Candidate { options, program });
        }
    }
    Ok(all)
}

/// The options that differ from the model's choice in one setting.
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

/// The number of computing threads in a block with a copying warpgroup.
fn consumers(threads: u32) -> u32 {
    threads.saturating_sub(crate::lower::mma::strategy::PRODUCER_THREADS).max(1)
}

/// Whether loops of the code have stages.
fn is_pipelined(program: &Program) -> bool {
    program.needs_maps() || program.ptx.contains("cp.async")
}
