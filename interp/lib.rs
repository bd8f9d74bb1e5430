//! The specification read over bits: what a kernel computes, launch by launch, or the rule that it breaks. In reading
//! order: `element` reads one element, `elementwise` whole tiles of them, `memory` keeps what blocks share and who
//! touched it, `access` goes there, `machine` and `control` run a block, `launch` a grid, and
//! `explore` finds all that one can come to.

mod access;
mod anything;
mod assume;
mod bits;
mod control;
mod element;
mod elementwise;
mod explore;
mod fold;
mod launch;
mod machine;
mod memory;
mod mma;
mod outcome;
mod pointer;
mod print;
mod product;
mod recent;
mod reduce;
mod scan;
mod shape;
mod slices;
mod tile;
mod value;
mod views;

use spec::syntax::launch::Launch;
use spec::valid::Valid;

pub use explore::{Explored, Unexplored, explore};
pub use outcome::{Contents, Exhausted, FailedAssert, Limit, Options, Outcome, Step, Stop};

/// Runs a kernel: the blocks of a launch one after the other, every rule checked.
///
/// # Errors
/// The first rule that is broken, a limit that is reached, an operation without a meaning, or what is wrong with the
/// launch.
pub fn run(kernel: &Valid, launch: &Launch, options: &Options) -> Result<Outcome, Stop> {
    let mut machine = launch::machine(kernel, launch, options)?;
    play(&mut machine, launch)?;
    Ok(Outcome {
        buffers: machine
            .allocations
            .into_iter()
            .take(launch.buffers.len())
            .map(|allocation| Contents { allocation })
            .collect(),
        prints: machine.prints,
        failed_asserts: machine.failed_asserts,
        trace: machine.trace,
        blocks: machine.blocks,
        spent: options.fuel - machine.fuel,
    })
}

/// Runs a kernel as [`run`] does, and measures the buffers of the launch: how many bytes of each, from its first on, views
/// span and accesses came to, up to where the run stopped.
///
/// # Errors
/// What is wrong with the launch. How the run itself ended stands beside what was measured.
pub fn measure(kernel: &Valid, launch: &Launch, options: &Options) -> Result<Measured, Stop> {
    let mut machine = launch::machine(kernel, launch, options)?;
    let ended = play(&mut machine, launch);
    let buffers = machine.allocations.iter().take(launch.buffers.len());
    let reach = buffers.map(|allocation| allocation.reach).collect();
    Ok(Measured { ended, reach, spent: options.fuel - machine.fuel })
}

/// What came of a run that was measured.
#[derive(Debug)]
pub struct Measured {
    /// How it ended.
    pub ended: Result<(), Stop>,
    /// By buffer, how many bytes of it its views span and its accesses came to.
    pub reach: Vec<u64>,
    /// The fuel that was used ([`Options::fuel`]).
    pub spent: u64,
}

fn play(machine: &mut machine::Machine<'_>, launch: &Launch) -> Result<(), Stop> {
    let mut unfinished = None;
    for block in launch::blocks(launch, machine.options.seed) {
        match machine.run_share(block) {
            Err(Stop::Exhausted(left)) if left.limit == Limit::Fuel && machine.options.share.is_some() => {
                unfinished.get_or_insert(left);
            }
            ended => ended?,
        }
    }
    unfinished.map_or(Ok(()), |left| Err(Stop::Exhausted(left)))
}
