//! `tileproof run`: one launch on the interpreter, with every check on, or all that it can come to; or on a GPU, if the
//! kernel is proved for it.

mod device;
mod explore;
mod fill;
mod prepare;
mod results;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use interp::{Limit, Stop};
use spec::valid::Valid;

use self::prepare::prepare;
use self::results::Buffers;
use crate::contract::{self, Flags};
use crate::diagnostic::shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::kernel::pick;
use crate::output::{Style, complain, print};
use crate::proof;
use crate::signature::Signature;
use crate::source::Source;

/// What to run, and with what.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Tile IR: assembly, or bytecode with a file of contracts beside it (FILE.contract for FILE.tilebc)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Contracts for the file's kernels, wherever they stand: the names of the parameters are theirs
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// The kernel; may be left out where there is only one
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Blocks along x, y and z, for example 4 or 4,1,1
    #[arg(long, value_name = "X,Y,Z")]
    grid: Option<String>,
    /// An argument, for example N=500, in=@in.npy or out=zeros:f32[500]
    #[arg(long = "arg", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    args: Vec<String>,
    /// Write a buffer to a .npy file after the run
    #[arg(long = "out", value_name = "NAME=FILE")]
    outs: Vec<String>,
    /// Run it as the kernel that this file proves (`tileproof check FILE --proof PROOF`): a launch outside the contract
    /// is refused
    #[arg(long, value_name = "PROOF")]
    proof: Option<PathBuf>,
    /// Take grid, arguments and buffers from a launch file, such as a counterexample
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grid", "args"])]
    launch: Option<PathBuf>,
    /// Print every operation that runs
    #[arg(long)]
    trace: bool,
    /// Where to run
    #[arg(long, value_enum, default_value_t = Device::Interp)]
    device: Device,
    /// The most seconds that the kernel may take on the GPU
    #[arg(long, value_name = "SECONDS", default_value_t = launch::watch::LIMIT.as_secs())]
    watchdog: u64,
    /// Leave undetermined memory of the GPU as it is, and buffers without guards, as a sanitizer wants to see them
    #[arg(long)]
    bare: bool,
    /// The most element operations that the run may take
    #[arg(long, value_name = "STEPS")]
    fuel: Option<u64>,
    /// Run the blocks in an order that this number chooses
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Instead of running the launch, find all that it can come to by the memory model, with at most so many candidates
    /// for executions: for a few blocks of a few accesses
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["outs", "trace", "seed"])]
    explore: Option<u64>,
    /// Print what was explored as JSON
    #[arg(long, requires = "explore")]
    json: bool,
}

/// Where to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Device {
    /// The interpreter
    Interp,
    /// The first GPU: proved kernels only, and only launches that the proof is for
    Gpu,
    /// Both, which are compared
    Both,
}

/// Runs the verb.
///
/// # Errors
/// Whatever keeps the run from starting or its results from being written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let source = Source::read(&arguments.file, arguments.contract.as_deref())?;
    let refused = |problem: &_| Failure::refused(problem, &source);
    let module = source.module().map_err(|problem| refused(&problem))?;
    let file = arguments.launch.as_deref().map(prepare::read_launch).transpose()?;
    let wanted = arguments.kernel.as_deref().or(file.as_ref().and_then(|file| file.kernel.as_deref()));
    let picked = pick(&module, wanted)?;
    let contract =
        contract::contract(&module, picked, &Flags::default()).map_err(|problem| refused(&problem.into()))?;
    let kernel = Valid::new(picked.clone()).map_err(|problem| refused(&problem))?;
    let signature = Signature::new(&kernel, &contract);

    let prepared = match file {
        Some(file) => prepare::from_file(&file, &signature)?,
        None => prepare(arguments.grid.as_deref(), &arguments.args, &signature)?,
    };
    let on_gpu = arguments.device != Device::Interp;
    let proved = match &arguments.proof {
        None if !on_gpu => None,
        path => Some(proof::proved(&source, &module, picked, path.as_deref())?),
    };
    if let Some(proved) = &proved {
        complain(&proof::describe(proved));
        proof::admits(proved, &prepared.launch)?;
    }
    let outs = results::outs(&arguments.outs, &signature)?;
    let defaults = interp::Options::default();
    let options = interp::Options {
        fuel: arguments.fuel.unwrap_or(u64::MAX),
        seed: arguments.seed,
        trace: arguments.trace,
        ..defaults
    };
    if let Some(most) = arguments.explore {
        let options = interp::Options { fuel: arguments.fuel.unwrap_or(explore::FUEL), ..options };
        return explore::run((&kernel, &prepared), (&signature, &source), &options, most, arguments.json);
    }
    if let (Device::Gpu, Some(proved)) = (arguments.device, &proved) {
        let there = device::OnGpu::open(arguments, proved, &prepared, &source)?;
        return there.run(&signature, &outs);
    }
    match interp::run(&kernel, &prepared.launch, &options) {
        Ok(outcome) => {
            if let (Device::Both, Some(proved)) = (arguments.device, &proved) {
                let there = device::OnGpu::open(arguments, proved, &prepared, &source)?;
                return there.compare(&outcome, &signature, &outs);
            }
            print(&results::report(&outcome, &prepared, &signature, &source))?;
            results::write(Buffers::Interp(&outcome.buffers), &prepared, &outs)?;
            Ok(Exit::Success)
        }
        Err(stop) => stopped(&stop, &source, &signature),
    }
}

/// Says why a run did not end.
fn stopped(stop: &Stop, source: &Source, signature: &Signature) -> Result<Exit, Failure> {
    match stop {
        Stop::Violation(violation) => {
            print(&shown(source, signature, violation, Style::of_stdout()))?;
            Ok(Exit::Undefined)
        }
        Stop::Exhausted(exhausted) => {
            let help = match exhausted.limit {
                Limit::Fuel => "the kernel may not end; --fuel gives it more steps",
                Limit::Memory => "use smaller buffers, or fewer blocks",
            };
            let [x, y, z] = exhausted.block;
            let at = source.position(&exhausted.at);
            complain(&format!("resources exhausted: {stop}, in block ({x}, {y}, {z}) at {at}; {help}\n"));
            Ok(Exit::Unknown)
        }
        Stop::Unsupported(unsupported) => Err(Failure::refused(&unsupported.clone().into(), source)),
        Stop::BadLaunch(_) => {
            Err(Failure::usage(stop.to_string()).help(format!("the kernel takes {}", signature.listed())))
        }
    }
}
