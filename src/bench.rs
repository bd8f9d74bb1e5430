//! `tileproof bench`: the benchmark kernels on a GPU, beside those of another compiler and beside a copy of as many bytes.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use driver::bench::{self, Event, Setup, Size};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::print;
use crate::proved::eprint_trusted;
use crate::ptx::threads;

/// What to time, and beside what.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Where to run
    #[arg(long, value_enum, default_value_t = On::Gpu)]
    device: On,
    /// A folder of cubins by another compiler, which have the same kernels with the same parameters
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
    /// A folder of cubins by that compiler of kernels with facts of their proofs, KERNEL.FACTS.sm_90.cubin (`certify --variants`)
    #[arg(long, value_name = "DIR", requires = "against")]
    certified: Option<PathBuf>,
    /// A folder with a proof of each kernel, NAME.proof, as `check --proof` writes them; without it kernels are checked here
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Only problems whose kernel's name has this in it
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,
    /// Timed runs of each kernel
    #[arg(long, value_name = "NUMBER", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// How long the device rests before each round of runs; its clock falls where work follows work
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0)]
    pause: u64,
    /// A few blocks of everything, to see that it works
    #[arg(long)]
    small: bool,
    /// Threads of a block of ours, a power of two from 32 to 1024; chosen by each kernel's tiles without it
    #[arg(long, value_name = "NUMBER", value_parser = threads)]
    threads: Option<u32>,
    /// The most seconds that a kernel may take
    #[arg(long, value_name = "SECONDS", default_value_t = launch::watch::LIMIT.as_secs())]
    watchdog: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the JSON to this file, whatever is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Where kernels are timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum On {
    /// A GPU
    Gpu,
}

/// Runs the verb.
///
/// # Errors
/// No GPU, a folder that cannot be read, or a kernel that fails.
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
    let report = bench::run(&setup, &mut |event| show(event, &mut progress));
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
            let bar = ProgressBar::new(u64::try_from(count).unwrap_or(u64::MAX));
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            *progress = Some(bar);
        }
        (Event::Problem(label), Some(bar)) => bar.set_message(label.to_owned()),
        (Event::Done, Some(bar)) => bar.inc(1),
        (Event::Trusts(clauses), _) => eprint_trusted(clauses),
        (Event::Problem(_) | Event::Done, None) => {}
    }
}
