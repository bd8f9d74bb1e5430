//! Runs of whole launches, block after block.

use spec::syntax::launch::Launch;
use spec::valid::Valid;

use crate::machine::block_order::blocks_in_order;
use crate::machine::launch::prepare;
use crate::machine::outcome::{Contents, Limit, Options, Outcome, Stop};
use crate::machine::slice::Slice;
use crate::machine::state::Machine;

/// Runs a kernel: the blocks of a launch one after the other, every rule checked.
///
/// # Errors
/// The first rule that is broken, a limit that is reached, an operation without a meaning, or what is wrong with the
/// launch.
pub fn run(kernel: &Valid, launch: &Launch, options: &Options) -> Result<Outcome, Stop> {
    let mut machine = prepare(kernel, launch, options)?;
    run_blocks(&mut machine, launch)?;
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
        open: machine.open,
        spent: options.fuel - machine.fuel,
    })
}

/// Runs a kernel like [`run`], and measures the buffers of the launch: the bytes of each that views span and accesses reached, up to the
/// end of the run. Irrelevant numbers are not computed, so the run takes less fuel; the broken rule, its place and block stay equal.
///
/// # Errors
/// The launch is invalid. The end of the run itself is part of the result.
pub fn measure(kernel: &Valid, launch: &Launch, options: &Options) -> Result<Measured, Stop> {
    if let Some(slice) = Slice::of(kernel, launch, options) {
        let mut machine = prepare(kernel, launch, options)?;
        machine.slice = Some(slice);
        let measured = measure_blocks(&mut machine, launch);
        if machine.slice.is_none_or(|slice| !slice.failed) {
            return Ok(measured);
        }
    }
    Ok(measure_blocks(&mut prepare(kernel, launch, options)?, launch))
}

fn measure_blocks(machine: &mut Machine<'_>, launch: &Launch) -> Measured {
    let ended = run_blocks(machine, launch);
    let buffers = machine.allocations.iter().take(launch.buffers.len());
    let reach = buffers.map(|allocation| allocation.reach).collect();
    Measured { ended, reach, spent: machine.options.fuel - machine.fuel }
}

/// The result of a measured run.
#[derive(Debug)]
pub struct Measured {
    /// The end of the run.
    pub ended: Result<(), Stop>,
    /// By buffer, the number of bytes that its views span and its accesses reach.
    pub reach: Vec<u64>,
    /// The used fuel ([`Options::fuel`]).
    pub spent: u64,
}

fn run_blocks(machine: &mut Machine<'_>, launch: &Launch) -> Result<(), Stop> {
    let mut unfinished = None;
    for block in blocks_in_order(launch, machine.options.seed) {
        match machine.run_block_with_share(block) {
            // A block with an exhausted share stops; the others continue, as if the block were slow.
            Err(Stop::Exhausted(left)) if left.limit == Limit::Fuel && machine.options.share.is_some() => {
                unfinished.get_or_insert(left);
            }
            ended => ended?,
        }
    }
    unfinished.map_or(Ok(()), |left| Err(Stop::Exhausted(left)))
}

impl Machine<'_> {
    /// Makes everything ready for a block of the grid.
    pub(crate) fn begin_block(&mut self, block: [u32; 3]) {
        self.blocks.push(block);
        self.counts.fill(0);
        self.rounds.clear();
        // Arrays of the previous block end with the block.
        self.allocations.truncate(self.lasting);
        self.scratch.fill(None);
    }

    /// Runs one block of the grid.
    pub(crate) fn run_block(&mut self, block: [u32; 3]) -> Result<(), Stop> {
        self.begin_block(block);
        self.run_region(&self.kernel.body)?;
        Ok(())
    }

    /// Runs one block of the grid with its share of the remaining fuel.
    pub(crate) fn run_block_with_share(&mut self, block: [u32; 3]) -> Result<(), Stop> {
        let share = self.options.share.unwrap_or(u64::MAX).min(self.fuel);
        let others = self.fuel - share;
        self.fuel = share;
        let ended = self.run_block(block);
        self.fuel += others;
        ended
    }
}
