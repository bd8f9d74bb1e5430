//! `tileproof bench`: times the benchmark kernels on a GPU, beside another compiler's code and beside a copy of equal size.

use std::path::PathBuf;
use std::time::Duration;

use ::bench::{Event, Setup, Size};
use clap::{Args, ValueEnum};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use indicatif::{ProgressBar, ProgressStyle};

use crate::help;
use crate::output::print;
use crate::proved::eprint_trusted;
use crate::ptx::threads;
use spec::syntax::count::u64_from_usize;

/// The kernels to time, and the comparison.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The device
    #[arg(long, help_heading = help::GPU, value_enum, default_value_t = On::Gpu)]
    device: On,
    /// Compare with another compiler's cubins of the benchmark kernels in this folder
    #[arg(long, help_heading = help::KERNELS, value_name = "DIR")]
    against: Option<PathBuf>,
    /// Compare with cubins of certified kernels, KERNEL.FACTS.sm_90.cubin (from `certify --variants`)
    #[arg(long, help_heading = help::KERNELS, value_name = "DIR", requires = "against")]
    certified: Option<PathBuf>,
    /// Use the proofs NAME.proof of this folder (from `check --proof`) instead of checking the kernels
    #[arg(long, help_heading = help::KERNELS, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Time only kernels with this text in their name
    #[arg(long, help_heading = help::KERNELS, value_name = "TEXT", default_value = "")]
    filter: String,
    /// Timed runs of each kernel
    #[arg(long, help_heading = help::EFFORT, value_name = "NUMBER", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Pause before each round of runs, because the clock of a busy GPU falls
    #[arg(long, help_heading = help::EFFORT, value_name = "MILLISECONDS", default_value_t = 0)]
    pause: u64,
    /// Run small sizes only, as a smoke test
    #[arg(long, help_heading = help::EFFORT)]
    small: bool,
    /// Threads per block, a power of two from 32 to 1024 [default: chosen from the tile sizes]
    #[arg(long, help_heading = help::GPU, value_name = "NUMBER", value_parser = threads)]
    threads: Option<u32>,
    /// Seconds until a kernel on the GPU is given up
    #[arg(long, help_heading = help::GPU, value_name = "SECONDS", default_value_t = launch::watch::LIMIT.as_secs())]
    watchdog: u64,
    /// Print JSON
    #[arg(long, help_heading = help::REPORT)]
    json: bool,
    /// Also write the JSON to this file
    #[arg(long, help_heading = help::REPORT, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The device of a benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum On {
    /// A GPU
    Gpu,
}

/// Runs the verb.
///
/// # Errors
/// The GPU is missing, a folder cannot be read, or a kernel fails.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let On::Gpu = arguments.device;
    let setup = Setup {
        against: arguments.against.as_deref(),
        certified: arguments.certified.as_deref(),
        proofs: arguments.proofs.as_deref(),
        filter: &arguments.filter,
        runs: arguments.runs,
        size: if arguments.small { Size::Small } else { Size::Full },
        watchdog: Duration::from_secs(arguments.watchdog),
        pause: Duration::from_millis(arguments.pause),
        threads: arguments.threads,
    };
    let mut progress = None;
    let report = ::bench::run(&setup, &mut |event| show(event, &mut progress));
    if let Some(progress) = progress {
        if report.is_ok() { progress.finish_and_clear() } else { progress.abandon() }
    }
    let report = report?;
    let json = report.json().map_err(|error| Failure::usage(error.to_string()))?;
    if let Some(path) = &arguments.out {
        write_file(path, json.as_bytes())?;
    }
    print(&if arguments.json { json } else { report.text() })?;
    Ok(if report.is_right() { Exit::Success } else { Exit::Fault })
}

/// Shows on a bar how far a run has come.
fn show(event: Event<'_>, progress: &mut Option<ProgressBar>) {
    match (event, progress) {
        (Event::Begins(count), progress) => {
            let style = ProgressStyle::with_template("{pos}/{len} {msg}");
            let bar = ProgressBar::new(u64_from_usize(count));
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            *progress = Some(bar);
        }
        (Event::Problem(label), Some(bar)) => bar.set_message(label.to_owned()),
        (Event::Done, Some(bar)) => bar.inc(1),
        (Event::Trusts(clauses), _) => eprint_trusted(clauses),
        (Event::Problem(_) | Event::Done, None) => {}
    }
}
