//! `tileproof tune`: times candidate code for a kernel on a GPU, and keeps the settings of the fastest in a file or in the cache.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use driver::exit::Exit;
use driver::failure::Failure;
use driver::load::{Flags, find_contract};
use driver::signature::Signature;
use driver::tune::{Timed, Tuned, tune};
use launch::Device;
use spec::valid::Valid;

use crate::help;
use crate::output::{eprint, print};
use crate::proved;
use crate::run::prepare::{self, prepare};
use crate::sources::KernelArguments;

/// The kernel to time, and the launch.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    kernel: KernelArguments,
    /// The grid: blocks along x, y and z, such as 4 or 4,1,1
    #[arg(long, help_heading = help::LAUNCH, value_name = "X,Y,Z")]
    grid: Option<String>,
    /// An argument, such as N=500, in=@in.npy or out=zeros:f32[500]
    #[arg(help_heading = help::LAUNCH, long = "arg", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    args: Vec<String>,
    /// Take grid, arguments and buffers from a launch file
    #[arg(long, help_heading = help::LAUNCH, value_name = "FILE", conflicts_with_all = ["grid", "args"])]
    launch: Option<PathBuf>,
    /// Timed runs of each candidate
    #[arg(long, help_heading = help::EFFORT, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Write the fastest settings to this file, for `run --tuned FILE` and `ptx --tuned FILE` [default: keep them in the cache, for `--tuned cache`]
    #[arg(short, long, help_heading = help::FILES, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Seconds until a run on the GPU is given up
    #[arg(long, help_heading = help::EFFORT, value_name = "SECONDS", default_value_t = launch::watch::LIMIT.as_secs())]
    watchdog: u64,
}

/// Runs the verb.
///
/// # Errors
/// There is no GPU, the kernel is not proved, the launch is outside the contract, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let file = arguments.kernel.read()?;
    let refused = |problem: &_| Failure::refused(problem, &file.source);
    let asked = arguments.launch.as_deref().map(prepare::read_launch).transpose()?;
    let picked = file.kernel(asked.as_ref().and_then(|asked| asked.kernel.as_deref()))?;
    let contract = find_contract(&file.module, picked, &Flags::default());
    let contract = contract.map_err(|problem| refused(&problem.into()))?;
    let kernel = Valid::new(picked.clone()).map_err(|problem| refused(&problem))?;
    let signature = Signature::new(&kernel, &contract);
    let prepared = match asked {
        Some(asked) => prepare::from_file(&asked, &signature)?,
        None => prepare(arguments.grid.as_deref(), &arguments.args, &signature)?,
    };
    let proved = file.prove(picked)?;
    eprint(&proved::describe(&proved, arguments.kernel.verbose));
    proved::validate_launch(&proved, &prepared.launch)?;
    let device =
        Device::open(0, Duration::from_secs(arguments.watchdog)).map_err(|error| Failure::gpu(&error))?;
    let tuned =
        tune(&device, &proved, &prepared.launch, arguments.runs, &mut |words| eprint(&format!("{words}\n")))?;
    match &arguments.output {
        Some(path) => tuned.write(path)?,
        None => tuned.keep()?,
    }
    print(&describe(&tuned))?;
    Ok(Exit::Success)
}

/// A line for each candidate, and what the fastest gains.
fn describe(tuned: &Tuned) -> String {
    let line = |timed: &Timed| {
        let Timed { choice, microseconds, gain, low, high } = timed;
        format!("{}: {microseconds:.1} us, {gain:.3} ({low:.3} to {high:.3})\n", choice.describe())
    };
    let all: String = tuned.timed.iter().map(line).collect();
    all + &format!("best: {}, {:.3} times as fast\n", tuned.best.choice.describe(), tuned.best.gain)
}
