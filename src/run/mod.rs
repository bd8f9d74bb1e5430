//! `tileproof run`: one launch on the interpreter with every check on, or all its outcomes by the memory model. A proved kernel
//! also runs on a GPU.

mod device;
mod explore;
mod fill;
mod launched;
pub(crate) mod prepare;
mod results;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::load::{Flags, Meaning, find_contract};
use driver::signature::Signature;
use driver::tune::Settings;
use spec::admit::admit;
use spec::contract::Bound;
use spec::proof::Proved;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Kernel;

use self::launched::Run;
use self::prepare::{Prepared, prepare};
use self::results::Buffers;
use crate::help;
use crate::output::{eprint, print};
use crate::proved;
use crate::sources::KernelArguments;

/// The help of `--proof` for a run.
const PROOF: &str = "Run with this proof (from `tileproof check FILE --proof PROOF`), and refuse launches outside its contract";

/// The kernel to run, its launch, and the device.
#[derive(Debug, Args)]
#[command(mut_arg("proof", |proof| proof.help(PROOF)))]
pub struct Arguments {
    #[command(flatten)]
    kernel: KernelArguments,
    /// The grid: blocks along x, y and z, such as 4 or 4,1,1
    #[arg(long, help_heading = help::LAUNCH, value_name = "X,Y,Z")]
    grid: Option<String>,
    /// An argument, such as N=500, in=@in.npy or out=zeros:f32[500]
    #[arg(help_heading = help::LAUNCH, long = "arg", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    args: Vec<String>,
    /// Write a buffer to a .npy file after the run
    #[arg(help_heading = help::REPORT, long = "out", value_name = "NAME=FILE")]
    outs: Vec<String>,
    /// Take grid, arguments and buffers from a launch file, such as a counterexample
    #[arg(long, help_heading = help::LAUNCH, value_name = "FILE", conflicts_with_all = ["grid", "args"])]
    launch: Option<PathBuf>,
    /// Print every operation as it runs
    #[arg(long, help_heading = help::REPORT)]
    trace: bool,
    /// The device
    #[arg(long, help_heading = help::GPU, value_enum, default_value_t = Device::Interp)]
    device: Device,
    /// Seconds until a kernel on the GPU is given up
    #[arg(long, help_heading = help::GPU, value_name = "SECONDS", default_value_t = launch::watch::LIMIT.as_secs())]
    watchdog: u64,
    /// Neither fill uninitialized GPU memory nor guard buffers (for compute-sanitizer)
    #[arg(long, help_heading = help::GPU)]
    bare: bool,
    /// Threads per block, a power of two from 32 to 1024 [default: chosen from the tile sizes]
    #[arg(long, help_heading = help::GPU, value_name = "NUMBER", value_parser = crate::ptx::threads)]
    threads: Option<u32>,
    /// Generate code with the settings of this file from `tileproof tune`, or with those in the cache (the word cache)
    #[arg(long, help_heading = help::GPU, value_name = "FILE|cache", conflicts_with = "threads")]
    tuned: Option<Settings>,
    /// The maximum number of element operations
    #[arg(long, help_heading = help::EFFORT, value_name = "STEPS")]
    fuel: Option<u64>,
    /// Run the blocks in a random order with this seed
    #[arg(long, help_heading = help::LAUNCH, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Find every outcome that the memory model allows, from at most this many candidate executions
    ///
    /// This works for launches with a few blocks and a few accesses.
    #[arg(long, help_heading = help::EXPLORATION, value_name = "NUMBER", conflicts_with_all = ["outs", "trace", "seed"])]
    explore: Option<u64>,
    /// Print the outcomes as JSON
    #[arg(long, help_heading = help::EXPLORATION, requires = "explore")]
    json: bool,
}

/// The device of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Device {
    /// The interpreter
    Interp,
    /// The first GPU, for proved kernels and launches within their contract
    Gpu,
    /// Both, with a comparison of the results
    Both,
}

/// Runs the verb.
///
/// # Errors
/// The run cannot start, or its results cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let file = arguments.kernel.read()?;
    let (source, module) = (&file.source, &file.module);
    let refused = |problem: &_| Failure::refused(problem, source);
    let asked = arguments.launch.as_deref().map(prepare::read_launch).transpose()?;
    let picked = file.kernel(asked.as_ref().and_then(|asked| asked.kernel.as_deref()))?;
    let contract =
        find_contract(module, picked, &Flags::default()).map_err(|problem| refused(&problem.into()))?;
    let meaning = Meaning::new(source, module, picked)?;
    if let Some(note) = &meaning.note {
        eprint(&format!("note: {note}\n"));
    }
    let signature = Signature::new(&meaning.compiled, &contract);

    let prepared = match asked {
        Some(asked) => prepare::from_file(&asked, &signature)?,
        None => prepare(arguments.grid.as_deref(), &arguments.args, &signature)?,
    };
    let must_be_proved = arguments.device != Device::Interp || arguments.kernel.proof.is_some();
    let proved = must_be_proved.then(|| file.prove(picked)).transpose()?;
    if let Some(proved) = &proved {
        eprint(&proved::describe(proved, arguments.kernel.verbose));
        proved::validate_launch(proved, &prepared.launch)?;
    }
    if proved.is_none() {
        note_outside(&contract, picked, &prepared);
    }
    let run = Run { kernel: &meaning.kernel, prepared: &prepared, signature: &signature, source };
    execute(run, arguments, proved.as_ref())
}

/// Notes that a launch lies outside of the contract, with the broken clause. The launch runs anyway.
fn note_outside(contract: &Contract, kernel: &Kernel, prepared: &Prepared) {
    // A contract without a meaning excludes no launch.
    let Ok(bound) = Bound::new(contract, kernel) else { return };
    if let Err(clause) = admit(&bound, &prepared.launch) {
        eprint(&format!("note: this launch is outside of the contract: it breaks `{clause}`\n"));
    }
}

/// Runs the launch on the chosen device.
fn execute(run: Run<'_>, arguments: &Arguments, proved: Option<&Proved>) -> Result<Exit, Failure> {
    let outs = results::outs(&arguments.outs, run.signature)?;
    let options = interp::Options {
        fuel: arguments.fuel.unwrap_or(u64::MAX),
        seed: arguments.seed,
        trace: arguments.trace,
        ..interp::Options::default()
    };
    if let Some(most) = arguments.explore {
        let options = interp::Options { fuel: arguments.fuel.unwrap_or(explore::FUEL), ..options };
        return explore::run(run, &options, most, arguments.json);
    }
    let on_gpu = device::Asked {
        interpreter_only: arguments.trace || arguments.seed.is_some(),
        watchdog: Duration::from_secs(arguments.watchdog),
        bare: arguments.bare,
        options: codegen::Options { threads: arguments.threads, ..codegen::Options::default() },
        tuned: arguments.tuned.clone(),
    };
    if let (Device::Gpu, Some(proved)) = (arguments.device, proved) {
        let there = device::OnGpu::open(&on_gpu, proved, run.prepared, run.source)?;
        return there.run(run.signature, &outs);
    }
    match interp::run(run.kernel, &run.prepared.launch, &options) {
        Ok(outcome) => {
            if let (Device::Both, Some(proved)) = (arguments.device, proved) {
                let there = device::OnGpu::open(&on_gpu, proved, run.prepared, run.source)?;
                return there.compare(&outcome, run.signature, &outs);
            }
            print(&results::report(&outcome, run.prepared, run.signature, run.source))?;
            results::write(Buffers::Interp(&outcome.buffers), run.prepared, &outs)?;
            Ok(Exit::Success)
        }
        Err(stop) => run.report_stop(&stop),
    }
}
