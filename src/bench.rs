//! `tileproof bench`: the benchmark kernels on a GPU, beside those of another compiler and beside a copy of as many bytes.

mod measure;
mod problem;
mod report;
mod statistics;
mod suite;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use launch::{Code, Device, Error, Image, Kernel, Parameter};
use spec::proof::Proved;
use spec::syntax::kernel::Module;

use self::measure::{Rounds, measure};
use self::problem::{Given, Inputs, Problem, Size};
use self::report::{Report, Row};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::gpu;
use crate::kernel::pick;
use crate::output::{print, write_file};
use crate::proof;
use crate::source::Source;

/// What to time, and beside what.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Where to run
    #[arg(long, value_enum, default_value_t = On::Gpu)]
    device: On,
    /// A folder of cubins by another compiler, which have the same kernels with the same parameters
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
    /// A folder with a proof of each kernel, NAME.proof, as `check --proof` writes them; without it kernels are checked here
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Only problems whose kernel's name has this in it
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,
    /// Timed runs of each kernel
    #[arg(long, value_name = "NUMBER", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// A few blocks of everything, to see that it works
    #[arg(long)]
    small: bool,
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

/// Runs before the timed ones: code is loaded, clocks rise.
const WARM: u32 = 3;

/// Runs the verb.
///
/// # Errors
/// No GPU, a folder that cannot be read, or a kernel that fails.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let On::Gpu = arguments.device;
    let theirs = arguments.against.as_deref().map(cubins).transpose()?.unwrap_or_default();
    let device = Device::open(0, Duration::from_secs(arguments.watchdog));
    let device = device.map_err(|error| Failure::gpu(&error))?;
    let size = if arguments.small { Size::Small } else { Size::Full };
    let mut problems = suite::problems(size);
    problems.retain(|problem| problem.kernel.contains(&arguments.filter));
    if problems.is_empty() {
        return Err(Failure::usage(format!("no benchmark kernel has `{}` in its name", arguments.filter)));
    }
    let style = ProgressStyle::with_template("{pos}/{len} {msg}");
    let progress = ProgressBar::new(problems.len() as u64);
    progress.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut ours = Ours::new(arguments.proofs.as_deref())?;
    let rounds = Rounds { warm: WARM, timed: arguments.runs };
    let mut rows = Vec::new();
    for problem in &problems {
        let label = format!("{} ({})", problem.kernel, problem.label);
        progress.set_message(label.clone());
        let row = time(&device, problem, &mut ours, &theirs, rounds);
        rows.push(row.map_err(|failure| failure.of(&label)).inspect_err(|_| progress.abandon())?);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let right = rows.iter().all(Row::is_right);
    let against = arguments.against.as_ref().map(|folder| folder.display().to_string());
    let report = Report::new(device.facts(), arguments.runs, against, rows);
    let (text, json) = (report.text(), serde_json::to_string_pretty(&report));
    let json = json.map_err(|error| Failure::usage(error.to_string()))? + "\n";
    if let Some(path) = &arguments.out {
        write_file(path, json.as_bytes())?;
    }
    print(if arguments.json { &json } else { &text })?;
    Ok(if right { Exit::Success } else { Exit::Fault })
}

/// A file with code.
struct Cubin {
    name: String,
    bytes: Vec<u8>,
}

/// The cubins of a folder, in order.
fn cubins(folder: &Path) -> Result<Vec<Cubin>, Failure> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error| Failure::file(&path, "read", &error)
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        paths.push(entry.map_err(unreadable(folder))?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "cubin"));
    paths.sort();
    let read = |path: &PathBuf| {
        let bytes = fs::read(path).map_err(unreadable(path))?;
        Ok(Cubin { name: path.display().to_string(), bytes })
    };
    let all = paths.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
    if all.is_empty() {
        return Err(Failure::usage(format!("{} has no cubins", folder.display()))
            .help("`bench/cubins.sh DIR` makes them, where NVIDIA's tile compiler is"));
    }
    Ok(all)
}

/// The benchmark's kernels.
const KERNELS: &str = include_str!("../corpus/kernels/perf/perf.tile");

/// The proved kernels of the benchmark, as they are asked for.
struct Ours<'a> {
    source: Source,
    module: Module,
    proofs: Option<&'a Path>,
    known: Option<Proved>,
}

impl<'a> Ours<'a> {
    fn new(proofs: Option<&'a Path>) -> Result<Self, Failure> {
        let source = Source::new("corpus/kernels/perf/perf.tile", KERNELS);
        let module = source.module().map_err(|problem| Failure::refused(&problem, &source))?;
        Ok(Ours { source, module, proofs, known: None })
    }

    /// The proof of a kernel; kept, since problems of one kernel follow each other.
    fn proved(&mut self, name: &str) -> Result<&Proved, Failure> {
        let known = self.known.take().filter(|proved| proved.kernel().name == name);
        let proved = match known {
            Some(proved) => proved,
            None => {
                let kernel = pick(&self.module, Some(name))?;
                let proof = self.proofs.map(|folder| folder.join(format!("{name}.proof")));
                proof::proved(&self.source, &self.module, kernel, proof.as_deref())?
            }
        };
        Ok(self.known.insert(proved))
    }
}

/// Times one problem. What keeps our kernel from running, or theirs, is part of the report, unless it is the GPU.
fn time(
    device: &Device,
    problem: &Problem,
    ours: &mut Ours<'_>,
    theirs: &[Cubin],
    rounds: Rounds,
) -> Result<Row, Failure> {
    let inputs = Inputs::new(problem);
    let mut no_ours = None;
    let mut our_kernel = None;
    let made = ours.proved(problem.kernel).and_then(|proved| {
        proof::admits(proved, &problem.launch(&inputs))?;
        let program = gpu::compile(proved, device);
        program.map_err(|unsupported| Failure::unsupported(unsupported.message))
    });
    match made {
        Err(failure) => no_ours = Some(failure.to_string()),
        Ok(program) => match gpu::load(device, &program) {
            Ok(kernel) => our_kernel = Some(kernel),
            Err(error) => no_ours = Some(error.to_string()),
        },
    }
    let failed = |error| Failure::gpu(&error);
    let (their_kernel, no_theirs) = found(theirs, device, problem).map_err(failed)?;
    let outcome = measure(device, problem, &inputs, &[our_kernel, their_kernel], rounds).map_err(failed)?;
    Ok(Row::new(problem, &outcome, [no_ours, no_theirs]))
}

/// The kernel of the first cubin that has it, or why there is none.
fn found<'d>(
    cubins: &[Cubin],
    device: &'d Device,
    problem: &Problem,
) -> Result<(Option<Kernel<'d>>, Option<String>), Error> {
    let mut why = None;
    for Cubin { name, bytes } in cubins {
        let size = |given: &Given| match given {
            Given::Number(_) => 4,
            Given::Input(..) | Given::Output(..) => 8,
        };
        let loaded = Image::of(bytes).and_then(|image| {
            let parameters = Parameter::lay_out(problem.arguments.iter().map(size));
            // NVIDIA's compiler has a Tile kernel launched with one thread a block; its code makes its own.
            device.load(&Code { image, entry: problem.kernel, threads: 1, shared_bytes: 0, parameters })
        });
        match loaded {
            Ok(kernel) => return Ok((Some(kernel), None)),
            Err(error) if error.is_of_the_run() => return Err(error),
            Err(error) => why = Some(format!("{name}: {error}")),
        }
    }
    Ok((None, why))
}
